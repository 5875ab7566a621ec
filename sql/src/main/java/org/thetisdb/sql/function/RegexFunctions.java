package org.thetisdb.sql.function;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Functions of regular expressions as PostgreSQL has them, with the patterns of Java: these differ
 * in that the first alternative that fits is taken, and not the longest. Thread-safe.
 */
@Deterministic
public final class RegexFunctions {
  private static final int MOST_KEPT = 64;

  private static final Map<String, String> ESCAPES =
      Map.of("\\y", "\\b", "\\m", "\\b(?=\\w)", "\\M", "\\b(?<=\\w)", "\\Y", "\\B");

  private static final Pattern SPECIAL =
      Pattern.compile("\\\\.|\\[:(alpha|digit|alnum|upper|lower|space|punct|xdigit|cntrl):\\]");

  /** Patterns of late, of one thread, which run one statement after the other. */
  private static final ThreadLocal<Map<String, Pattern>> KEPT =
      ThreadLocal.withInitial(
          () ->
              new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Pattern> eldest) {
                  return size() > MOST_KEPT;
                }
              });

  private RegexFunctions() {}

  /**
   * The pattern with flags.
   *
   * @throws ThetisException BAD_PATTERN, or BAD_ARGUMENT for a flag that there is not
   */
  private static Pattern pattern(String regex, String flags) {
    return KEPT.get().computeIfAbsent(flags + ' ' + regex, key -> compiled(regex, flags));
  }

  private static Pattern compiled(String regex, String flags) {
    int options = 0;
    for (int i = 0; i < flags.length(); i++) {
      options |=
          switch (flags.charAt(i)) {
            case 'g', 'c' -> 0;
            case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
            case 'n', 'm' -> Pattern.MULTILINE;
            case 's' -> Pattern.DOTALL;
            case 'x' -> Pattern.COMMENTS;
            default ->
                throw ThetisException.withMessage(
                    ErrorCode.BAD_ARGUMENT,
                    "A regular expression has no option \"%s\"; there are c, g, i, m, n, s and x."
                        .formatted(flags.charAt(i)));
          };
    }
    if ((options & Pattern.MULTILINE) == 0) {
      options |= Pattern.DOTALL;
    }
    try {
      return Pattern.compile(inJava(regex), options);
    } catch (PatternSyntaxException e) {
      throw ThetisException.withMessage(
              ErrorCode.BAD_PATTERN,
              "The regular expression makes no sense: %s.".formatted(e.getDescription()))
          .causedBy(e);
    }
  }

  /** PostgreSQL's own escapes and classes in Java's words. */
  private static String inJava(String regex) {
    if (regex.indexOf('\\') < 0 && regex.indexOf("[:") < 0) {
      return regex;
    }
    Matcher matcher = SPECIAL.matcher(regex);
    StringBuilder java = new StringBuilder();
    while (matcher.find()) {
      String name = matcher.group(1);
      String same = ESCAPES.getOrDefault(matcher.group(), matcher.group());
      String word = name == null ? same : "\\p{" + javaClass(name) + "}";
      matcher.appendReplacement(java, Matcher.quoteReplacement(word));
    }
    return matcher.appendTail(java).toString();
  }

  private static String javaClass(String posix) {
    return posix.equals("xdigit")
        ? "XDigit"
        : Character.toUpperCase(posix.charAt(0)) + posix.substring(1);
  }

  private static List<Object> found(Matcher matcher) {
    List<Object> groups = new ArrayList<>();
    if (matcher.groupCount() == 0) {
      groups.add(matcher.group());
    }
    for (int i = 1; i <= matcher.groupCount(); i++) {
      groups.add(matcher.group(i));
    }
    return groups;
  }

  /** REGEXP_MATCH: the groups of the first match, or the match itself; null if there is none. */
  public static List<Object> match(String text, String regex) {
    return match(text, regex, "");
  }

  /** REGEXP_MATCH with flags. */
  public static List<Object> match(String text, String regex, String flags) {
    if (flags.indexOf('g') >= 0) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT, "REGEXP_MATCH looks for one match; it has no option \"g\".");
    }
    Matcher matcher = pattern(regex, flags).matcher(text);
    return matcher.find() ? found(matcher) : null;
  }

  /** REGEXP_MATCHES: of each match the groups, one after the other, for a table of them. */
  public static List<Object> matches(String text, String regex, String flags) {
    Matcher matcher = pattern(regex, flags).matcher(text);
    List<Object> all = new ArrayList<>();
    while (matcher.find() && (all.isEmpty() || flags.indexOf('g') >= 0)) {
      all.add(found(matcher));
    }
    return all;
  }

  /** REGEXP_LIKE. */
  public static boolean like(String text, String regex) {
    return like(text, regex, "");
  }

  /** REGEXP_LIKE with flags. */
  public static boolean like(String text, String regex, String flags) {
    return pattern(regex, flags).matcher(text).find();
  }

  /** REGEXP_COUNT. */
  public static int count(String text, String regex) {
    return count(text, regex, 1);
  }

  /** REGEXP_COUNT from a character on. */
  public static int count(String text, String regex, Number start) {
    return count(text, regex, start, "");
  }

  /** REGEXP_COUNT from a character on, with flags. */
  public static int count(String text, String regex, Number start, String flags) {
    Matcher matcher = pattern(regex, flags).matcher(text);
    int from = begin(text, start);
    int count = 0;
    for (boolean found = from <= text.length() && matcher.find(from);
        found;
        found = matcher.find()) {
      count++;
    }
    return count;
  }

  /** Where a character stands, of which the first is 1. */
  private static int begin(String text, Number start) {
    long first = start.longValue();
    if (first < 1) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT,
          "Characters are counted from 1; there is none %d.".formatted(first));
    }
    return first > text.codePointCount(0, text.length())
        ? text.length() + (first == text.length() + 1 ? 0 : 1)
        : text.offsetByCodePoints(0, (int) first - 1);
  }

  /** SUBSTRING(text FROM regex): the first group of the first match, or the match itself. */
  public static String substring(String text, String regex) {
    Matcher matcher = pattern(regex, "").matcher(text);
    if (!matcher.find()) {
      return null;
    }
    return matcher.groupCount() == 0 ? matcher.group() : matcher.group(1);
  }

  /** REGEXP_SUBSTR. */
  public static String substr(String text, String regex) {
    return substr(text, regex, 1, 1);
  }

  /** REGEXP_SUBSTR from a character on. */
  public static String substr(String text, String regex, Number start) {
    return substr(text, regex, start, 1);
  }

  /** REGEXP_SUBSTR of the match with a number. */
  public static String substr(String text, String regex, Number start, Number which) {
    return substr(text, regex, start, which, "");
  }

  /** REGEXP_SUBSTR with flags. */
  public static String substr(String text, String regex, Number start, Number which, String flags) {
    return substr(text, regex, start, which, flags, 0);
  }

  /** REGEXP_SUBSTR of a group. */
  public static String substr(
      String text, String regex, Number start, Number which, String flags, Number group) {
    Matcher matcher = nth(text, regex, start, which, flags);
    int part = group.intValue();
    return matcher == null || part > matcher.groupCount() ? null : matcher.group(part);
  }

  /** REGEXP_INSTR. */
  public static int instr(String text, String regex) {
    return instr(text, regex, 1, 1, 0, "", 0);
  }

  /** REGEXP_INSTR from a character on. */
  public static int instr(String text, String regex, Number start) {
    return instr(text, regex, start, 1, 0, "", 0);
  }

  /** REGEXP_INSTR of the match with a number. */
  public static int instr(String text, String regex, Number start, Number which) {
    return instr(text, regex, start, which, 0, "", 0);
  }

  /** REGEXP_INSTR of the character behind it, if the end is 1. */
  public static int instr(String text, String regex, Number start, Number which, Number end) {
    return instr(text, regex, start, which, end, "", 0);
  }

  /** REGEXP_INSTR with flags. */
  public static int instr(
      String text, String regex, Number start, Number which, Number end, String flags) {
    return instr(text, regex, start, which, end, flags, 0);
  }

  /** REGEXP_INSTR of a group. */
  public static int instr(
      String text,
      String regex,
      Number start,
      Number which,
      Number end,
      String flags,
      Number group) {
    Matcher matcher = nth(text, regex, start, which, flags);
    int part = group.intValue();
    if (matcher == null || part > matcher.groupCount() || matcher.start(part) < 0) {
      return 0;
    }
    int place = end.intValue() == 0 ? matcher.start(part) : matcher.end(part);
    return text.codePointCount(0, place) + 1;
  }

  private static Matcher nth(String text, String regex, Number start, Number which, String flags) {
    Matcher matcher = pattern(regex, flags).matcher(text);
    int from = begin(text, start);
    long left = which.longValue();
    if (left < 1) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT, "Matches are counted from 1; there is none %d.".formatted(left));
    }
    boolean found = from <= text.length() && matcher.find(from);
    while (found && --left > 0) {
      found = matcher.find();
    }
    return found ? matcher : null;
  }

  /** REGEXP_SPLIT_TO_ARRAY. */
  public static List<Object> split(String text, String regex) {
    return split(text, regex, "");
  }

  /** REGEXP_SPLIT_TO_ARRAY with flags. */
  public static List<Object> split(String text, String regex, String flags) {
    Matcher matcher = pattern(regex, flags).matcher(text);
    List<Object> parts = new ArrayList<>();
    int begin = 0;
    while (matcher.find()) {
      boolean empty = matcher.end() == matcher.start();
      // an empty match splits between characters alone
      if (!empty || (matcher.start() > begin && matcher.start() < text.length())) {
        parts.add(text.substring(begin, matcher.start()));
        begin = matcher.end();
      }
    }
    parts.add(text.substring(begin));
    return parts;
  }

  /** REGEXP_REPLACE of the first match. */
  public static String replace(String text, String regex, String by) {
    return replaced(text, regex, by, 1, 1, "");
  }

  /** REGEXP_REPLACE with flags: all matches with {@code g}. */
  public static String replace(String text, String regex, String by, String flags) {
    return replaced(text, regex, by, 1, flags.indexOf('g') >= 0 ? 0 : 1, flags);
  }

  /** REGEXP_REPLACE from a character on, of one match or of all (0). */
  public static String replace(
      String text, String regex, String by, Number start, Number which, String flags) {
    return replaced(text, regex, by, start, which.intValue(), flags);
  }

  private static String replaced(
      String text, String regex, String by, Number start, int which, String flags) {
    Matcher matcher = pattern(regex, flags).matcher(text);
    StringBuilder result = new StringBuilder();
    int copied = 0;
    int number = 0;
    int from = begin(text, start);
    for (boolean found = from <= text.length() && matcher.find(from);
        found;
        found = matcher.find()) {
      number++;
      if (which != 0 && number < which) {
        continue;
      }
      result.append(text, copied, matcher.start());
      append(result, by, matcher);
      copied = matcher.end();
      if (which != 0) {
        break;
      }
    }
    return result.append(text, copied, text.length()).toString();
  }

  /** {@code \1} is a group, {@code \&} the match, {@code \\} a backslash. */
  private static void append(StringBuilder result, String by, Matcher matcher) {
    int at = 0;
    while (at < by.length()) {
      char c = by.charAt(at++);
      if (c != '\\' || at == by.length()) {
        result.append(c);
        continue;
      }
      char next = by.charAt(at++);
      if (next == '&') {
        result.append(matcher.group());
      } else if (next >= '1' && next <= '9') {
        String group = next - '0' <= matcher.groupCount() ? matcher.group(next - '0') : null;
        result.append(group == null ? "" : group);
      } else if (next == '\\') {
        result.append('\\');
      } else {
        result.append(c).append(next);
      }
    }
  }

  /** {@code text LIKE ANY (patterns)} and its like; null for unknown. */
  public static Boolean likeAny(String text, List<?> patterns, String operator, boolean all) {
    boolean unknown = false;
    for (Object pattern : patterns) {
      if (pattern == null) {
        unknown = true;
      } else if (holds(text, (String) pattern, operator) != all) {
        return !all;
      }
    }
    return unknown ? null : (Boolean) all;
  }

  private static boolean holds(String text, String pattern, String operator) {
    boolean negated = operator.startsWith("NOT ") || operator.startsWith("!");
    String bare = negated ? operator.replaceFirst("^(NOT |!)", "") : operator;
    boolean insensitive = bare.equals("ILIKE") || bare.equals("~*");
    boolean regex = bare.startsWith("~");
    String read = regex ? pattern : ofLike(pattern);
    Matcher matcher = pattern(read, insensitive ? "is" : "s").matcher(text);
    return (regex ? matcher.find() : matcher.matches()) != negated;
  }

  private static String ofLike(String pattern) {
    StringBuilder regex = new StringBuilder();
    int at = 0;
    while (at < pattern.length()) {
      char c = pattern.charAt(at++);
      if (c == '\\' && at < pattern.length()) {
        regex.append(Pattern.quote(String.valueOf(pattern.charAt(at++))));
      } else if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return regex.toString();
  }
}
