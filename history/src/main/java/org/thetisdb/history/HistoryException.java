package org.thetisdb.history;

/** What was given is no history. The message is one sentence that says what was expected. */
public final class HistoryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With a sentence for people. */
  public HistoryException(String sentence) {
    super(sentence);
  }

  /** The same, with the line of the file that it is about, counted from 1. */
  HistoryException atLine(long line) {
    HistoryException located = new HistoryException("Line " + line + ": " + getMessage());
    located.initCause(this);
    return located;
  }
}
