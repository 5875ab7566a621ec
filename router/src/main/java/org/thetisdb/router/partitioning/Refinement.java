package org.thetisdb.router.partitioning;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Makes a cut smaller by moving single nodes: in each pass the node with the highest gain goes
 * first, each at most once, even where the cut becomes larger by it; what was best is kept
 * (Fiduccia and Mattheyses 1982, for more than two parts). Bounded: so many passes, and a pass ends
 * when so many moves in a row found nothing better.
 */
final class Refinement {
  private static final int MOST_PASSES = 10;
  private static final int LEAST_PATIENCE = 100;
  private static final int MOST_PATIENCE = 2_000;

  /** Nodes with more edges are not looked at again with each move of a neighbour. */
  private static final int HUB_EDGES = 256;

  private static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingLong(Candidate::gain).reversed().thenComparingInt(Candidate::node);

  private record Candidate(long gain, int node, int target) {}

  private final Bisection cutting;
  private final Graph graph;
  private final boolean[] moved;
  private final boolean[] queued;
  private final int[] movedNodes;
  private final int[] cameFrom;
  private final PriorityQueue<Candidate> queue = new PriorityQueue<>(BEST_FIRST);

  private Refinement(Bisection cutting) {
    this.cutting = cutting;
    this.graph = cutting.graph;
    this.moved = new boolean[graph.nodes()];
    this.queued = new boolean[graph.nodes()];
    this.movedNodes = new int[graph.nodes()];
    this.cameFrom = new int[graph.nodes()];
  }

  /** Refines until a pass finds nothing. */
  static void refine(Bisection cutting) {
    Refinement refinement = new Refinement(cutting);
    refinement.lighten();
    for (int pass = 0; pass < MOST_PASSES && refinement.pass(); pass++) {
      refinement.lighten();
    }
  }

  /** Moves nodes away from parts that are too heavy, those first that cost least. */
  private void lighten() {
    if (cutting.overweight() == 0) {
      return;
    }
    queue.clear();
    for (int node = 0; node < graph.nodes(); node++) {
      if (cutting.isTooHeavy(cutting.partOf[node])) {
        offer(node);
      }
    }
    while (!queue.isEmpty() && cutting.overweight() > 0) {
      Candidate first = queue.poll();
      int target = cutting.bestTarget(first.node());
      if (target >= 0 && cutting.isTooHeavy(cutting.partOf[first.node()])) {
        cutting.move(first.node(), target);
      }
    }
  }

  /** One pass; returns whether it found something better. */
  private boolean pass() {
    start();
    long firstCut = cutting.cut();
    long firstOverweight = cutting.overweight();
    long bestCut = firstCut;
    long bestOverweight = firstOverweight;
    int count = 0;
    int best = 0;
    int patience = Math.min(MOST_PATIENCE, Math.max(LEAST_PATIENCE, graph.nodes() / 20));
    while (!queue.isEmpty() && count - best < patience) {
      Candidate first = queue.poll();
      queued[first.node()] = false;
      if (moved[first.node()] || !isStillGood(first)) {
        continue;
      }
      movedNodes[count] = first.node();
      cameFrom[count++] = cutting.partOf[first.node()];
      go(first);
      if (cutting.isBetterThan(bestOverweight, bestCut)) {
        best = count;
        bestCut = cutting.cut();
        bestOverweight = cutting.overweight();
      }
    }
    while (count > best) {
      count--;
      cutting.move(movedNodes[count], cameFrom[count]);
    }
    return cutting.isBetterThan(firstOverweight, firstCut);
  }

  private void start() {
    queue.clear();
    java.util.Arrays.fill(moved, false);
    java.util.Arrays.fill(queued, false);
    for (int node = 0; node < graph.nodes(); node++) {
      if (cutting.isAtBorder(node)) {
        offer(node);
      }
    }
  }

  private void offer(int node) {
    int target = cutting.bestTarget(node);
    if (target >= 0) {
      queue.add(new Candidate(cutting.gain(node, target), node, target));
      queued[node] = true;
    }
  }

  /** What has become worse since it was offered stands in line again. */
  private boolean isStillGood(Candidate candidate) {
    int target = cutting.bestTarget(candidate.node());
    if (target < 0) {
      return false;
    }
    long gain = cutting.gain(candidate.node(), target);
    if (target == candidate.target() && gain >= candidate.gain()) {
      return true;
    }
    queue.add(new Candidate(gain, candidate.node(), target));
    queued[candidate.node()] = true;
    return false;
  }

  private void go(Candidate candidate) {
    cutting.move(candidate.node(), candidate.target());
    moved[candidate.node()] = true;
    for (int at = graph.begin(candidate.node()); at < graph.end(candidate.node()); at++) {
      int neighbour = graph.neighbour(at);
      boolean isHubInLine = queued[neighbour] && graph.degree(neighbour) > HUB_EDGES;
      if (!moved[neighbour] && !isHubInLine) {
        offer(neighbour);
      }
    }
  }
}
