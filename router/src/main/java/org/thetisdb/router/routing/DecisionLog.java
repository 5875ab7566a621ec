package org.thetisdb.router.routing;

import java.util.ArrayList;
import java.util.List;

/** The last decisions, in a ring that does not grow. Not thread-safe. */
public final class DecisionLog {
  /** Of a scheme that decides nothing. */
  static final DecisionLog NONE = new DecisionLog();

  private static final int KEPT = 1024;

  private final Decision[] ring = new Decision[KEPT];
  private long added;

  /** Takes note of a decision; the oldest one is forgotten when there are too many. */
  public void add(Decision decision) {
    ring[(int) (added++ % KEPT)] = decision;
  }

  /** All that are kept, the newest first. */
  public List<Decision> newest() {
    List<Decision> kept = new ArrayList<>();
    for (long i = added - 1; i >= Math.max(0, added - KEPT); i--) {
      kept.add(ring[(int) (i % KEPT)]);
    }
    return kept;
  }

  /** The last decisions about a partition, the newest first. */
  public List<Decision> about(long partition, int most) {
    List<Decision> found = new ArrayList<>();
    for (long i = added - 1; i >= Math.max(0, added - KEPT) && found.size() < most; i--) {
      Decision decision = ring[(int) (i % KEPT)];
      if (decision.isAbout(partition)) {
        found.add(decision);
      }
    }
    return found;
  }
}
