package org.thetisdb.router.scheme.dynamast.paper;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * The last sampled transaction of each session, for the sessions that were sampled lately: the
 * least lately sampled one is forgotten when there are too many. Not thread-safe.
 */
final class LastSamples {
  private static final int MOST_SESSIONS = 16_384;

  private final Long2ObjectHashMap<Entry> entries = new Long2ObjectHashMap<>();

  /** A ring: behind it stands the newest, before it the oldest. */
  private final Entry ring = new Entry(0);

  /** A session, in the order of the ring. */
  private static final class Entry {
    private final long session;
    private PaperStatistics.Sample sample;
    private Entry older = this;
    private Entry newer = this;

    private Entry(long session) {
      this.session = session;
    }

    void takeOut() {
      older.newer = newer;
      newer.older = older;
    }

    void putInAfter(Entry before) {
      older = before;
      newer = before.newer;
      newer.older = this;
      before.newer = this;
    }
  }

  /** That of a session; null if it is not known. */
  PaperStatistics.Sample get(long session) {
    Entry entry = entries.get(session);
    return entry == null ? null : entry.sample;
  }

  /** A session's newest. */
  void put(long session, PaperStatistics.Sample sample) {
    Entry entry = entries.get(session);
    if (entry == null) {
      if (entries.size() >= MOST_SESSIONS) {
        Entry oldest = ring.newer;
        oldest.takeOut();
        entries.remove(oldest.session);
      }
      entry = new Entry(session);
      entries.put(session, entry);
    } else {
      entry.takeOut();
    }
    entry.sample = sample;
    entry.putInAfter(ring.older);
  }
}
