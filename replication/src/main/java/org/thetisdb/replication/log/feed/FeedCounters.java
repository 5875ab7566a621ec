package org.thetisdb.replication.log.feed;

import java.util.concurrent.atomic.LongAdder;

/** By which way entries of others' logs have come. Thread-safe. */
public final class FeedCounters {
  private final LongAdder byFeed = new LongAdder();
  private final LongAdder byLog = new LongAdder();
  private final LongAdder fallBacks = new LongAdder();

  void addByFeed() {
    byFeed.increment();
  }

  void addByLog() {
    byLog.increment();
  }

  void addFallBack() {
    fallBacks.increment();
  }

  /** Entries that their sites have sent. */
  public long byFeed() {
    return byFeed.sum();
  }

  /** Entries that were read from a log which might have been sent. */
  public long byLog() {
    return byLog.sum();
  }

  /** How often a log was read again, since its feed had ended. */
  public long fallBacks() {
    return fallBacks.sum();
  }
}
