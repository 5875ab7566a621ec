package org.thetisdb.simulation.cluster;

import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.LongFunction;

/**
 * Runs many seeds, several at once. Each is a world of its own on one thread; reports come in the
 * order of the seeds, whichever is done first.
 */
public final class Seeds {
  private static final int AHEAD_PER_THREAD = 8;

  private final LongFunction<SimulationReport> simulation;
  private final Listener listener;
  private final TreeMap<Long, SimulationReport> early = new TreeMap<>();
  private final Semaphore ahead;
  private long nextSeed;
  private long digest;
  private RuntimeException failure;

  /** Hears of each seed, one after the other. */
  @FunctionalInterface
  public interface Listener {
    /** One seed was run. */
    void onReport(SimulationReport report);
  }

  private Seeds(
      long first, int threads, LongFunction<SimulationReport> simulation, Listener listener) {
    this.simulation = simulation;
    this.nextSeed = first;
    this.ahead = new Semaphore(threads * AHEAD_PER_THREAD);
    this.listener = listener;
  }

  /**
   * Runs {@code count} seeds from {@code first} on; returns when all are done.
   *
   * @return a number over all histories, in the order of the seeds
   */
  public static long run(long first, long count, int threads, Listener listener)
      throws InterruptedException {
    return run(first, count, threads, seed -> Simulation.asDrawn().run(seed, line -> {}), listener);
  }

  /** The same with clusters that are run in another way. */
  public static long run(
      long first,
      long count,
      int threads,
      LongFunction<SimulationReport> simulation,
      Listener listener)
      throws InterruptedException {
    Seeds seeds = new Seeds(first, threads, simulation, listener);
    ExecutorService workers = Executors.newFixedThreadPool(threads);
    try {
      for (long seed = first; seed < first + count; seed++) {
        long mine = seed;
        seeds.ahead.acquire();
        workers.execute(() -> seeds.runOne(mine));
      }
      seeds.ahead.acquire(threads * AHEAD_PER_THREAD);
    } finally {
      workers.shutdownNow();
    }
    return seeds.result();
  }

  private void runOne(long seed) {
    try {
      done(simulation.apply(seed));
    } catch (RuntimeException e) {
      failed(new IllegalStateException("seed " + seed + " could not be run", e));
    } finally {
      ahead.release();
    }
  }

  private synchronized void failed(RuntimeException reason) {
    failure = failure == null ? reason : failure;
  }

  private synchronized void done(SimulationReport report) {
    early.put(report.seed(), report);
    while (!early.isEmpty() && early.firstKey() == nextSeed) {
      SimulationReport next = early.remove(nextSeed);
      nextSeed++;
      digest = digest * 31 + next.digest();
      listener.onReport(next);
    }
  }

  private synchronized long result() {
    if (failure != null) {
      throw failure;
    }
    return digest;
  }
}
