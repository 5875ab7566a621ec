package org.thetisdb.benchmarks.driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.benchmarks.costs.CostSheet;

/**
 * Keeps the time of a run: once a second it takes what the clients and the cluster have counted. A
 * cluster that does not answer for ten seconds, and commits nothing, ends the run.
 */
final class RunClock implements AutoCloseable {
  private static final double NANOS = 1e9;
  private static final long STEP_MS = 1_000;

  /** A router that does not answer now may do so in a second; not one that is gone for so long. */
  private static final long MOST_SILENCE_MS = 10_000;

  private final StatusWatch watch;
  private final Driven load;
  private final RunOptions options;
  private final RunListener listener;
  private final Interval totals;
  private final CostMeter costMeter;
  private final MoveWatch moves = new MoveWatch();
  private final List<Second> seconds = new ArrayList<>();
  private CostSheet costs = CostSheet.NONE;
  private StatusView latest;
  private StatusView countedFrom;
  private long countedFromNs;
  private long latestNs;
  private long committedNs = System.nanoTime();

  RunClock(
      Target target, Driven load, RunOptions options, RunListener listener, CostMeter costMeter) {
    this.costMeter = costMeter;
    this.watch = new StatusWatch(target);
    this.load = load;
    this.options = options;
    this.listener = listener;
    this.totals = Interval.empty(load.types().size());
    this.latest = watch.latest();
    this.countedFrom = latest;
  }

  /** Returns when the last second is over, or the cluster is gone. */
  void run() throws InterruptedException {
    long zeroNs = System.nanoTime();
    latestNs = zeroNs;
    countedFromNs = zeroNs;
    if (options.warmUpS() == 0) {
      costMeter.begin();
    }
    int last = options.warmUpS() + options.durationS();
    for (int number = 1; number <= last && !isGone(); number++) {
      TimeUnit.NANOSECONDS.sleep(zeroNs + TimeUnit.SECONDS.toNanos(number) - System.nanoTime());
      endSecond(number);
    }
  }

  private void endSecond(int number) throws InterruptedException {
    Interval interval = load.take();
    long nowNs = System.nanoTime();
    committedNs = interval.count(Ending.COMMITTED) > 0 ? nowNs : committedNs;
    StatusView status = watch.look();
    moves.look(status, TimeUnit.NANOSECONDS.toMillis(nowNs));
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
    measureCosts(number);
    listener.onSecond(second);
  }

  private void measureCosts(int number) {
    if (number == options.warmUpS()) {
      costMeter.begin();
    } else if (number == options.warmUpS() + options.durationS()) {
      costs = costMeter.end(totals.count(Ending.COMMITTED));
    }
  }

  /** Whether the cluster has neither answered nor committed anything for so long. */
  private boolean isGone() {
    long idleMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - committedNs);
    return watch.silentMs() >= MOST_SILENCE_MS && idleMs >= MOST_SILENCE_MS;
  }

  /**
   * Waits for the clients' last answers, as long as there is somebody to give them.
   *
   * @return null when all are at rest; else why they are not waited for
   */
  String awaitRest() throws InterruptedException {
    for (long waitedMs = 0; !isGone(); waitedMs += STEP_MS) {
      if (load.awaitRest(STEP_MS)) {
        return null;
      }
      if (waitedMs >= load.restPatienceMs()) {
        return "some clients did not come to rest";
      }
      watch.look();
    }
    return "the cluster has not answered for %d s (%s), so the run was ended and nothing checked"
        .formatted(watch.silentMs() / 1000, watch.failure());
  }

  @Override
  public void close() {
    watch.close();
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

  CostSheet costs() {
    return costs;
  }

  /** How the cluster has placed what was written. */
  PlacementFacts placement() {
    List<int[]> footprints = load.footprints();
    long ranges = latest.sites().stream().mapToLong(StatusView.Site::masteredPartitions).sum();
    return new PlacementFacts(
        footprints.isEmpty() ? -1 : RemasterFloor.of(footprints, sites()),
        largestShare(),
        latest.root().path("gathering_at").asInt(),
        latest.root().path("ranges").asLong(ranges),
        moves.seen(),
        moves.back(),
        latest.root().path("measures").path("cut_wait_us").asDouble(-1));
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
