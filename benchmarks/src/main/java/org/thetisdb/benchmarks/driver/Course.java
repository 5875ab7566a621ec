package org.thetisdb.benchmarks.driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.driver.result.ClusterDelta;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.result.LearnedFunction;
import org.thetisdb.benchmarks.driver.result.MeasuredInterval;
import org.thetisdb.benchmarks.driver.result.PlacementFacts;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.benchmarks.driver.result.StatusView;

/**
 * What a run has gathered stretch by stretch, of which the first do not count. It has no time of
 * its own: its caller gives it. For one thread.
 */
final class Course {
  private static final double NANOS = 1e9;

  private final MeasuredInterval totals;
  private final MoveWatch moves = new MoveWatch();
  private final List<Second> seconds = new ArrayList<>();
  private StatusView latest;
  private StatusView countedFrom;
  private long countedFromNs;
  private long latestNs;

  /** A run over so many transaction types of a cluster that stands so at its beginning. */
  Course(int types, StatusView status) {
    this.totals = MeasuredInterval.empty(types);
    this.latest = status;
    this.countedFrom = status;
  }

  /** The first stretch begins. */
  void begin(long nowNs) {
    latestNs = nowNs;
    countedFromNs = nowNs;
  }

  /** A stretch is over. */
  Second add(int number, boolean warmUp, long nowNs, MeasuredInterval interval, StatusView status) {
    moves.look(status, TimeUnit.NANOSECONDS.toMillis(nowNs));
    Second second =
        new Second(
            number,
            warmUp,
            (nowNs - latestNs) / NANOS,
            interval.count(Ending.COMMITTED),
            interval.count(Ending.ABORTED),
            interval.latency(),
            ClusterDelta.between(latest, status),
            status.sites());
    latest = status;
    latestNs = nowNs;
    if (warmUp) {
      countedFrom = status;
      countedFromNs = nowNs;
    } else {
      totals.add(interval);
    }
    seconds.add(second);
    return second;
  }

  int sites() {
    return latest.sites().size();
  }

  double countedS() {
    return (latestNs - countedFromNs) / NANOS;
  }

  /** What happened in the stretches that count. */
  MeasuredInterval totals() {
    return totals;
  }

  ClusterDelta cluster() {
    return ClusterDelta.between(countedFrom, latest);
  }

  /** How the cluster has placed what was written. */
  PlacementFacts placement(List<int[]> footprints) {
    long ranges = latest.sites().stream().mapToLong(StatusView.Site::masteredPartitions).sum();
    return new PlacementFacts(
        footprints.isEmpty() ? -1 : RemasterFloor.of(footprints, sites()),
        largestShare(),
        latest.root().path("gathering_at").asInt(),
        latest.root().path("ranges").asLong(ranges),
        moves.seen(),
        moves.back(),
        latest.root().path("measures").path("cut_wait_us").asDouble(-1),
        LearnedFunction.of(latest.root()));
  }

  /** Of the site that had most of the writes in the seconds that count, on average. */
  private double largestShare() {
    double[] sums = new double[sites() + 1];
    int counted = 0;
    for (Second second : seconds) {
      if (!second.warmUp() && second.sites().size() < sums.length) {
        counted++;
        for (int i = 0; i < second.sites().size(); i++) {
          sums[i] += second.sites().get(i).masteredShare();
        }
      }
    }
    return counted == 0 ? 0 : Arrays.stream(sums).max().orElse(0) / counted;
  }

  List<Second> seconds() {
    return seconds;
  }
}
