package org.thetisdb.benchmarks.driver;

import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.costs.CostSheet;

/**
 * The result of a run.
 *
 * @param setup what was run on what
 * @param elapsedS the seconds that were counted
 * @param totals what the clients saw
 * @param unbegun calls that were due by the rate and never begun
 * @param cluster what the cluster's counters gained
 * @param seconds the course of it
 * @param load how the data were made
 * @param placement where rows were mastered
 * @param costs what a transaction cost
 * @param errors of whole run, warm-up too
 * @param invariants {@code "ok"} or what broke
 * @param boundTxnS the upper bound; 0 if it was not measured
 */
public record BenchResult(
    Setup setup,
    double elapsedS,
    Interval totals,
    long unbegun,
    ClusterDelta cluster,
    List<Second> seconds,
    LoadFacts load,
    PlacementFacts placement,
    CostSheet costs,
    Map<String, ErrorSamples.Sample> errors,
    String invariants,
    double boundTxnS) {
  /** What {@link #invariants} says when all hold. */
  public static final String OK = "ok";

  /** What was run on what. */
  public record Setup(
      String workload,
      String via,
      String isolation,
      String style,
      List<String> types,
      String scheme,
      String durability,
      int sites,
      RunOptions options) {}

  /** Committed transactions per second. */
  public double throughput() {
    return totals.count(Ending.COMMITTED) / elapsedS;
  }

  /** Whether every invariant holds. */
  public boolean isGood() {
    return invariants.equals(OK);
  }

  /** This result with an upper bound beside it. */
  public BenchResult withBound(double txnS) {
    return new BenchResult(
        setup,
        elapsedS,
        totals,
        unbegun,
        cluster,
        seconds,
        load,
        placement,
        costs,
        errors,
        invariants,
        txnS);
  }
}
