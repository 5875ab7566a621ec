package org.thetisdb.router.partitioning;

import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * An undirected graph with weights on nodes and edges. Nodes are numbered from 0. Immutable, so any
 * thread may read it.
 */
public final class Graph {
  private final long[] nodeWeights;
  private final int[] begins;
  private final int[] neighbours;
  private final long[] weights;
  private final long total;

  private Graph(long[] nodeWeights, int[] begins, int[] neighbours, long[] weights) {
    this.nodeWeights = nodeWeights;
    this.begins = begins;
    this.neighbours = neighbours;
    this.weights = weights;
    this.total = Arrays.stream(nodeWeights).sum();
  }

  /** Number of nodes. */
  public int nodes() {
    return nodeWeights.length;
  }

  /** Number of edges. */
  public int edges() {
    return neighbours.length / 2;
  }

  /** The weight of a node; at least 1. */
  public long nodeWeight(int node) {
    return nodeWeights[node];
  }

  /** The weight of all nodes. */
  public long totalWeight() {
    return total;
  }

  /** The weight of the edges whose ends are in different parts. */
  public long cut(int[] partOf) {
    long twice = 0;
    for (int node = 0; node < nodes(); node++) {
      for (int at = begin(node); at < end(node); at++) {
        twice += partOf[node] == partOf[neighbour(at)] ? 0 : weight(at);
      }
    }
    return twice / 2;
  }

  /** The edges of a node are at {@code begin(node)} to {@code end(node)}, which is exclusive. */
  int begin(int node) {
    return begins[node];
  }

  int end(int node) {
    return begins[node + 1];
  }

  int degree(int node) {
    return begins[node + 1] - begins[node];
  }

  int neighbour(int at) {
    return neighbours[at];
  }

  long weight(int at) {
    return weights[at];
  }

  /** Collects nodes and edges. Not thread-safe. */
  public static final class Builder {
    private static final long NONE = 0;

    private final long[] nodeWeights;
    private final Long2LongHashMap edges = new Long2LongHashMap(NONE);

    /** A graph of so many nodes, each of weight 1. */
    public Builder(int nodes) {
      this.nodeWeights = new long[nodes];
      Arrays.fill(nodeWeights, 1);
    }

    /** Sets the weight of a node, which is at least 1. */
    public void weigh(int node, long weight) {
      if (weight < 1) {
        throw new IllegalArgumentException("node " + node + " weighs " + weight);
      }
      nodeWeights[node] = weight;
    }

    /** Adds weight to the edge between two nodes; an edge from a node to itself is left out. */
    public void join(int one, int other, long weight) {
      if (one != other) {
        long key = (long) Math.min(one, other) << 32 | Math.max(one, other);
        edges.put(key, edges.get(key) + weight);
      }
    }

    /** Number of edges so far. */
    public int edges() {
      return edges.size();
    }

    /** The graph. */
    public Graph build() {
      long[] keys = sortedKeys();
      int[] begins = new int[nodeWeights.length + 1];
      for (long key : keys) {
        begins[(int) (key >>> 32) + 1]++;
        begins[(int) key + 1]++;
      }
      for (int node = 0; node < nodeWeights.length; node++) {
        begins[node + 1] += begins[node];
      }
      int[] next = begins.clone();
      int[] neighbours = new int[keys.length * 2];
      long[] weights = new long[keys.length * 2];
      for (long key : keys) {
        int one = (int) (key >>> 32);
        int other = (int) key;
        long weight = edges.get(key);
        neighbours[next[one]] = other;
        weights[next[one]++] = weight;
        neighbours[next[other]] = one;
        weights[next[other]++] = weight;
      }
      return new Graph(nodeWeights.clone(), begins, neighbours, weights);
    }

    /** In order, so that the graph does not depend on the order of a hash table. */
    private long[] sortedKeys() {
      long[] keys = new long[edges.size()];
      int[] count = new int[1];
      edges.forEachLong((key, weight) -> keys[count[0]++] = key);
      Arrays.sort(keys);
      return keys;
    }
  }
}
