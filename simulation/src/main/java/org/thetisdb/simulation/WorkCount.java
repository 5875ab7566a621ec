package org.thetisdb.simulation;

import java.util.EnumMap;
import java.util.Map;
import org.thetisdb.core.cost.Work;

/** How many steps of each kind of work were done. For one thread. */
public final class WorkCount {
  private final Map<Work, Steps> steps = new EnumMap<>(Work.class);

  private static final class Steps {
    private long count;
  }

  /** None yet. */
  WorkCount() {
    for (Work each : Work.values()) {
      steps.put(each, new Steps());
    }
  }

  void add(Work work, long more) {
    steps.get(work).count += more;
  }

  /** Steps of one kind. */
  public long of(Work work) {
    return steps.get(work).count;
  }
}
