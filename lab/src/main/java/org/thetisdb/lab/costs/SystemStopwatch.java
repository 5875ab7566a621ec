package org.thetisdb.lab.costs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.thetisdb.lab.simulated.Stopwatch;

/** The machine's own clock, and what the system says of threads. */
enum SystemStopwatch implements Stopwatch {
  INSTANCE;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @Override
  public long nowNs() {
    return System.nanoTime();
  }

  @Override
  public long processorNs() {
    return THREADS.getCurrentThreadCpuTime();
  }
}
