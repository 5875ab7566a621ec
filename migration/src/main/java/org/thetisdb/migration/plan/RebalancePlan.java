package org.thetisdb.migration.plan;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is to move, and what is expected of it.
 *
 * @param moves in an order in which each leaves room if those before it are done; no range is in
 *     two of them
 * @param before how busy each site is
 * @param after how busy it is expected to be then
 */
public record RebalancePlan(
    List<PlannedMove> moves, SortedMap<Integer, Double> before, SortedMap<Integer, Double> after) {
  /** Copies what it is made of. */
  public RebalancePlan {
    moves = List.copyOf(moves);
    before = Collections.unmodifiableSortedMap(new TreeMap<>(before));
    after = Collections.unmodifiableSortedMap(new TreeMap<>(after));
  }

  /** By which share of the mean the busiest site is busier than that; 0 if none is busy. */
  public static double imbalance(Map<Integer, Double> busy) {
    double sum = busy.values().stream().mapToDouble(each -> each).sum();
    return sum <= 0 ? 0 : most(busy) * busy.size() / sum - 1;
  }

  static double most(Map<Integer, Double> busy) {
    return busy.values().stream().mapToDouble(each -> each).max().orElse(0);
  }
}
