package org.thetisdb.router.partitioning;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A smaller graph, in which pairs of nodes are one: each with the neighbour to which it has the
 * heaviest edge, as far as both are free and light enough. One that finds no neighbour pairs with
 * the next such node, so that nodes without edges become fewer, too.
 */
final class Coarsening {
  private static final int NOBODY = -1;

  private final Graph coarse;
  private final int[] coarseOf;

  private Coarsening(Graph coarse, int[] coarseOf) {
    this.coarse = coarse;
    this.coarseOf = coarseOf;
  }

  /** The smaller graph. */
  Graph coarse() {
    return coarse;
  }

  /** Parts of the larger graph, from parts of the smaller one. */
  int[] project(int[] coarseParts) {
    int[] parts = new int[coarseOf.length];
    for (int node = 0; node < parts.length; node++) {
      parts[node] = coarseParts[coarseOf[node]];
    }
    return parts;
  }

  static Coarsening of(Graph fine, long mostWeight, SplittableRandom random) {
    int[] mates = mates(fine, mostWeight, random);
    int[] coarseOf = new int[fine.nodes()];
    int count = 0;
    for (int node = 0; node < fine.nodes(); node++) {
      coarseOf[node] = mates[node] < node ? coarseOf[mates[node]] : count++;
    }
    Graph.Builder builder = new Graph.Builder(count);
    for (int node = 0; node < fine.nodes(); node++) {
      int mate = mates[node];
      if (mate >= node) {
        long both = fine.nodeWeight(node) + (mate == node ? 0 : fine.nodeWeight(mate));
        builder.weigh(coarseOf[node], both);
      }
      for (int at = fine.begin(node); at < fine.end(node); at++) {
        if (fine.neighbour(at) > node) {
          builder.join(coarseOf[node], coarseOf[fine.neighbour(at)], fine.weight(at));
        }
      }
    }
    return new Coarsening(builder.build(), coarseOf);
  }

  /** For each node the one that it becomes one with; itself if there is none. */
  private static int[] mates(Graph graph, long mostWeight, SplittableRandom random) {
    int[] mates = new int[graph.nodes()];
    Arrays.fill(mates, NOBODY);
    for (int node : shuffled(graph.nodes(), random)) {
      if (mates[node] == NOBODY) {
        int mate = heaviest(graph, node, mates, mostWeight);
        if (mate != NOBODY) {
          mates[node] = mate;
          mates[mate] = node;
        }
      }
    }
    int single = NOBODY;
    for (int node = 0; node < mates.length; node++) {
      if (mates[node] != NOBODY) {
        continue;
      }
      mates[node] = node;
      if (single != NOBODY && graph.nodeWeight(single) + graph.nodeWeight(node) <= mostWeight) {
        mates[node] = single;
        mates[single] = node;
        single = NOBODY;
      } else {
        single = node;
      }
    }
    return mates;
  }

  private static int heaviest(Graph graph, int node, int[] mates, long mostWeight) {
    int best = NOBODY;
    long most = 0;
    for (int at = graph.begin(node); at < graph.end(node); at++) {
      int other = graph.neighbour(at);
      if (mates[other] == NOBODY
          && graph.weight(at) > most
          && graph.nodeWeight(node) + graph.nodeWeight(other) <= mostWeight) {
        best = other;
        most = graph.weight(at);
      }
    }
    return best;
  }

  private static int[] shuffled(int count, SplittableRandom random) {
    int[] nodes = new int[count];
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i + 1);
      nodes[i] = nodes[other];
      nodes[other] = i;
    }
    return nodes;
  }
}
