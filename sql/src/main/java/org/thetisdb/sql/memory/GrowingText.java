package org.thetisdb.sql.memory;

/**
 * A text that is put together piece by piece, and asks the memory of its statement before it
 * becomes longer than was asked for. Not thread-safe.
 */
public final class GrowingText {
  private final StringBuilder text = new StringBuilder();
  private long askedFor = StatementMemory.SMALL_VALUE_BYTES;

  /**
   * Adds a piece.
   *
   * @throws org.thetisdb.core.error.ThetisException if the text would be too long
   */
  public GrowingText append(CharSequence piece) {
    return append(piece, 0, piece.length());
  }

  /**
   * Adds a part of a piece.
   *
   * @throws org.thetisdb.core.error.ThetisException if the text would be too long
   */
  public GrowingText append(CharSequence piece, int begin, int end) {
    ask(end - begin);
    text.append(piece, begin, end);
    return this;
  }

  /**
   * Adds a character.
   *
   * @throws org.thetisdb.core.error.ThetisException if the text would be too long
   */
  public GrowingText append(char character) {
    ask(1);
    text.append(character);
    return this;
  }

  /**
   * Adds a character some times; none below 1.
   *
   * @throws org.thetisdb.core.error.ThetisException if the text would be too long
   */
  public GrowingText repeat(char character, long times) {
    if (times > 0) {
      ask(times);
      for (long i = 0; i < times; i++) {
        text.append(character);
      }
    }
    return this;
  }

  /** For as much again, so that what is asked for in all is not more than twice the text. */
  private void ask(long more) {
    long length = text.length() + more;
    if (length >= askedFor) {
      long wanted = Math.min(2 * length, StatementMemory.LONGEST_VALUE_BYTES);
      askedFor = Math.max(length, wanted);
      StatementMemory.atHand().requireValue(askedFor);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
