package org.thetisdb.replication.log;

/** Appends entries to one site's log, in order. Used from one scheduler. */
public interface LogAppender extends AutoCloseable {
  /**
   * Appends one entry. Entries are acknowledged in the order of the calls. After the first failure
   * every later append fails, too: the incarnation has to end (hazard 4).
   *
   * @param entry taken over; must not be changed afterwards
   */
  void append(byte[] entry, AppendCallback callback);

  /** Gives up what is not acknowledged. */
  @Override
  void close();

  /** Hears of one append. */
  interface AppendCallback {
    /**
     * The entry is in the log at {@code offset}, as durable as the log promises. If the offset does
     * not follow the last one, somebody else wrote between: see {@link SoleWriter}.
     */
    void onAppended(long offset);

    /** The entry may be in the log or not; nothing more can be appended. */
    void onFailed(RuntimeException reason);
  }
}
