package org.thetisdb.benchmarks.driver;

import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.benchmarks.costs.CostSheet;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.result.MeasuredInterval;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.benchmarks.driver.result.StatusView;

/**
 * Keeps the time of a run: once a second it takes what the clients and the cluster have counted. A
 * cluster that does not answer for ten seconds, and commits nothing, ends the run.
 */
final class BenchmarkClock implements AutoCloseable {
  private static final long STEP_MS = 1_000;

  /** A router that does not answer now may do so in a second; not one that is gone for so long. */
  private static final long MOST_SILENCE_MS = 10_000;

  private final StatusWatch watch;
  private final Driven load;
  private final RunOptions options;
  private final RunListener listener;
  private final CostMeter costMeter;
  private final Course course;
  private CostSheet costs = CostSheet.NONE;
  private long committedNs = System.nanoTime();

  BenchmarkClock(
      Target target, Driven load, RunOptions options, RunListener listener, CostMeter costMeter) {
    this.costMeter = costMeter;
    this.watch = new StatusWatch(target);
    this.load = load;
    this.options = options;
    this.listener = listener;
    this.course = new Course(load.types().size(), watch.latest());
  }

  /** Returns when the last second is over, or the cluster is gone. */
  void run() throws InterruptedException {
    long zeroNs = System.nanoTime();
    course.begin(zeroNs);
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
    MeasuredInterval interval = load.take();
    long nowNs = System.nanoTime();
    committedNs = interval.count(Ending.COMMITTED) > 0 ? nowNs : committedNs;
    StatusView status = watch.look();
    boolean warmUp = number <= options.warmUpS();
    Second second = course.add(number, warmUp, nowNs, interval, status);
    measureCosts(number);
    listener.onSecond(second);
  }

  private void measureCosts(int number) {
    if (number == options.warmUpS()) {
      costMeter.begin();
    } else if (number == options.warmUpS() + options.durationS()) {
      costs = costMeter.end(course.totals().count(Ending.COMMITTED));
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
    course.totals().addLate(load.take());
  }

  CostSheet costs() {
    return costs;
  }

  Course course() {
    return course;
  }
}
