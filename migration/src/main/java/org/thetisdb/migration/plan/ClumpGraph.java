package org.thetisdb.migration.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.agrona.collections.Int2IntCounterMap;

/**
 * What a sample of transactions accesses together, after Clay: a vertex for each range, as heavy as
 * transactions access it, and an edge between two, as heavy as transactions access both. A site's
 * load is the weight of its vertices, and more for each edge to another site. Vertices can be moved
 * to try it. Not thread-safe.
 */
final class ClumpGraph {
  /** Of a transaction with more vertices so many have edges, or it would have too many of them. */
  static final int MOST_TOGETHER = 16;

  private final int[] weights;
  private final List<Int2IntCounterMap> edges;
  private final int[] sites;
  private final double[] loads;
  private final double cost;

  /**
   * A graph.
   *
   * @param transactions the vertices that each accesses, none of them twice
   * @param sites of each vertex its master
   * @param highest number of a site
   * @param cost what an edge between two sites is to each of them, where an access is 1
   */
  ClumpGraph(List<int[]> transactions, int[] sites, int highest, double cost) {
    this.sites = sites.clone();
    this.cost = cost;
    this.weights = new int[sites.length];
    this.edges = new ArrayList<>(sites.length);
    for (int vertex = 0; vertex < sites.length; vertex++) {
      edges.add(new Int2IntCounterMap(0));
    }
    transactions.forEach(this::add);
    this.loads = new double[1 + highest];
    for (int vertex = 0; vertex < sites.length; vertex++) {
      loads[sites[vertex]] += weights[vertex] + cost * cut(vertex);
    }
  }

  private void add(int[] vertices) {
    for (int vertex : vertices) {
      weights[vertex]++;
    }
    int most = Math.min(vertices.length, MOST_TOGETHER);
    for (int i = 0; i < most; i++) {
      for (int j = 0; j < i; j++) {
        edges.get(vertices[i]).incrementAndGet(vertices[j]);
        edges.get(vertices[j]).incrementAndGet(vertices[i]);
      }
    }
  }

  private int cut(int vertex) {
    int[] sum = {0};
    edges
        .get(vertex)
        .forEach((other, weight) -> sum[0] += sites[other] == sites[vertex] ? 0 : weight);
    return sum[0];
  }

  /** How often a vertex is accessed. */
  int weight(int vertex) {
    return weights[vertex];
  }

  /** The site of a vertex now. */
  int site(int vertex) {
    return sites[vertex];
  }

  /** The load of a site now. */
  double load(int site) {
    return loads[site];
  }

  /** How much is accessed together, of one for each edge and transaction. */
  long pairs() {
    long[] both = {0};
    edges.forEach(each -> each.forEach((other, weight) -> both[0] += weight));
    return both[0] / 2;
  }

  /** How much is accessed together over two sites now. */
  long cut() {
    long both = 0;
    for (int vertex = 0; vertex < sites.length; vertex++) {
      both += cut(vertex);
    }
    return both / 2;
  }

  /**
   * Moves a vertex: an edge that was within its source costs both sites now, and one to its target
   * none.
   */
  void move(int vertex, int to) {
    int from = sites[vertex];
    if (from == to) {
      return;
    }
    loads[from] -= weights[vertex];
    loads[to] += weights[vertex];
    edges
        .get(vertex)
        .forEach(
            (other, weight) -> {
              int there = sites[other];
              double much = cost * weight;
              loads[from] += there == from ? much : -much;
              loads[to] += there == to ? -much : much;
            });
    sites[vertex] = to;
  }

  /** How much of a site is accessed together with some vertices. */
  long together(Collection<Integer> vertices, int site) {
    long[] sum = {0};
    for (int vertex : vertices) {
      edges.get(vertex).forEach((other, weight) -> sum[0] += sites[other] == site ? weight : 0);
    }
    return sum[0];
  }

  /** What a vertex is accessed together with, and how often. */
  Int2IntCounterMap edges(int vertex) {
    return edges.get(vertex);
  }
}
