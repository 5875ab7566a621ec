package org.thetisdb.lab.torture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * The order of faults, by a seed: rounds in which each kind comes once, and those with a mark twice
 * more, since a percentile needs many. For one thread.
 */
final class FaultOrder {
  private static final int MARKED_TIMES = 3;

  private final List<Fault> kinds;
  private final Random random;
  private final Deque<Fault> round = new ArrayDeque<>();

  FaultOrder(List<Fault> kinds, long seed) {
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException("None of these kinds of faults can be done here.");
    }
    this.kinds = List.copyOf(kinds);
    this.random = new Random(seed);
  }

  /** The next fault. */
  Fault next() {
    if (round.isEmpty()) {
      List<Fault> all = new ArrayList<>();
      for (Fault kind : kinds) {
        all.addAll(Collections.nCopies(kind.markMs() > 0 ? MARKED_TIMES : 1, kind));
      }
      Collections.shuffle(all, random);
      round.addAll(all);
    }
    return round.remove();
  }

  /** One of some sites. */
  int oneOf(List<Integer> sites) {
    return sites.get(random.nextInt(sites.size()));
  }
}
