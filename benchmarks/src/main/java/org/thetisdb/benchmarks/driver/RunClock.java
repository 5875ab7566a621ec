package org.thetisdb.benchmarks.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.thetisdb.client.CallException;

/**
 * Keeps the time of a run: once a second it takes what the clients and the cluster have counted.
 */
final class RunClock {
  private static final double NANOS = 1e9;

  private final Target target;
  private final Driven load;
  private final RunOptions options;
  private final RunListener listener;
  private final Interval totals;
  private final List<Second> seconds = new ArrayList<>();
  private StatusView latest;
  private StatusView countedFrom;
  private long countedFromNs;
  private long latestNs;

  RunClock(Target target, Driven load, RunOptions options, RunListener listener) {
    this.target = target;
    this.load = load;
    this.options = options;
    this.listener = listener;
    this.totals = Interval.empty(load.types().size());
    this.latest = target.status();
    this.countedFrom = latest;
  }

  /** Returns when the last second is over. */
  void run() throws InterruptedException {
    long zeroNs = System.nanoTime();
    latestNs = zeroNs;
    countedFromNs = zeroNs;
    for (int number = 1; number <= options.warmUpS() + options.durationS(); number++) {
      TimeUnit.NANOSECONDS.sleep(zeroNs + TimeUnit.SECONDS.toNanos(number) - System.nanoTime());
      endSecond(number);
    }
  }

  private void endSecond(int number) {
    Interval interval = load.take();
    long nowNs = System.nanoTime();
    StatusView status = status();
    boolean warmUp = number <= options.warmUpS();
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
    listener.onSecond(second);
  }

  /** A router that does not answer now may do so in a second. */
  private StatusView status() {
    try {
      return target.status();
    } catch (CallException e) {
      return latest;
    }
  }

  /** All clients are at rest: a standstill at the end is a part of the run. */
  void addRest() {
    totals.addLate(load.take());
  }

  int sites() {
    return latest.sites().size();
  }

  double countedS() {
    return (latestNs - countedFromNs) / NANOS;
  }

  Interval totals() {
    return totals;
  }

  ClusterDelta cluster() {
    return ClusterDelta.between(countedFrom, latest);
  }

  List<Second> seconds() {
    return seconds;
  }
}
