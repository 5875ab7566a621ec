package org.thetisdb.history.check;

import org.thetisdb.history.verdict.AnomalyKind;

/** Says which anomaly a cycle is. */
final class CycleNames {
  private CycleNames() {}

  static AnomalyKind of(Cycle cycle) {
    if (cycle.count(EdgeKind.TIME) > 0) {
      return ofTime(cycle);
    }
    if (cycle.count(EdgeKind.SESSION) > 0) {
      return ofSession(cycle);
    }
    return switch (cycle.count(EdgeKind.RW)) {
      case 0 -> ofSeen(cycle);
      case 1 -> ofOneMiss(cycle);
      default -> ofMisses(cycle);
    };
  }

  /** An append that nobody read is ordered by what its writer missed; that counts as a miss. */
  private static AnomalyKind ofSeen(Cycle cycle) {
    if (cycle.hasUnread(EdgeKind.WW)) {
      return AnomalyKind.G_SINGLE;
    }
    return cycle.count(EdgeKind.WR) == 0
        ? AnomalyKind.DIRTY_WRITE
        : AnomalyKind.CIRCULAR_INFORMATION_FLOW;
  }

  private static AnomalyKind ofOneMiss(Cycle cycle) {
    if (cycle.count(EdgeKind.WR) == 0 && cycle.isAboutOneKey()) {
      return AnomalyKind.LOST_UPDATE;
    }
    boolean two = cycle.size() == 2 && cycle.count(EdgeKind.WR) == 1;
    return two ? AnomalyKind.FRACTURED_READ : AnomalyKind.G_SINGLE;
  }

  private static AnomalyKind ofMisses(Cycle cycle) {
    if (!cycle.hasAdjacentMisses()) {
      return AnomalyKind.LONG_FORK;
    }
    return cycle.count(EdgeKind.RW) == cycle.size() ? AnomalyKind.WRITE_SKEW : AnomalyKind.G2;
  }

  private static AnomalyKind ofSession(Cycle cycle) {
    int misses = cycle.count(EdgeKind.RW);
    if (misses == 0 && cycle.count(EdgeKind.WR) == 0) {
      return AnomalyKind.MONOTONIC_WRITES;
    }
    if (misses != 1 || cycle.count(EdgeKind.SESSION) != 1 || !cycle.isAboutOneKey()) {
      return AnomalyKind.SESSION_INVERSION;
    }
    return ofSessionMiss(cycle);
  }

  /** A session that misses something on the one key that it is about. */
  private static AnomalyKind ofSessionMiss(Cycle cycle) {
    if (cycle.after(EdgeKind.SESSION) != EdgeKind.RW) {
      return AnomalyKind.SESSION_INVERSION;
    }
    return cycle.count(EdgeKind.WR) == 0
        ? AnomalyKind.READ_YOUR_WRITES
        : AnomalyKind.MONOTONIC_READS;
  }

  private static AnomalyKind ofTime(Cycle cycle) {
    if (cycle.count(EdgeKind.RW) == 0) {
      return AnomalyKind.REAL_TIME_INVERSION;
    }
    boolean plain = cycle.size() == 2 && cycle.hasUnread(EdgeKind.RW);
    return plain ? AnomalyKind.LOST_WRITE : AnomalyKind.STALE_READ;
  }
}
