package org.thetisdb.core.placement;

import java.util.Arrays;

/**
 * Which site masters a partition, and since which term; term 0 is the first placement.
 *
 * @param from where the partition begins, if it is a range; empty for the beginning of the table
 * @param to where it ends, exclusive; empty for the end of the table
 */
public record Owner(long partition, int term, int site, byte[] from, byte[] to) {
  /** Of a whole table, or of a cell of a grid, whose borders follow from its name. */
  public Owner(long partition, int term, int site) {
    this(partition, term, site, Range.OPEN, Range.OPEN);
  }

  /** Whether a key of its table is in it. */
  public boolean contains(byte[] key) {
    return Arrays.compareUnsigned(key, from) >= 0 && endsAbove(key);
  }

  /** Whether a key of its table is below its end. */
  public boolean endsAbove(byte[] key) {
    return to.length == 0 || Arrays.compareUnsigned(key, to) < 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Owner that
        && partition == that.partition
        && term == that.term
        && site == that.site
        && Arrays.equals(from, that.from)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(partition) + term;
  }
}
