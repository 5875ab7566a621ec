package org.thetisdb.benchmarks.jdbc;

import java.util.concurrent.TimeUnit;

/** How loaders and terminals use their connections. */
public enum Style {
  /**
   * As an application with a pool does: statements are prepared once, a transaction of one
   * statement commits by itself, and what a conflict has rolled back is begun again after a pause.
   */
  POOLED("", true, 50, 200_000),
  /**
   * As OLTP-Bench (Difallah and others, "OLTP-Bench: An Extensible Testbed for Benchmarking
   * Relational Databases", VLDB 2013) drives a database: auto-commit is off, each statement is
   * prepared, run and closed, each transaction ends with COMMIT or ROLLBACK, and what a conflict
   * has rolled back is begun again at once. Loaders commit after each batch.
   */
  OLTP_BENCH("oltp-bench", false, 10_000, 0);

  /** Rows of a batch of the loaders of OLTP-Bench. */
  public static final int OLTP_BENCH_BATCH = 128;

  private static final long LONGEST_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private final String word;
  private final boolean pooled;
  private final int mostTries;
  private final long firstPauseNs;

  Style(String word, boolean pooled, int mostTries, long firstPauseNs) {
    this.word = word;
    this.pooled = pooled;
    this.mostTries = mostTries;
    this.firstPauseNs = firstPauseNs;
  }

  /** As people write it; empty for the usual one. */
  public String word() {
    return word;
  }

  /** Whether statements are kept, and single ones commit by themselves. */
  boolean isPooled() {
    return pooled;
  }

  /** How often a transaction is tried before it counts as failed. */
  int mostTries() {
    return mostTries;
  }

  /** How long a terminal pauses after so many tries. */
  long pauseNs(int tries) {
    return Math.min(LONGEST_PAUSE_NS, firstPauseNs << Math.min(tries, 7));
  }
}
