package org.thetisdb.sql.function;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.memory.GrowingText;
import org.thetisdb.sql.memory.StatementMemory;
import org.thetisdb.sql.pattern.KeptPatterns;
import org.thetisdb.sql.pattern.PatternKind;
import org.thetisdb.sql.pattern.RegexMatches;

/**
 * Functions of regular expressions as PostgreSQL has them. None is calculated before a statement
 * runs, be its operands constants: what runs it bounds what it takes. Thread-safe.
 */
public final class RegexFunctions {
  private RegexFunctions() {}

  private static RegexMatches matches(String text, String regex, String flags, int from) {
    return KeptPatterns.regex(regex, flags).matches(text).from(from);
  }

  private static List<Object> found(RegexMatches matcher) {
    List<Object> groups = new ArrayList<>();
    if (matcher.groups() == 0) {
      groups.add(matcher.group(0));
    }
    for (int i = 1; i <= matcher.groups(); i++) {
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
    RegexMatches matcher = matches(text, regex, flags, 0);
    return matcher.next() ? found(matcher) : null;
  }

  /** REGEXP_MATCHES without flags: the first match alone. */
  public static List<Object> matches(String text, String regex) {
    return matches(text, regex, "");
  }

  /** REGEXP_MATCHES: of each match the groups, one after the other, for a table of them. */
  public static List<Object> matches(String text, String regex, String flags) {
    RegexMatches matcher = matches(text, regex, flags, 0);
    List<Object> all = new ArrayList<>();
    while (matcher.next() && (all.isEmpty() || flags.indexOf('g') >= 0)) {
      all.add(found(matcher));
      StatementMemory.requireElements(all.size() * (1 + matcher.groups()));
    }
    return all;
  }

  /** REGEXP_LIKE. */
  public static boolean like(String text, String regex) {
    return like(text, regex, "");
  }

  /** REGEXP_LIKE with flags. */
  public static boolean like(String text, String regex, String flags) {
    return KeptPatterns.regex(regex, flags).isIn(text);
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
    RegexMatches matcher = matches(text, regex, flags, begin(text, start));
    int count = 0;
    while (matcher.next()) {
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
    int length = text.codePointCount(0, text.length());
    return first > length
        ? text.length() + (first == length + 1 ? 0 : 1)
        : text.offsetByCodePoints(0, (int) first - 1);
  }

  /** SUBSTRING(text FROM regex): the first group of the first match, or the match itself. */
  public static String substring(String text, String regex) {
    RegexMatches matcher = matches(text, regex, "", 0);
    return matcher.next() ? matcher.group(Math.min(1, matcher.groups())) : null;
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
    RegexMatches matcher = nth(text, regex, start, which, flags);
    int part = group.intValue();
    return matcher == null || part > matcher.groups() ? null : matcher.group(part);
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
    RegexMatches matcher = nth(text, regex, start, which, flags);
    int part = group.intValue();
    if (matcher == null || part > matcher.groups() || matcher.start(part) < 0) {
      return 0;
    }
    int place = end.intValue() == 0 ? matcher.start(part) : matcher.end(part);
    return text.codePointCount(0, place) + 1;
  }

  private static RegexMatches nth(
      String text, String regex, Number start, Number which, String flags) {
    RegexMatches matcher = matches(text, regex, flags, begin(text, start));
    long left = which.longValue();
    if (left < 1) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT, "Matches are counted from 1; there is none %d.".formatted(left));
    }
    boolean found = matcher.next();
    while (found && --left > 0) {
      found = matcher.next();
    }
    return found ? matcher : null;
  }

  /** REGEXP_SPLIT_TO_ARRAY. */
  public static List<Object> split(String text, String regex) {
    return split(text, regex, "");
  }

  /** REGEXP_SPLIT_TO_ARRAY with flags. */
  public static List<Object> split(String text, String regex, String flags) {
    RegexMatches matcher = matches(text, regex, flags, 0);
    List<Object> parts = new ArrayList<>();
    int begin = 0;
    while (matcher.next()) {
      int start = matcher.start(0);
      boolean empty = matcher.end(0) == start;
      // an empty match splits between characters alone
      if (!empty || (start > begin && start < text.length())) {
        parts.add(text.substring(begin, start));
        StatementMemory.requireElements(parts.size());
        begin = matcher.end(0);
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
    RegexMatches matcher = matches(text, regex, flags, begin(text, start));
    GrowingText result = new GrowingText();
    int copied = 0;
    int number = 0;
    while (matcher.next()) {
      number++;
      if (which != 0 && number < which) {
        continue;
      }
      result.append(text, copied, matcher.start(0));
      append(result, by, matcher);
      copied = matcher.end(0);
      if (which != 0) {
        break;
      }
    }
    return result.append(text, copied, text.length()).toString();
  }

  /** {@code \1} is a group, {@code \&} the match, {@code \\} a backslash. */
  private static void append(GrowingText result, String by, RegexMatches matcher) {
    int at = 0;
    while (at < by.length()) {
      char c = by.charAt(at++);
      if (c != '\\' || at == by.length()) {
        result.append(c);
        continue;
      }
      char next = by.charAt(at++);
      if (next == '&') {
        result.append(matcher.group(0));
      } else if (next >= '1' && next <= '9') {
        String group = next - '0' <= matcher.groups() ? matcher.group(next - '0') : null;
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
    return switch (operator) {
      case "LIKE" -> KeptPatterns.matches(PatternKind.LIKE, text, pattern);
      case "NOT LIKE" -> !KeptPatterns.matches(PatternKind.LIKE, text, pattern);
      case "ILIKE" -> KeptPatterns.matches(PatternKind.ILIKE, text, pattern);
      case "NOT ILIKE" -> !KeptPatterns.matches(PatternKind.ILIKE, text, pattern);
      case "~" -> KeptPatterns.matches(PatternKind.REGEX, text, pattern);
      case "!~" -> !KeptPatterns.matches(PatternKind.REGEX, text, pattern);
      case "~*" -> KeptPatterns.matches(PatternKind.REGEX_INSENSITIVE, text, pattern);
      case "!~*" -> !KeptPatterns.matches(PatternKind.REGEX_INSENSITIVE, text, pattern);
      default -> throw new IllegalArgumentException(operator);
    };
  }
}
