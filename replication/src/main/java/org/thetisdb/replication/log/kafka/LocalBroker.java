package org.thetisdb.replication.log.kafka;

import java.util.List;
import org.thetisdb.core.error.ThetisException;

/**
 * A broker in this process, asked without a socket between. What it acknowledges is as durable as
 * if it had been asked over one; other processes see it in the same way.
 *
 * <p>Thread-safe. {@link #append} and {@link #read} write and read files, so they belong on threads
 * that may wait.
 */
public interface LocalBroker {
  /**
   * Whether the broker leads a topic by now; it hears of a new one a little later than the
   * controller. Nothing was done if it does not.
   */
  boolean leads(String topic);

  /**
   * Appends one entry, flushed if the topic asks for that.
   *
   * @param entry not changed, and not kept
   * @return its offset
   * @throws RuntimeException the entry may be in the log or not
   */
  long append(String topic, byte[] entry);

  /** The offset behind the last entry that can be read; 0 if the topic is not known here. */
  long end(String topic);

  /** The first offset that is still there. */
  long beginning(String topic);

  /**
   * Reads entries from an offset on, which is at the beginning of the topic or behind it and before
   * its end.
   *
   * @param mostBytes no more than about this, but one entry at least
   * @param into gets the entries with their offsets
   * @throws ThetisException or what Kafka throws, if the log cannot be read there
   */
  void read(String topic, long fromOffset, int mostBytes, List<Entry> into);

  /** Runs {@code action} after each append in this process, on the thread that appended. */
  void addListener(Runnable action);

  /** Runs it no more, but for appends that go on at this moment. */
  void removeListener(Runnable action);

  /**
   * One entry of a log.
   *
   * @param bytes null if Kafka holds a record without a value there
   */
  record Entry(long offset, byte[] bytes) {}
}
