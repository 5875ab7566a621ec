package org.thetisdb.router.partitioning;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Cuts a graph into parts of about one weight. The graph is made smaller until it has few nodes,
 * cut several times by growing parts from random nodes, and the best of these cuts is refined while
 * the graph becomes larger again. Memory is a small multiple of the graph; time is near to linear
 * in its edges. The result is good, not the best there is, which nobody finds in reasonable time.
 *
 * @param partOf for each node its part, from 0
 * @param partWeights what the nodes of each part weigh
 * @param cut weight of the edges between parts
 */
public record GraphPartitioning(int[] partOf, long[] partWeights, long cut) {
  private static final int TRIES = 16;
  private static final int NODES_OF_PART = 30;
  private static final int LEAST_NODES = 120;

  /** No node of the smaller graphs is heavier than this share of a part. */
  private static final int SHARE_OF_PART = 8;

  /** A smaller graph that has more than this share of the nodes is not worth its memory. */
  private static final double LEAST_SHRINKING = 0.95;

  private record Pull(long strength, int node) {}

  /**
   * Cuts a graph. A part weighs at most {@code imbalance} times the mean, or as much as the
   * heaviest node if that is more; where nodes are too large to be packed so, a part may be above.
   *
   * @param parts how many; at least 1
   * @param imbalance at least 1
   * @param seed of all choices
   */
  public static GraphPartitioning of(Graph graph, int parts, double imbalance, long seed) {
    if (parts < 1 || !(imbalance >= 1)) {
      throw new IllegalArgumentException(parts + " parts with imbalance " + imbalance);
    }
    SplittableRandom random = new SplittableRandom(seed);
    long mostWeight = mostWeight(graph, parts, imbalance);
    Deque<Coarsening> levels = new ArrayDeque<>();
    Graph small = graph;
    long heaviest = Math.max(1, graph.totalWeight() / parts / SHARE_OF_PART);
    while (small.nodes() > Math.max(LEAST_NODES, NODES_OF_PART * parts)) {
      Coarsening next = Coarsening.of(small, heaviest, random);
      if (next.coarse().nodes() > small.nodes() * LEAST_SHRINKING) {
        break;
      }
      levels.push(next);
      small = next.coarse();
    }
    Bisection cutting = bestOfTries(small, parts, mostWeight, random);
    while (!levels.isEmpty()) {
      Coarsening level = levels.pop();
      Graph larger = levels.isEmpty() ? graph : levels.peek().coarse();
      cutting = new Bisection(larger, level.project(cutting.partOf), parts, mostWeight);
      Refinement.refine(cutting);
    }
    return new GraphPartitioning(cutting.partOf, cutting.partWeights, cutting.cut());
  }

  /**
   * The same cut or a better one with fewer borders between neighbouring numbers: a node goes to
   * the part of the one before it, where nothing more is cut by that and there is room.
   */
  public GraphPartitioning smoothed(Graph graph, double imbalance) {
    int parts = partWeights.length;
    long mostWeight = mostWeight(graph, parts, imbalance);
    Bisection cutting = new Bisection(graph, partOf.clone(), parts, mostWeight);
    for (int node = 1; node < graph.nodes(); node++) {
      int before = cutting.partOf[node - 1];
      if (cutting.partOf[node] != before
          && cutting.partWeights[before] + graph.nodeWeight(node) <= mostWeight
          && cutting.gain(node, before) >= 0) {
        cutting.move(node, before);
      }
    }
    return new GraphPartitioning(cutting.partOf, cutting.partWeights, cutting.cut());
  }

  private static long mostWeight(Graph graph, int parts, double imbalance) {
    long most = (long) Math.ceil(imbalance * graph.totalWeight() / parts);
    for (int node = 0; node < graph.nodes(); node++) {
      most = Math.max(most, graph.nodeWeight(node));
    }
    return most;
  }

  private static Bisection bestOfTries(
      Graph graph, int parts, long mostWeight, SplittableRandom random) {
    Bisection best = null;
    for (int i = 0; i < TRIES; i++) {
      Bisection next = new Bisection(graph, grown(graph, parts, random), parts, mostWeight);
      Refinement.refine(next);
      if (best == null || next.isBetterThan(best.overweight(), best.cut())) {
        best = next;
      }
    }
    return best;
  }

  /**
   * Grows one part after the other from a random node, along the heaviest edges; the last is the
   * rest.
   */
  private static int[] grown(Graph graph, int parts, SplittableRandom random) {
    int[] partOf = new int[graph.nodes()];
    java.util.Arrays.fill(partOf, parts - 1);
    boolean[] taken = new boolean[graph.nodes()];
    int left = graph.nodes();
    long leftWeight = graph.totalWeight();
    for (int part = 0; part < parts - 1; part++) {
      long wanted = leftWeight / (parts - part);
      long weight = 0;
      long[] pulls = new long[graph.nodes()];
      PriorityQueue<Pull> queue =
          new PriorityQueue<>(
              Comparator.comparingLong(Pull::strength).reversed().thenComparingInt(Pull::node));
      while (weight < wanted && left > 0) {
        Pull next = queue.poll();
        int node = next == null ? anyFree(taken, random) : next.node();
        if (taken[node]) {
          continue;
        }
        taken[node] = true;
        left--;
        partOf[node] = part;
        weight += graph.nodeWeight(node);
        pull(graph, node, taken, pulls, queue);
      }
      leftWeight -= weight;
    }
    return partOf;
  }

  private static void pull(
      Graph graph, int node, boolean[] taken, long[] pulls, PriorityQueue<Pull> queue) {
    for (int at = graph.begin(node); at < graph.end(node); at++) {
      int other = graph.neighbour(at);
      if (!taken[other]) {
        pulls[other] += graph.weight(at);
        queue.add(new Pull(pulls[other], other));
      }
    }
  }

  private static int anyFree(boolean[] taken, SplittableRandom random) {
    int node = random.nextInt(taken.length);
    while (taken[node]) {
      node = (node + 1) % taken.length;
    }
    return node;
  }
}
