package org.thetisdb.simulation.cluster.judge;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which transactions over several sites stand on which, and which are decided. */
final class Standing {
  private final Map<Long, Set<Long>> named = new HashMap<>();
  private final Set<Long> decided = new HashSet<>();

  /** A transaction has prepared something, and says on which ones it stands. */
  void add(long transaction, Iterable<Long> below) {
    Set<Long> all = named.computeIfAbsent(transaction, key -> new TreeSet<>());
    below.forEach(all::add);
  }

  /** Whether one stands on another, be it through others. */
  boolean isOn(long transaction, long below) {
    for (long each : named.getOrDefault(transaction, Set.of())) {
      if (each == below || (each > below && isOn(each, below))) {
        return true;
      }
    }
    return false;
  }

  /**
   * A transaction is decided.
   *
   * @return one that it stands on and that was not decided before; 0 if all were
   */
  long decide(long transaction) {
    decided.add(transaction);
    for (long each : named.getOrDefault(transaction, Set.of())) {
      if (!decided.contains(each)) {
        return each;
      }
    }
    return 0;
  }
}
