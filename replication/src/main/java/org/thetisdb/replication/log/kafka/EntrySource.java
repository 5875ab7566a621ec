package org.thetisdb.replication.log.kafka;

import java.util.Map;

/**
 * What a reader reads from, with the position in each log. Positions are checked here: an entry
 * that is not the next one ends the reading of its log.
 *
 * <p>Belongs to the reader's thread, but for {@link #wake()}.
 */
interface EntrySource extends AutoCloseable {
  /** Whether no log is read. */
  boolean isEmpty();

  /** The logs that are read, and the offset that is next in each. */
  Map<Integer, Long> sites();

  /** Reads one more log. */
  void add(int site, long fromOffset);

  /** Reads a log no more. */
  void remove(int site);

  /** Leaves a log out of the polls, or takes it in again; a log that is not read has no pause. */
  void setPaused(int site, boolean paused);

  /** Waits for entries, for a second at most. */
  PolledEntries poll(long nowUs);

  /** Ends a poll that is waiting, or the next one. Thread-safe. */
  void wake();

  @Override
  void close();
}
