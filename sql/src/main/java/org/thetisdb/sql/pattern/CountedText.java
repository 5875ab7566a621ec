package org.thetisdb.sql.pattern;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.context.Calculation;

/**
 * A text of which each look at a character counts as a calculation. So an engine that knows of no
 * bound has one. For one thread.
 */
final class CountedText implements CharSequence {
  private static final int LOOKS_BETWEEN = 512;

  private final String text;
  private final long stepsOfLook;
  private final Calculation calculation = Calculation.ofThread();
  private long looksLeft;
  private int untilCount = LOOKS_BETWEEN;

  /**
   * A text.
   *
   * @param stepsOfLook steps that one look at a character stands for
   * @param mostLooks looks until it is refused
   */
  CountedText(String text, long stepsOfLook, long mostLooks) {
    this.text = text;
    this.stepsOfLook = stepsOfLook;
    this.looksLeft = mostLooks;
  }

  @Override
  public char charAt(int index) {
    if (--untilCount == 0) {
      count();
    }
    return text.charAt(index);
  }

  private void count() {
    untilCount = LOOKS_BETWEEN;
    calculation.step(LOOKS_BETWEEN * stepsOfLook);
    looksLeft -= LOOKS_BETWEEN;
    if (looksLeft < 0) {
      throw tooCostly();
    }
  }

  /** The error of an expression that takes too long for a text. */
  static ThetisException tooCostly() {
    return ThetisException.withMessage(
        ErrorCode.PATTERN_TOO_COSTLY,
        "The regular expression refers back or looks around, and takes too long for a text."
            + " Write it without, or more narrowly.");
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int begin, int end) {
    return text.substring(begin, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
