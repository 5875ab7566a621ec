package org.thetisdb.router.partitioning;

/**
 * A graph's nodes in parts, while they are moved about: what each part weighs, what is cut, and how
 * far parts are above what they may weigh. Not thread-safe.
 */
final class Bisection {
  final Graph graph;
  final int[] partOf;
  final long[] partWeights;
  private final long[] joins;
  private final long mostWeight;
  private long cut;
  private long overweight;

  /**
   * @param partOf taken over, not copied
   * @param mostWeight what a part may weigh
   */
  Bisection(Graph graph, int[] partOf, int parts, long mostWeight) {
    this.graph = graph;
    this.partOf = partOf;
    this.partWeights = new long[parts];
    this.joins = new long[parts];
    this.mostWeight = mostWeight;
    this.cut = graph.cut(partOf);
    for (int node = 0; node < partOf.length; node++) {
      partWeights[partOf[node]] += graph.nodeWeight(node);
    }
    for (long weight : partWeights) {
      overweight += above(weight);
    }
  }

  long cut() {
    return cut;
  }

  long overweight() {
    return overweight;
  }

  boolean isTooHeavy(int part) {
    return partWeights[part] > mostWeight;
  }

  /** Whether this is better than one with such a cut and overweight: balance comes first. */
  boolean isBetterThan(long otherOverweight, long otherCut) {
    return overweight == otherOverweight ? cut < otherCut : overweight < otherOverweight;
  }

  /**
   * The part to which the node had best go: of those that have room the one to which it has most
   * edges, and of these the lightest. -1 if none has room.
   */
  int bestTarget(int node) {
    fillJoins(node);
    int own = partOf[node];
    int best = -1;
    for (int part = 0; part < joins.length; part++) {
      if (part == own || partWeights[part] + graph.nodeWeight(node) > mostWeight) {
        continue;
      }
      if (best == -1
          || joins[part] > joins[best]
          || (joins[part] == joins[best] && partWeights[part] < partWeights[best])) {
        best = part;
      }
    }
    return best;
  }

  /** By how much the cut becomes less if the node goes to a part. */
  long gain(int node, int part) {
    fillJoins(node);
    return joins[part] - joins[partOf[node]];
  }

  private void fillJoins(int node) {
    java.util.Arrays.fill(joins, 0);
    for (int at = graph.begin(node); at < graph.end(node); at++) {
      joins[partOf[graph.neighbour(at)]] += graph.weight(at);
    }
  }

  boolean isAtBorder(int node) {
    for (int at = graph.begin(node); at < graph.end(node); at++) {
      if (partOf[graph.neighbour(at)] != partOf[node]) {
        return true;
      }
    }
    return false;
  }

  void move(int node, int part) {
    cut -= gain(node, part);
    int own = partOf[node];
    overweight -= above(partWeights[own]) + above(partWeights[part]);
    partWeights[own] -= graph.nodeWeight(node);
    partWeights[part] += graph.nodeWeight(node);
    overweight += above(partWeights[own]) + above(partWeights[part]);
    partOf[node] = part;
  }

  private long above(long weight) {
    return Math.max(0, weight - mostWeight);
  }
}
