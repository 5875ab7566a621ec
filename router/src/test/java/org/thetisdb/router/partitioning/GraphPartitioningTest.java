package org.thetisdb.router.partitioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GraphPartitioningTest {
  private static final double IMBALANCE = 1.1;

  @Test
  void onSmallGraphsTheCutIsHardlyAboveTheBestThereIs() {
    long found = 0;
    long best = 0;
    for (int seed = 0; seed < 60; seed++) {
      int parts = 2 + seed % 2;
      Graph graph = random(9, 18, seed);
      GraphPartitioning cut = GraphPartitioning.of(graph, parts, IMBALANCE, seed);
      assertThat(cut.cut()).isEqualTo(graph.cut(cut.partOf()));
      assertBalanced(graph, cut, parts);
      found += cut.cut();
      best += bestCut(graph, parts);
    }
    assertThat(best).isPositive();
    assertThat(found).isBetween(best, best + best / 50);
  }

  @Test
  void partsThatWereHiddenInALargeGraphAreFound() {
    for (int parts : new int[] {2, 4, 7}) {
      Planted planted = new Planted(parts, 3_000, parts);
      GraphPartitioning cut = GraphPartitioning.of(planted.graph, parts, IMBALANCE, 1);
      assertBalanced(planted.graph, cut, parts);
      assertThat(cut.cut())
          .as("%s parts", parts)
          .isLessThanOrEqualTo(planted.graph.cut(planted.partOf));
    }
  }

  @Test
  void oneSeedGivesOneCut() {
    Graph graph = random(2_000, 8_000, 5);
    assertThat(GraphPartitioning.of(graph, 3, IMBALANCE, 9).partOf())
        .isEqualTo(GraphPartitioning.of(graph, 3, IMBALANCE, 9).partOf());
  }

  @Test
  void nodesWithoutEdgesAreDividedByWeight() {
    Graph.Builder builder = new Graph.Builder(10_000);
    SplittableRandom random = new SplittableRandom(3);
    for (int node = 0; node < 10_000; node++) {
      builder.weigh(node, 1 + random.nextInt(50));
    }
    Graph graph = builder.build();
    GraphPartitioning cut = GraphPartitioning.of(graph, 5, 1.02, 1);
    assertThat(cut.cut()).isZero();
    for (long weight : cut.partWeights()) {
      assertThat((double) weight).isBetween(0.9 * total(graph) / 5, 1.02 * total(graph) / 5 + 1);
    }
  }

  @Test
  void aNodeHeavierThanAPartIsAPart() {
    Graph.Builder builder = new Graph.Builder(11);
    builder.weigh(0, 100);
    for (int node = 1; node < 11; node++) {
      builder.join(0, node, 1);
    }
    GraphPartitioning cut = GraphPartitioning.of(builder.build(), 2, IMBALANCE, 1);
    assertThat(cut.partWeights()).containsExactlyInAnyOrder(100, 10);
  }

  @Test
  void aStarWithManyLeavesIsCutInTime() {
    int leaves = 100_000;
    Graph.Builder builder = new Graph.Builder(leaves + 1);
    for (int leaf = 1; leaf <= leaves; leaf++) {
      builder.join(0, leaf, 1);
    }
    Graph graph = builder.build();
    assertBalanced(graph, GraphPartitioning.of(graph, 4, IMBALANCE, 1), 4);
  }

  @Test
  void nothingAndOnePartAreCutToo() {
    assertThat(GraphPartitioning.of(new Graph.Builder(0).build(), 3, IMBALANCE, 1).partWeights())
        .containsExactly(0, 0, 0);
    assertThat(GraphPartitioning.of(random(50, 100, 1), 1, IMBALANCE, 1).cut()).isZero();
    assertThatThrownBy(() -> GraphPartitioning.of(random(5, 5, 1), 0, IMBALANCE, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void assertBalanced(Graph graph, GraphPartitioning cut, int parts) {
    for (long weight : cut.partWeights()) {
      assertThat(weight)
          .isLessThanOrEqualTo((long) Math.ceil(IMBALANCE * graph.totalWeight() / parts));
    }
  }

  private static double total(Graph graph) {
    return graph.totalWeight();
  }

  private static Graph random(int nodes, int edges, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder builder = new Graph.Builder(nodes);
    for (int edge = 0; edge < edges; edge++) {
      builder.join(random.nextInt(nodes), random.nextInt(nodes), 1 + random.nextInt(9));
    }
    return builder.build();
  }

  /** Tries all ways to cut a graph whose nodes weigh 1. */
  private static long bestCut(Graph graph, int parts) {
    long most = (long) Math.ceil(IMBALANCE * graph.totalWeight() / parts);
    int[] partOf = new int[graph.nodes()];
    long best = Long.MAX_VALUE;
    do {
      if (isBalanced(partOf, parts, most)) {
        best = Math.min(best, graph.cut(partOf));
      }
    } while (countUp(partOf, parts));
    return best;
  }

  private static boolean isBalanced(int[] partOf, int parts, long most) {
    int[] counts = new int[parts];
    for (int part : partOf) {
      if (++counts[part] > most) {
        return false;
      }
    }
    return true;
  }

  private static boolean countUp(int[] digits, int base) {
    for (int i = 0; i < digits.length; i++) {
      if (++digits[i] < base) {
        return true;
      }
      digits[i] = 0;
    }
    return false;
  }

  /** A graph with parts that have many edges within and few between. */
  private static final class Planted {
    final int[] partOf;
    final Graph graph;

    Planted(int parts, int nodesOfPart, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      int nodes = parts * nodesOfPart;
      partOf = new int[nodes];
      for (int node = 0; node < nodes; node++) {
        partOf[node] = node % parts;
      }
      Graph.Builder builder = new Graph.Builder(nodes);
      for (int edge = 0; edge < nodes * 8; edge++) {
        int node = random.nextInt(nodes);
        boolean inside = random.nextInt(20) > 0;
        int other =
            inside ? random.nextInt(nodesOfPart) * parts + partOf[node] : random.nextInt(nodes);
        builder.join(node, other, 1);
      }
      graph = builder.build();
    }
  }
}
