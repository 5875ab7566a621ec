package org.thetisdb.benchmarks.driver.result;

import java.util.List;
import org.thetisdb.benchmarks.driver.result.StatusView.Site;

/**
 * One second of a run.
 *
 * @param number 1, 2, 3 and so on, from the beginning of the warm-up
 * @param warmUp whether it does not count
 * @param lengthS how long it really was
 * @param committed calls that committed
 * @param aborted calls that ran and were rolled back
 * @param latency of answered calls
 * @param cluster what the cluster's counters gained
 * @param sites how the sites stood at its end
 */
public record Second(
    int number,
    boolean warmUp,
    double lengthS,
    long committed,
    long aborted,
    Latency latency,
    ClusterDelta cluster,
    List<Site> sites) {
  /** Committed transactions per second. */
  public double throughput() {
    return committed / lengthS;
  }
}
