package org.thetisdb.store;

import java.nio.file.Path;

/**
 * Where rows that are not touched go when memory gets short. Immutable.
 *
 * @param limitBytes the most that they may take there; 0 for a store that has no such place
 * @param directory where their file is; null for memory that is counted apart, as simulations and
 *     tests have it
 * @param hotPercent the part of the memory for ordinary transactions, see {@link
 *     StoreConfig#reservableBytes}, up to which all rows stay in memory
 * @param reserveBytes what the file leaves free on its disk, for logs and checkpoints
 */
public record OverflowConfig(long limitBytes, Path directory, int hotPercent, long reserveBytes) {
  /** Rows stay in memory, and a full store refuses. */
  public static final OverflowConfig NONE = new OverflowConfig(0, null, 100, 0);

  private static final int USUAL_HOT_PERCENT = 90;

  /** Checks that the numbers make sense. */
  public OverflowConfig {
    if (limitBytes < 0 || reserveBytes < 0 || hotPercent < 0 || hotPercent > 100) {
      throw new IllegalArgumentException(
          "overflow of " + limitBytes + " bytes above " + hotPercent + " %");
    }
  }

  /** A file in a directory, which is used when nine tenths of the memory are. */
  public static OverflowConfig file(Path directory, long limitBytes) {
    return file(directory, limitBytes, 0);
  }

  /** The same, which leaves so much free on its disk. */
  public static OverflowConfig file(Path directory, long limitBytes, long reserveBytes) {
    return new OverflowConfig(limitBytes, directory, USUAL_HOT_PERCENT, reserveBytes);
  }

  /** Memory that is counted apart. */
  public static OverflowConfig memory(long limitBytes, int hotPercent) {
    return new OverflowConfig(limitBytes, null, hotPercent, 0);
  }
}
