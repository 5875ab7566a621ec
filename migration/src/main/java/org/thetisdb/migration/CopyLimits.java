package org.thetisdb.migration;

/**
 * How much of its network and of a processor a site spends on copies of ranges. Immutable.
 *
 * @param bytesPerS of all copies that it gives, together; above 0
 * @param loadPercent the share of a processor that reading them takes at most, 1 to 100; 100 does
 *     not bound it
 */
public record CopyLimits(long bytesPerS, int loadPercent) {
  /** What ships. */
  public static final CopyLimits DEFAULT = new CopyLimits(32L << 20, 25);

  /** Checks the numbers. */
  public CopyLimits {
    if (bytesPerS < 1 || loadPercent < 1 || loadPercent > 100) {
      throw new IllegalArgumentException(
          "%d bytes a second, %d %% of a processor".formatted(bytesPerS, loadPercent));
    }
  }
}
