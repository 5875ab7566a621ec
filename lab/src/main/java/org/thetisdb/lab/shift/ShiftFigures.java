package org.thetisdb.lab.shift;

import java.util.List;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.ClusterDelta;
import org.thetisdb.benchmarks.driver.result.Second;

/**
 * What came out of a run.
 *
 * @param txnS transactions a simulated second, of the whole run
 * @param beginTxnS the same of the first tenth of a second
 * @param followedTxnS the same of the second half of the time before the shift
 * @param shiftedTxnS the same of the first tenth of a second after the shift
 * @param againTxnS the same of the second half of the time after it
 * @param movedPercent transactions that had to move mastership first
 * @param distributedPercent transactions that wrote at several sites
 * @param problem what is wrong with what the run left behind; empty if nothing is
 */
public record ShiftFigures(
    double txnS,
    double beginTxnS,
    double followedTxnS,
    double shiftedTxnS,
    double againTxnS,
    double movedPercent,
    double distributedPercent,
    String problem) {
  private static final double ALL = 100;

  /** The figures of a result whose locality shifted after half of its seconds. */
  static ShiftFigures of(BenchResult result, String problem) {
    List<Second> all = result.seconds();
    int shift = all.size() / 2;
    ClusterDelta cluster = result.cluster();
    return new ShiftFigures(
        result.throughput(),
        throughput(all.subList(0, 1)),
        throughput(all.subList(shift / 2, shift)),
        throughput(all.subList(shift, shift + 1)),
        throughput(all.subList(shift + shift / 2, all.size())),
        cluster.remasteredPercent(),
        cluster.committed() == 0 ? 0 : ALL * cluster.distributedTxns() / cluster.committed(),
        problem);
  }

  /** Transactions a second over some stretches of time. */
  public static double throughput(List<Second> some) {
    double committed = some.stream().mapToLong(Second::committed).sum();
    double lengthS = some.stream().mapToDouble(Second::lengthS).sum();
    return lengthS == 0 ? 0 : committed / lengthS;
  }

  /** The share of transactions that ran at one site, and moved nothing before. */
  public double stayedPercent() {
    return ALL - movedPercent - distributedPercent;
  }

  /** Whether everything that was acknowledged is there, and only that. */
  public boolean isGood() {
    return problem.isEmpty();
  }
}
