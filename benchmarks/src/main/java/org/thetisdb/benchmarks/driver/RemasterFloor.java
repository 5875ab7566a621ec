package org.thetisdb.benchmarks.driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How many of some transactions must remaster whatever the placement, if each site is to have its
 * share of the writes: those that write at two sites in the best placement that is found. Groups of
 * rows that are ever written together are laid at one site while that has room; a larger knot is
 * cut, group by group to where its companions are, and then improved by moving single groups. The
 * best placement may be better still, so the figure is a bound from above of the true floor.
 */
final class RemasterFloor {
  /** How far a site may be above its share. */
  private static final double SLACK = 1.05;

  private static final int ROUNDS = 8;
  private static final int NOWHERE = -1;

  private final List<int[]> transactions;
  private final int sites;
  private final int[] siteOf;
  private final long[] weight;
  private final int[][] transactionsOf;
  private final long[] load;
  private double room;

  private RemasterFloor(List<int[]> transactions, int sites, int groups) {
    this.transactions = transactions;
    this.sites = sites;
    this.siteOf = new int[groups];
    this.weight = new long[groups];
    this.transactionsOf = new int[groups][];
    this.load = new long[sites];
  }

  /**
   * The share of the transactions, 0 to 1.
   *
   * @param transactions the groups that each writes; those that write none count in the whole
   */
  static double of(List<int[]> transactions, int sites) {
    int groups = 0;
    for (int[] written : transactions) {
      for (int group : written) {
        groups = Math.max(groups, group + 1);
      }
    }
    if (sites < 2 || groups == 0) {
      return 0;
    }
    RemasterFloor floor = new RemasterFloor(transactions, sites, groups);
    floor.count();
    floor.place();
    for (int round = 0; round < ROUNDS && floor.improve(); round++) {
      // each round makes it better, or is the last
    }
    return (double) floor.crossing() / transactions.size();
  }

  private void count() {
    int[] filled = new int[weight.length];
    for (int[] written : transactions) {
      for (int group : written) {
        weight[group]++;
      }
    }
    long heaviest = 0;
    long all = 0;
    for (int group = 0; group < weight.length; group++) {
      transactionsOf[group] = new int[(int) weight[group]];
      heaviest = Math.max(heaviest, weight[group]);
      all += weight[group];
    }
    for (int number = 0; number < transactions.size(); number++) {
      for (int group : transactions.get(number)) {
        transactionsOf[group][filled[group]++] = number;
      }
    }
    room = Math.max((double) heaviest, SLACK * all / sites);
  }

  private void place() {
    Arrays.fill(siteOf, NOWHERE);
    List<List<Integer>> knots = knots();
    knots.sort(Comparator.comparingLong(this::weightOf).reversed());
    for (List<Integer> knot : knots) {
      int least = leastLoaded();
      if (load[least] + weightOf(knot) <= room) {
        knot.forEach(group -> put(group, least));
      } else {
        knot.forEach(group -> put(group, bestFor(group)));
      }
    }
  }

  /** Groups that are tied by transactions, each knot in the order in which it was walked. */
  private List<List<Integer>> knots() {
    boolean[] walked = new boolean[weight.length];
    List<List<Integer>> knots = new ArrayList<>();
    for (int start = 0; start < weight.length; start++) {
      if (!walked[start] && weight[start] > 0) {
        walked[start] = true;
        List<Integer> knot = new ArrayList<>(List.of(start));
        for (int next = 0; next < knot.size(); next++) {
          walkFrom(knot.get(next), walked, knot);
        }
        knots.add(knot);
      }
    }
    return knots;
  }

  private void walkFrom(int group, boolean[] walked, List<Integer> knot) {
    for (int number : transactionsOf[group]) {
      for (int companion : transactions.get(number)) {
        if (!walked[companion]) {
          walked[companion] = true;
          knot.add(companion);
        }
      }
    }
  }

  private long weightOf(List<Integer> knot) {
    return knot.stream().mapToLong(group -> weight[group]).sum();
  }

  private int leastLoaded() {
    int least = 0;
    for (int site = 1; site < sites; site++) {
      least = load[site] < load[least] ? site : least;
    }
    return least;
  }

  private void put(int group, int site) {
    if (siteOf[group] != NOWHERE) {
      load[siteOf[group]] -= weight[group];
    }
    siteOf[group] = site;
    load[site] += weight[group];
  }

  /** Where most companions are, among the sites with room; the least loaded if none has. */
  private int bestFor(int group) {
    long[] companions = companionsOf(group);
    int best = NOWHERE;
    for (int site = 0; site < sites; site++) {
      boolean fits = site == siteOf[group] || load[site] + weight[group] <= room;
      boolean better =
          best == NOWHERE
              || companions[site] > companions[best]
              || (companions[site] == companions[best] && load[site] < load[best]);
      best = fits && better ? site : best;
    }
    return best == NOWHERE ? leastLoaded() : best;
  }

  private long[] companionsOf(int group) {
    long[] companions = new long[sites];
    for (int number : transactionsOf[group]) {
      for (int companion : transactions.get(number)) {
        if (companion != group && siteOf[companion] != NOWHERE) {
          companions[siteOf[companion]]++;
        }
      }
    }
    return companions;
  }

  /** Moves each group to where most of its companions are; false if none moved. */
  private boolean improve() {
    boolean moved = false;
    for (int group = 0; group < weight.length; group++) {
      if (weight[group] > 0) {
        long[] companions = companionsOf(group);
        int best = bestFor(group);
        if (companions[best] > companions[siteOf[group]]) {
          put(group, best);
          moved = true;
        }
      }
    }
    return moved;
  }

  private int crossing() {
    int crossing = 0;
    for (int[] written : transactions) {
      boolean crosses = false;
      for (int group : written) {
        crosses |= siteOf[group] != siteOf[written[0]];
      }
      crossing += crosses ? 1 : 0;
    }
    return crossing;
  }
}
