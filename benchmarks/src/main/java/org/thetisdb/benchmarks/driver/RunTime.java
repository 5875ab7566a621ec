package org.thetisdb.benchmarks.driver;

/** The time in which the clients of a run live: that of the machine, or a simulated one. */
interface RunTime extends AutoCloseable {
  /** Nanoseconds from any beginning. */
  long nowNs();

  /** Runs a task after a while; not at all when this is closed meanwhile. */
  void later(long delayNs, Runnable task);

  @Override
  default void close() {}
}
