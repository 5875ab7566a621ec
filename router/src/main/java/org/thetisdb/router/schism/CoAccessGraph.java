package org.thetisdb.router.schism;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.LongStream;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.router.partitioning.Graph;
import org.thetisdb.router.schism.Trace.Access;

/**
 * What a trace accesses together, as a graph: a node for each partition, in their order, weighted
 * with its accesses; an edge where transactions touch both. A transaction of few partitions joins
 * each with each, a longer one all with its first, so that edges grow with the trace. Tables that
 * nobody writes are left out: every site reads its own copy. Immutable.
 */
final class CoAccessGraph {
  private static final int MOST_OF_CLIQUE = 8;

  /** Weight of a transaction; the edges of one partition share it, whatever the form. */
  private static final int WEIGHT = 60;

  private final BitSet writtenTables = new BitSet();
  private final long[] partitions;
  private final Graph graph;

  CoAccessGraph(Trace trace) {
    for (Access access : trace.transactions()) {
      for (long partition : access.written()) {
        writtenTables.set(PartitionId.table(partition));
      }
    }
    partitions =
        trace.transactions().stream()
            .flatMapToLong(access -> Arrays.stream(placed(access)))
            .sorted()
            .distinct()
            .toArray();
    Graph.Builder builder = new Graph.Builder(partitions.length);
    long[] accesses = new long[partitions.length];
    for (Access access : trace.transactions()) {
      int[] nodes = Arrays.stream(placed(access)).mapToInt(this::node).toArray();
      for (int node : nodes) {
        accesses[node]++;
      }
      join(nodes, builder);
    }
    for (int node = 0; node < accesses.length; node++) {
      builder.weigh(node, accesses[node]);
    }
    graph = builder.build();
  }

  private static void join(int[] nodes, Graph.Builder builder) {
    int weight = Math.max(1, WEIGHT / Math.max(1, nodes.length - 1));
    int hubs = nodes.length <= MOST_OF_CLIQUE ? nodes.length : 1;
    for (int one = 0; one < hubs; one++) {
      for (int other = one + 1; other < nodes.length; other++) {
        builder.join(nodes[one], nodes[other], weight);
      }
    }
  }

  /** What of a transaction has to be placed: all but tables that nobody writes. */
  long[] placed(Access access) {
    return LongStream.of(access.all()).filter(this::isPlaced).toArray();
  }

  /** Whether a partition is of a table that somebody writes. */
  boolean isPlaced(long partition) {
    return writtenTables.get(PartitionId.table(partition));
  }

  /** The node of a partition that is placed. */
  int node(long partition) {
    return Arrays.binarySearch(partitions, partition);
  }

  Graph graph() {
    return graph;
  }

  /** The partition of each node. */
  long[] partitions() {
    return partitions;
  }
}
