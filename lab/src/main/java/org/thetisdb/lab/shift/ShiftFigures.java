package org.thetisdb.lab.shift;

import java.util.List;
import org.thetisdb.benchmarks.driver.BenchResult;
import org.thetisdb.benchmarks.driver.ClusterDelta;
import org.thetisdb.benchmarks.driver.Second;

/**
 * What came out of a run.
 *
 * @param txnS transactions a simulated second, of the whole run
 * @param beforeTxnS the same in the last half of the time before the shift
 * @param dipTxnS the same in the first fifth of the time after it
 * @param againTxnS the same in the last half of the time after it
 * @param movedPercent transactions that had to move mastership first
 * @param distributedPercent transactions that wrote at several sites
 * @param problem what is wrong with what the run left behind; empty if nothing is
 */
public record ShiftFigures(
    double txnS,
    double beforeTxnS,
    double dipTxnS,
    double againTxnS,
    double movedPercent,
    double distributedPercent,
    String problem) {
  private static final int DIP = 5;

  /** The figures of a result whose seconds are as long as the plan says, or parts of them. */
  static ShiftFigures of(BenchResult result, String problem) {
    List<Second> all = result.seconds();
    int shift = all.size() / 2;
    int left = all.size() - shift;
    ClusterDelta cluster = result.cluster();
    return new ShiftFigures(
        result.throughput(),
        throughput(all.subList(shift / 2, shift)),
        throughput(all.subList(shift, shift + Math.max(1, left / DIP))),
        throughput(all.subList(shift + left / 2, all.size())),
        cluster.remasteredPercent(),
        cluster.committed() == 0 ? 0 : 100.0 * cluster.distributedTxns() / cluster.committed(),
        problem);
  }

  private static double throughput(List<Second> some) {
    double committed = some.stream().mapToLong(Second::committed).sum();
    double lengthS = some.stream().mapToDouble(Second::lengthS).sum();
    return lengthS == 0 ? 0 : committed / lengthS;
  }

  /** Whether everything that was acknowledged is there, and only that. */
  public boolean isGood() {
    return problem.isEmpty();
  }
}
