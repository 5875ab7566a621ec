package org.thetisdb.simulation;

import org.thetisdb.core.cost.Work;

/** How many steps of each kind of work were done. For one thread. */
public final class WorkCount {
  private final long[] steps = new long[Work.values().length];

  void add(Work work, long more) {
    steps[work.ordinal()] += more;
  }

  /** Steps of one kind. */
  public long of(Work work) {
    return steps[work.ordinal()];
  }
}
