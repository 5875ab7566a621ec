package org.thetisdb.core.placement;

import java.util.Arrays;

/**
 * A partition and a mastership term.
 *
 * @param from where the partition begins, if it is a range: a site that knows other borders sees by
 *     it what is meant. Empty for a table's first range and for a cell of a grid
 */
public record Mastership(long partition, int term, byte[] from) {
  /** Of a table's first range, or of a cell of a grid. */
  public Mastership(long partition, int term) {
    this(partition, term, Range.OPEN);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Mastership that
        && partition == that.partition
        && term == that.term
        && Arrays.equals(from, that.from);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(partition) + term;
  }
}
