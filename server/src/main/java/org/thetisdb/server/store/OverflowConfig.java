package org.thetisdb.server.store;

import java.nio.file.Path;

/**
 * Where rows that are not touched go when memory gets short. Immutable.
 *
 * @param limitBytes the most that they may take there; 0 for a store that has no such place
 * @param directory where their file is; null for memory that is counted apart, as simulations and
 *     tests have it
 * @param hotPercent the part of the memory for ordinary transactions, see {@link
 *     StoreConfig#reservableBytes}, up to which all rows stay in memory
 */
public record OverflowConfig(long limitBytes, Path directory, int hotPercent) {
  /** Rows stay in memory, and a full store refuses. */
  public static final OverflowConfig NONE = new OverflowConfig(0, null, 100);

  private static final int USUAL_HOT_PERCENT = 90;

  /** Checks that the numbers make sense. */
  public OverflowConfig {
    if (limitBytes < 0 || hotPercent < 0 || hotPercent > 100) {
      throw new IllegalArgumentException(
          "overflow of " + limitBytes + " bytes above " + hotPercent + " %");
    }
  }

  /** A file in a directory, which is used when nine tenths of the memory are. */
  public static OverflowConfig file(Path directory, long limitBytes) {
    return new OverflowConfig(limitBytes, directory, USUAL_HOT_PERCENT);
  }

  /** Memory that is counted apart. */
  public static OverflowConfig memory(long limitBytes, int hotPercent) {
    return new OverflowConfig(limitBytes, null, hotPercent);
  }
}
