package org.thetisdb.replication.log;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.thetisdb.core.time.Scheduler;

/**
 * The site logs of one cluster. A log is a sequence of entries with offsets 0, 1, 2 and so on; each
 * entry carries a batch of records, see {@link LogBatch}. Entries are never changed, and never lost
 * once an append was acknowledged, unless they are {@link #trim trimmed}.
 *
 * <p>Implementations call back on the scheduler that the caller names; no call here blocks.
 */
public interface CommitLog extends AutoCloseable {
  /**
   * Makes the log of {@code site} if it is not there, and checks that its settings cannot lose data
   * (hazard 4).
   *
   * @param done hears null, or what is wrong
   */
  void ensureLog(int site, Scheduler scheduler, Consumer<RuntimeException> done);

  /**
   * Asks for what distinguishes a log that is there from every other one, also from one of the same
   * site that was deleted and made anew.
   *
   * @param done hears it, a word of a few characters; or why nobody can tell
   */
  void askIdentity(int site, Scheduler scheduler, BiConsumer<String, RuntimeException> done);

  /**
   * Asks how far a log goes.
   *
   * @param done hears an offset that is behind every entry acknowledged before the question, and
   *     not behind one that is not there yet; or why nobody can tell
   */
  void askEnd(int site, Scheduler scheduler, BiConsumer<Long, RuntimeException> done);

  /**
   * Opens an appender. There is at most one per site and incarnation; it never retries by another
   * identity.
   */
  LogAppender openAppender(int site, Scheduler scheduler);

  /**
   * Reads logs from the given offsets on, in the order of each log, without end.
   *
   * @param fromOffsets for each site the first offset to be read
   */
  LogReader openReader(Map<Integer, Long> fromOffsets, Scheduler scheduler, LogListener listener);

  /**
   * Forgets the entries of one log below {@code beforeOffset}; the others keep their offsets. A
   * reader that asks for a forgotten entry hears LOG_TRIMMED. No effect on what is forgotten
   * already.
   *
   * @param done hears null, or what is wrong
   */
  void trim(int site, long beforeOffset, Scheduler scheduler, Consumer<RuntimeException> done);

  /**
   * What an acknowledgement means, for people: such as "in the log of a process that may be
   * killed".
   */
  String durabilityText();

  /** Closes appenders and readers. */
  @Override
  void close();
}
