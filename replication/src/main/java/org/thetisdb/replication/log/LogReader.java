package org.thetisdb.replication.log;

/** Reads several logs. Used from one scheduler. */
public interface LogReader extends AutoCloseable {
  /** Starts to read one more log from {@code fromOffset}. */
  void add(int site, long fromOffset);

  /** Stops to read one log; entries already on their way may still arrive. */
  void remove(int site);

  /**
   * Stops or continues delivery of one log, until the log is removed. The one answer to a reader
   * that cannot keep up: entries wait in the log, none is dropped. Entries already on their way may
   * still arrive. A log that is not read has no pause.
   */
  void setPaused(int site, boolean paused);

  /**
   * Somebody waits for what comes next: a reader that lets entries gather ends its rest at once. A
   * hint, which costs little when the reader does not rest. Any thread.
   */
  void expedite();

  /** Ends reading. */
  @Override
  void close();
}
