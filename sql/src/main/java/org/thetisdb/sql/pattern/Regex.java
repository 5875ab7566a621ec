package org.thetisdb.sql.pattern;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * A regular expression of PostgreSQL's kind. RE2/J runs it in time that is linear in the text, and
 * finds the longest of the matches that begin first, as POSIX has it; if a part of it is to be as
 * short as it can, the first way to match counts, as in Perl. One that refers back or looks around
 * is run by Java's engine, with a bound. Immutable.
 */
public final class Regex {
  /** States of an automaton that one step is counted for. */
  private static final int STATES_OF_STEP = 4;

  private static final long FEWEST_LOOKS = 10_000_000;
  private static final int LOOKS_OF_CHARACTER = 64;

  private final RegexForm form;

  /** Whether there is a match, for which any will do; null for Java's engine. */
  private final Pattern any;

  /** Where the match is; null for Java's engine. */
  private final Pattern longest;

  /** Null for RE2/J. */
  private final java.util.regex.Pattern backtracking;

  private Regex(RegexForm form) {
    this.form = form;
    this.backtracking = form.backtracks() ? backtracking(form) : null;
    this.any = form.backtracks() ? null : linear(form, 0);
    this.longest = form.backtracks() || form.lazy() ? any : linear(form, Pattern.LONGEST_MATCH);
  }

  /**
   * Reads an expression.
   *
   * @param flags PostgreSQL's options
   * @throws ThetisException BAD_PATTERN, BAD_ARGUMENT for an option that there is not, or
   *     PATTERN_TOO_COSTLY for one that is too large
   */
  public static Regex of(String regex, String flags) {
    return new Regex(RegexReader.read(regex, flags));
  }

  /**
   * Reads a pattern of SIMILAR TO, which all of a text has to match.
   *
   * @param escape the escape character; empty for none
   */
  public static Regex similar(String pattern, String escape) {
    return of(SimilarReader.read(pattern, escape), "");
  }

  private static Pattern linear(RegexForm form, int more) {
    int flags = Pattern.DOTALL | more | (form.insensitive() ? Pattern.CASE_INSENSITIVE : 0);
    try {
      return Pattern.compile(form.text(), flags);
    } catch (PatternSyntaxException e) {
      throw refused(e.getDescription(), e);
    }
  }

  private static java.util.regex.Pattern backtracking(RegexForm form) {
    int flags = java.util.regex.Pattern.DOTALL | java.util.regex.Pattern.UNIX_LINES;
    if (form.insensitive()) {
      flags |= java.util.regex.Pattern.CASE_INSENSITIVE | java.util.regex.Pattern.UNICODE_CASE;
    }
    try {
      return java.util.regex.Pattern.compile(form.text(), flags);
    } catch (java.util.regex.PatternSyntaxException e) {
      throw refused(e.getDescription(), e);
    }
  }

  /** What was read has sense, so what an engine does not take is too much for it. */
  private static ThetisException refused(String why, RuntimeException e) {
    return ThetisException.withMessage(
            ErrorCode.PATTERN_TOO_COSTLY,
            "The regular expression is more than can be run: %s.".formatted(why))
        .causedBy(e);
  }

  /** About how many states it has. */
  public int size() {
    return form.size();
  }

  /** Whether it matches somewhere in a text. */
  public boolean isIn(String text) {
    return backtracking == null ? any.matcher(counted(text)).find() : new Backtracking(text).next();
  }

  /** Its matches in a text. */
  public RegexMatches matches(String text) {
    return backtracking == null ? new Linear(text) : new Backtracking(text);
  }

  private CharSequence counted(String text) {
    return new CountedText(text, 1 + form.size() / STATES_OF_STEP, Long.MAX_VALUE);
  }

  private final class Linear extends RegexMatches {
    private final Matcher matcher;

    Linear(String text) {
      super(text);
      matcher = longest.matcher(counted(text));
    }

    @Override
    boolean find(int place) {
      return matcher.find(place);
    }

    @Override
    public int start(int group) {
      return matcher.start(group);
    }

    @Override
    public int end(int group) {
      return matcher.end(group);
    }

    @Override
    public int groups() {
      return matcher.groupCount();
    }
  }

  private final class Backtracking extends RegexMatches {
    private final java.util.regex.Matcher matcher;

    Backtracking(String text) {
      super(text);
      long looks = Math.max(FEWEST_LOOKS, (long) LOOKS_OF_CHARACTER * text.length());
      matcher = backtracking.matcher(new CountedText(text, 1, looks));
    }

    @Override
    boolean find(int place) {
      try {
        return matcher.find(place);
      } catch (StackOverflowError e) {
        throw CountedText.tooCostly();
      }
    }

    @Override
    public int start(int group) {
      return matcher.start(group);
    }

    @Override
    public int end(int group) {
      return matcher.end(group);
    }

    @Override
    public int groups() {
      return matcher.groupCount();
    }
  }
}
