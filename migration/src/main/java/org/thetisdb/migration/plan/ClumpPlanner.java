package org.thetisdb.migration.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.core.placement.Migration.Way;

/**
 * Finds clumps that relieve overloaded sites (Serafini and others, "Clay: Fine-Grained Adaptive
 * Partitioning for General Database Schemas", PVLDB 10(4), 2016). A clump begins with the hottest
 * range of an overloaded site, and takes in what its ranges are accessed with most, of any site. Of
 * the clumps on this way the best one moves: that leaves the site least overloaded, and then that
 * leaves least accessed over several sites. Tried are its target so far, the site that its ranges
 * are accessed with most, and the one with the least load. A clump may go where no site becomes
 * overloaded by it, or more than it is.
 *
 * <p>It ends when nothing becomes better for some steps, though more would fit; no range moves
 * twice; and no site is added. For use by one thread, once.
 */
public final class ClumpPlanner {
  /**
   * What a pair over two sites is to each, where an access is 1. A transaction of two ranges is 1
   * task at one site, which is 2 accesses here, and 1.8 at each of two: there it is one access, and
   * so much more.
   */
  static final double PAIR_OVER_SITES = 2 * SampledWork.DISTRIBUTED - 1;

  /** Steps in which a clump grows and becomes no better, before the best so far moves. */
  private static final int LOOK_AHEAD = 5;

  /** Ranges of an overloaded site around which a clump is sought in vain, before it is given up. */
  private static final int MOST_SEEDS = 32;

  private static final double EPSILON = 1e-9;

  private final ClumpGraph graph;
  private final List<MovableRange> ranges;
  private final Map<Integer, Long> room = new TreeMap<>();
  private final int mostMoves;
  private final double mean;
  private final double bound;
  private final double together;
  private final Set<Integer> moved = new HashSet<>();
  private final List<Clump> clumps = new ArrayList<>();

  /** A clump and where it would go. */
  private record Candidate(List<Integer> vertices, int target, double excess, double load) {
    boolean isBetterThan(Candidate other) {
      return other == null
          || excess < other.excess - EPSILON
          || (excess < other.excess + EPSILON && load < other.load - EPSILON);
    }
  }

  private ClumpPlanner(
      List<LoadedSite> sites,
      List<MovableRange> ranges,
      List<int[]> transactions,
      double even,
      int mostMoves) {
    int highest = 0;
    int[] masters = new int[ranges.size()];
    for (LoadedSite site : sites) {
      room.put(site.site(), site.roomBytes());
      highest = Math.max(highest, site.site());
    }
    for (int i = 0; i < masters.length; i++) {
      masters[i] = ranges.get(i).master();
      highest = Math.max(highest, masters[i]);
    }
    this.ranges = ranges;
    this.mostMoves = mostMoves;
    this.graph = new ClumpGraph(transactions, masters, highest, PAIR_OVER_SITES);
    this.mean = sumOfLoads() / Math.max(1, room.size());
    this.bound = mean * (1 + even);
    this.together = Math.max(1, graph.pairs());
  }

  /**
   * The clumps that are to move, in this order; none if no site is overloaded, or nothing helps.
   *
   * @param sites those that share the load
   * @param ranges what is known to be accessed; no key is in two of them
   * @param transactions the ranges that each transaction accesses, by their places in the list
   * @param even a site is overloaded whose load is more than the mean by more than this share of it
   * @param mostMoves ranges that move at most
   */
  public static List<Clump> plan(
      List<LoadedSite> sites,
      List<MovableRange> ranges,
      List<int[]> transactions,
      double even,
      int mostMoves) {
    return new ClumpPlanner(sites, ranges, transactions, even, mostMoves).plan();
  }

  private List<Clump> plan() {
    Set<Integer> givenUp = new TreeSet<>();
    int overloaded = mostOverloaded(givenUp);
    while (overloaded != 0 && moved.size() < mostMoves) {
      Candidate found = search(overloaded);
      if (found == null) {
        givenUp.add(overloaded);
      } else {
        move(overloaded, found);
      }
      overloaded = mostOverloaded(givenUp);
    }
    return List.copyOf(clumps);
  }

  private double sumOfLoads() {
    return room.keySet().stream().mapToDouble(graph::load).sum();
  }

  /** The site that is most of all above the bound; 0 if none is. */
  private int mostOverloaded(Set<Integer> givenUp) {
    return room.keySet().stream()
        .filter(site -> !givenUp.contains(site) && graph.load(site) > bound + EPSILON)
        .max(
            Comparator.<Integer>comparingDouble(graph::load)
                .thenComparing(Comparator.reverseOrder()))
        .orElse(0);
  }

  private Candidate search(int overloaded) {
    List<Integer> hottest = new ArrayList<>();
    for (int vertex = 0; vertex < ranges.size(); vertex++) {
      if (graph.site(vertex) == overloaded && mayMove(vertex) && graph.weight(vertex) > 0) {
        hottest.add(vertex);
      }
    }
    hottest.sort(Comparator.<Integer>comparingInt(graph::weight).reversed().thenComparing(v -> v));
    for (int vertex : hottest.subList(0, Math.min(MOST_SEEDS, hottest.size()))) {
      Candidate found = grow(vertex, overloaded);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private boolean mayMove(int vertex) {
    return !moved.contains(vertex) && room.containsKey(graph.site(vertex));
  }

  /** Grows a clump from one range on; null if no clump around it may go anywhere. */
  private Candidate grow(int first, int overloaded) {
    Set<Integer> clump = new LinkedHashSet<>();
    Map<Integer, Long> neighbours = new HashMap<>();
    int next = first;
    int target = 0;
    Candidate best = null;
    int ahead = LOOK_AHEAD;
    while (next >= 0 && ahead > 0 && moved.size() + clump.size() < mostMoves) {
      clump.add(next);
      neighbours.remove(next);
      graph
          .edges(next)
          .forEach(
              (other, weight) -> {
                if (!clump.contains(other) && mayMove(other)) {
                  neighbours.merge(other, (long) weight, Long::sum);
                }
              });
      Candidate now = placed(clump, overloaded, target);
      target = now == null ? target : now.target;
      if (now != null && now.isBetterThan(best)) {
        best = now;
        ahead = LOOK_AHEAD;
      } else if (best != null) {
        ahead--;
      }
      next = mostTogether(neighbours, target);
    }
    return best;
  }

  /** What is accessed with a clump most, and is not at its target anyway; -1 if nothing is. */
  private int mostTogether(Map<Integer, Long> neighbours, int target) {
    return neighbours.entrySet().stream()
        .filter(each -> graph.site(each.getKey()) != target)
        .max(
            Map.Entry.<Integer, Long>comparingByValue()
                .thenComparing(Map.Entry.<Integer, Long>comparingByKey().reversed()))
        .map(Map.Entry::getKey)
        .orElse(-1);
  }

  /** A clump at the best of three sites; null if it may go to none of them. */
  private Candidate placed(Set<Integer> clump, int overloaded, int target) {
    Set<Integer> targets = new LinkedHashSet<>();
    targets.add(target);
    targets.add(mostAccessedWith(clump, overloaded));
    targets.add(leastLoaded());
    Candidate best = null;
    for (int each : targets) {
      if (each != 0 && each != overloaded && hasRoom(clump, each)) {
        Candidate there = at(clump, overloaded, each);
        best = there != null && there.isBetterThan(best) ? there : best;
      }
    }
    return best;
  }

  private int mostAccessedWith(Set<Integer> clump, int overloaded) {
    int found = 0;
    long most = 0;
    for (int site : room.keySet()) {
      long sum = site == overloaded ? 0 : graph.together(clump, site);
      if (sum > most) {
        most = sum;
        found = site;
      }
    }
    return found;
  }

  private int leastLoaded() {
    return room.keySet().stream()
        .min(Comparator.<Integer>comparingDouble(graph::load).thenComparing(site -> site))
        .orElse(0);
  }

  private boolean hasRoom(Set<Integer> clump, int target) {
    long bytes = 0;
    for (int vertex : clump) {
      bytes += ranges.get(vertex).isHeldBy(target) ? 0 : ranges.get(vertex).bytes();
    }
    return bytes <= room.get(target);
  }

  /** A clump at a site as it would be; null if that site, or another, had too much to do then. */
  private Candidate at(Set<Integer> clump, int overloaded, int target) {
    Map<Integer, Double> before = new TreeMap<>();
    room.keySet().forEach(site -> before.put(site, graph.load(site)));
    Map<Integer, Integer> home = new HashMap<>();
    for (int vertex : clump) {
      home.put(vertex, graph.site(vertex));
      graph.move(vertex, target);
    }
    boolean isFeasible = graph.load(overloaded) < before.get(overloaded) - EPSILON;
    for (Map.Entry<Integer, Double> site : before.entrySet()) {
      double then = graph.load(site.getKey());
      isFeasible &= then <= bound + EPSILON || then <= site.getValue() + EPSILON;
    }
    Candidate found =
        isFeasible
            ? new Candidate(
                List.copyOf(clump),
                target,
                Math.max(0, graph.load(overloaded) - bound),
                sumOfLoads())
            : null;
    home.forEach(graph::move);
    return found;
  }

  private void move(int overloaded, Candidate found) {
    double load = graph.load(overloaded);
    double cut = graph.cut() / together;
    List<PlannedMove> moves = new ArrayList<>();
    for (int vertex : found.vertices) {
      MovableRange range = ranges.get(vertex);
      int from = graph.site(vertex);
      moved.add(vertex);
      if (from != found.target) {
        Way way = range.isHeldBy(found.target) ? Way.PROMOTE : Way.COPY;
        PlannedMove move = new PlannedMove(range, from, found.target, way);
        room.merge(found.target, -move.sentBytes(), Long::sum);
        moves.add(move);
        graph.move(vertex, found.target);
      }
    }
    clumps.add(
        new Clump(
            overloaded,
            moves,
            load / mean,
            graph.load(overloaded) / mean,
            cut,
            graph.cut() / together));
  }
}
