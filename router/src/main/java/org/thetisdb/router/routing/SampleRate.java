package org.thetisdb.router.routing;

import java.util.random.RandomGenerator;

/**
 * Decides which updates are sampled: all while there are few, and a random part when there are
 * many, so that about the same number is sampled each second. The part follows the rate of the last
 * tenth of a second. Not thread-safe.
 */
public final class SampleRate {
  private static final long SLICE_US = 100_000;

  private final int wantedPerSlice;
  private final RandomGenerator random;
  private long sliceStartUs;
  private long seenInSlice;
  private double part = 1;

  public SampleRate(int wantedPerS, RandomGenerator random) {
    this.wantedPerSlice = Math.max(1, (int) (wantedPerS * SLICE_US / 1_000_000));
    this.random = random;
  }

  /**
   * Whether an update is sampled.
   *
   * @param work how much it costs to sample it
   */
  public boolean wants(int work, long nowUs) {
    if (nowUs - sliceStartUs >= SLICE_US) {
      part = Math.min(1, wantedPerSlice / Math.max(1.0, (double) seenInSlice));
      sliceStartUs = nowUs;
      seenInSlice = 0;
    }
    seenInSlice += work;
    return part >= 1 || random.nextDouble() < part;
  }
}
