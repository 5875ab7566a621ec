package org.thetisdb.router.migration;

/**
 * About how much a range holds. Immutable.
 *
 * @param rows in it
 * @param bytes of them
 * @param copyBytesPerS what the site that told this copies to others in a second at most now
 * @param first the key of its first row; empty if that is not known, or there is none
 * @param last the key of its last row; empty if that is not known, or there is none
 */
public record RangeSize(long rows, long bytes, long copyBytesPerS, byte[] first, byte[] last) {
  private static final byte[] NO_KEY = {};

  /** Nobody has told. */
  public static final RangeSize UNKNOWN = new RangeSize(-1, -1, -1, NO_KEY, NO_KEY);

  /** Whether somebody has told. */
  public boolean isKnown() {
    return rows >= 0;
  }

  /** As much of it as some of its partitions are of all. */
  RangeSize part(long some, long all) {
    return !isKnown() || all == 0
        ? this
        : new RangeSize(
            rows * some / all, (long) ((double) bytes * some / all), copyBytesPerS, first, last);
  }
}
