package org.thetisdb.replication.log.stream;

import java.util.concurrent.atomic.LongAdder;

/** By which way entries of others' logs have come. Thread-safe. */
public final class LogStreamCounters {
  private final LongAdder byLogStream = new LongAdder();
  private final LongAdder byLog = new LongAdder();
  private final LongAdder fallBacks = new LongAdder();

  void addByLogStream() {
    byLogStream.increment();
  }

  void addByLog() {
    byLog.increment();
  }

  void addFallBack() {
    fallBacks.increment();
  }

  /** Entries that their sites have sent. */
  public long byLogStream() {
    return byLogStream.sum();
  }

  /** Entries that were read from a log which might have been sent. */
  public long byLog() {
    return byLog.sum();
  }

  /** How often a log was read again, since its log stream had ended. */
  public long fallBacks() {
    return fallBacks.sum();
  }
}
