package org.thetisdb.router.schism;

import java.util.function.LongToIntFunction;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.router.partitioning.Graph;
import org.thetisdb.router.partitioning.GraphPartitioning;
import org.thetisdb.router.schism.Trace.Access;

/**
 * Cuts a placement from a trace, and judges it by the same trace. Where Schism explains the parts
 * by a decision tree, neighbouring partitions of one site become one range here, with the keys
 * between them that the trace never met; what is left is dealt out in turn, as a hash does.
 *
 * @param placement what was found
 * @param nodes partitions in the graph
 * @param edges pairs that are accessed together
 * @param siteWeights accesses at each site
 * @param distributed share of transactions that meet several sites, 0 to 1
 * @param distributedByHash the same, if the cells are dealt out in turn
 * @param distributedByRange the same, if {@value #NEIGHBOURS} neighbouring cells are together
 */
public record OfflinePlacement(
    StaticPlacement placement,
    int nodes,
    int edges,
    long[] siteWeights,
    double distributed,
    double distributedByHash,
    double distributedByRange) {
  /** Cells that are together under placement by range. */
  public static final int NEIGHBOURS = 100;

  /**
   * Finds a placement.
   *
   * @param trace of a cluster with a grid
   * @param imbalance how far the accesses at a site may be above the mean; at least 1
   * @throws IllegalArgumentException if the trace holds nothing that could be placed
   */
  public static OfflinePlacement of(Trace trace, int sites, double imbalance, long seed) {
    if (trace.partitionKeys() < 1) {
      throw new IllegalArgumentException(
          "the trace is of a cluster whose partitions are ranges; take it under fixed masters, or"
              + " with partition.keys=1");
    }
    CoAccessGraph accesses = new CoAccessGraph(trace);
    Graph graph = accesses.graph();
    if (graph.nodes() == 0) {
      throw new IllegalArgumentException("the trace has no transaction that writes");
    }
    GraphPartitioning cut =
        GraphPartitioning.of(graph, sites, imbalance, seed).smoothed(graph, imbalance);
    PlacedRanges ranges = RangeFinder.find(trace, accesses, cut.partOf(), sites);
    StaticPlacement placement = new StaticPlacement(trace.partitionKeys(), sites, ranges);
    LongToIntFunction byHash = partition -> inTurn(PartitionId.index(partition), sites);
    LongToIntFunction placed =
        partition ->
            ranges.site(partition) == 0 ? byHash.applyAsInt(partition) : ranges.site(partition);
    return new OfflinePlacement(
        placement,
        graph.nodes(),
        graph.edges(),
        weights(accesses, sites, placed),
        share(trace, accesses, placed),
        share(trace, accesses, byHash),
        share(
            trace,
            accesses,
            partition ->
                inTurn(Math.floorDiv(PartitionId.index(partition), (long) NEIGHBOURS), sites)));
  }

  private static int inTurn(long index, int sites) {
    return (int) Math.floorMod(index, (long) sites) + 1;
  }

  private static long[] weights(CoAccessGraph accesses, int sites, LongToIntFunction siteOf) {
    long[] weights = new long[sites];
    for (int node = 0; node < accesses.partitions().length; node++) {
      weights[siteOf.applyAsInt(accesses.partitions()[node]) - 1] +=
          accesses.graph().nodeWeight(node);
    }
    return weights;
  }

  private static double share(Trace trace, CoAccessGraph accesses, LongToIntFunction siteOf) {
    int distributed = 0;
    for (Access access : trace.transactions()) {
      long[] placed = accesses.placed(access);
      for (long partition : placed) {
        if (siteOf.applyAsInt(partition) != siteOf.applyAsInt(placed[0])) {
          distributed++;
          break;
        }
      }
    }
    return (double) distributed / trace.transactions().size();
  }
}
