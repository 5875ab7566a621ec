package org.thetisdb.simulation.workload;

import java.util.ArrayList;
import java.util.List;

/** Collects problems; the first ones are enough. */
final class Problems {
  private static final int ENOUGH = 20;

  private final String workload;
  private final List<String> found = new ArrayList<>();

  Problems(String workload) {
    this.workload = workload;
  }

  void add(String problem) {
    if (found.size() < ENOUGH) {
      found.add(workload + ": " + problem);
    }
  }

  List<String> found() {
    return List.copyOf(found);
  }
}
