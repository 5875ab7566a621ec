package org.thetisdb.history;

/**
 * Takes a history, one transaction after the other, in any order:
 *
 * <pre>{@code
 * sink.begin(session, index, beginNs, endNs, Status.OK);
 * sink.append(key, value);
 * sink.read(key, 1, 2, 3);
 * sink.end();
 * }</pre>
 *
 * Keys, values, sessions and indexes lie between {@link #MIN_NUMBER} and {@link #MAX_NUMBER}.
 */
public interface HistorySink {
  /** The least number. */
  long MIN_NUMBER = -(1L << 62);

  /** The greatest number. */
  long MAX_NUMBER = (1L << 62) - 1;

  /**
   * Begins a transaction.
   *
   * @param session whose transaction it is
   * @param index its place in the session; each occurs once, gaps do no harm
   * @param beginNs when the client sent it, on one clock for all
   * @param endNs when the client heard of its end; not before {@code beginNs}
   */
  void begin(long session, long index, long beginNs, long endNs, Status status);

  /** It appended a value to a key's list; nobody else appends this value to this key. */
  void append(long key, long value);

  /** It read a key's list: the first {@code count} of {@code values}, which are not kept. */
  void read(long key, long[] values, int count);

  /** It read a key's list, and nobody knows what it saw. */
  void readUnknown(long key);

  /** Ends the transaction. */
  void end();

  /** It read a key's list. */
  default void read(long key, long... values) {
    read(key, values, values.length);
  }
}
