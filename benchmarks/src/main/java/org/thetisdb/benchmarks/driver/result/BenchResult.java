package org.thetisdb.benchmarks.driver.result;

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
 * @param conflicts why attempts were rolled back that clients made again, of the whole run
 * @param invariants {@code "ok"} or what broke
 * @param boundTxnS the upper bound; 0 if it was not measured
 */
public record BenchResult(
    Setup setup,
    double elapsedS,
    MeasuredInterval totals,
    long unbegun,
    ClusterDelta cluster,
    List<Second> seconds,
    LoadFacts load,
    PlacementFacts placement,
    CostSheet costs,
    Map<String, ErrorSamples.Sample> errors,
    Map<String, ErrorSamples.Sample> conflicts,
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

  /** Whether every invariant holds, and no error came up that {@link ErrorRule} does not expect. */
  public boolean isGood() {
    return invariants.equals(OK) && unexpectedErrors() == 0;
  }

  /** How often errors came up that no transaction of the workload may meet. */
  public long unexpectedErrors() {
    return count(false);
  }

  /** How often errors came up after which a client is asked to try again or to look. */
  public long expectedErrors() {
    return count(true);
  }

  private long count(boolean expected) {
    return errors.entrySet().stream()
        .filter(error -> ErrorRule.isExpected(error.getKey()) == expected)
        .mapToLong(error -> error.getValue().count())
        .sum();
  }

  /** What the run has shown, in a few words. */
  public String verdict() {
    if (!invariants.equals(OK)) {
      return "failed: " + invariants;
    }
    long unexpected = unexpectedErrors();
    return unexpected == 0
        ? "good"
        : "failed: %d errors that the workload does not foresee, see below".formatted(unexpected);
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
        conflicts,
        invariants,
        txnS);
  }
}
