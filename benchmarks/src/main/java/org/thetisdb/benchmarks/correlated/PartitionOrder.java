package org.thetisdb.benchmarks.correlated;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which partitions are neighbours: those that stand beside each other in an order, which is that of
 * their numbers until it is shuffled. Thread-safe.
 */
final class PartitionOrder {
  private static final long NOT_BEGUN = Long.MIN_VALUE;

  private final long shuffleAfterNs;
  private final long seed;
  private final AtomicLong beganNs = new AtomicLong(NOT_BEGUN);
  private final int[] rising;
  private volatile int[] order;

  /**
   * An order in which nothing was asked yet.
   *
   * @param shuffleAfterS seconds from the first question to the shuffling; below 0 never
   */
  PartitionOrder(int partitions, int shuffleAfterS, long seed) {
    this.shuffleAfterNs =
        shuffleAfterS < 0 ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(shuffleAfterS);
    this.seed = seed;
    this.rising = new int[partitions];
    for (int i = 0; i < partitions; i++) {
      rising[i] = i;
    }
    this.order = rising;
  }

  int size() {
    return rising.length;
  }

  /** Shuffles when its time has come; called before each transaction. */
  void look(long nowNs) {
    if (order == rising && shuffleAfterNs != Long.MAX_VALUE) {
      beganNs.compareAndSet(NOT_BEGUN, nowNs);
      if (nowNs - beganNs.get() >= shuffleAfterNs) {
        shuffle();
      }
    }
  }

  /** Shuffles now, if it was not done. */
  synchronized void shuffle() {
    if (order != rising) {
      return;
    }
    int[] shuffled = rising.clone();
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = shuffled.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int taken = shuffled[i];
      shuffled[i] = shuffled[other];
      shuffled[other] = taken;
    }
    order = shuffled;
  }

  /** The partition at a place; places go round. */
  int at(int place) {
    return order[Math.floorMod(place, rising.length)];
  }
}
