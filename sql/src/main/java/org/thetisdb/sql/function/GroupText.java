package org.thetisdb.sql.function;

import org.thetisdb.sql.memory.HeldBytes;
import org.thetisdb.sql.memory.StatementMemory;

/**
 * STRING_AGG: gathers texts with separators between them, in time that grows with their length
 * alone. Generated code calls it.
 */
public final class GroupText {
  /** One; without state. */
  public GroupText() {}

  /** The texts of one group. Not thread-safe. */
  public static final class Texts {
    private final StringBuilder all = new StringBuilder();
    private boolean begun;
  }

  /** Nothing gathered yet. */
  public Texts init() {
    return new Texts();
  }

  /** Adds a text. */
  public Texts add(Texts texts, String text, String separator) {
    StatementMemory memory = StatementMemory.atHand();
    memory.keepGathered(HeldBytes.ofText(text) + HeldBytes.ofText(separator));
    StatementMemory.requireLength((long) texts.all.length() + separator.length() + text.length());
    if (texts.begun) {
      texts.all.append(separator);
    }
    texts.begun = true;
    texts.all.append(text);
    return texts;
  }

  /** All of them; null of none. */
  public String result(Texts texts) {
    if (!texts.begun) {
      return null;
    }
    StatementMemory.atHand().requireValue(texts.all.length());
    return texts.all.toString();
  }
}
