package org.thetisdb.router.scheme.morphosys;

import java.util.Arrays;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.router.routing.CopyChange;

/**
 * Partitions of which a site is to get copies, as a plan has it: they are asked for in runs of
 * neighbours, one after the other, until copies of all are there or on their way. Not thread-safe.
 */
final class WantedCopies {
  /** Cells that nobody wants, and that come along between two that are wanted. */
  private static final int MOST_BETWEEN = 16;

  /** One that does not come in that time is not waited for. */
  private static final long PATIENCE_US = 10_000_000;

  private static final long[] NONE = {};

  private long[] cells = NONE;
  private int site;
  private String reason = "";
  private long sinceUs;

  /** Wants copies of partitions at a site, in place of those that were wanted before. */
  void want(LongHashSet partitions, int where, String why, long nowUs) {
    cells = new long[partitions.size()];
    LongHashSet.LongIterator each = partitions.iterator();
    for (int i = 0; i < cells.length; i++) {
      cells[i] = each.nextValue();
    }
    Arrays.sort(cells);
    site = where;
    reason = why;
    sinceUs = nowUs;
  }

  /** Whether copies are wanted, or on their way. */
  boolean areAny() {
    return cells.length > 0;
  }

  /**
   * What is to be asked for now; null if there is nothing.
   *
   * @param there the copies that there are, or that come
   * @param readable whether all has come by now
   */
  CopyChange next(ReplicaSets there, boolean readable, long nowUs) {
    if (cells.length == 0 || nowUs - sinceUs > PATIENCE_US) {
      cells = NONE;
      return null;
    }
    int first = 0;
    while (first < cells.length && isCovered(cells[first], there)) {
      first++;
    }
    boolean isFull = there.ranges().size() >= ReplicaSets.MOST_RANGES;
    if (first == cells.length || isFull) {
      cells = readable || isFull ? NONE : cells;
      return null;
    }
    int last = first;
    while (last + 1 < cells.length && joins(cells[last], cells[last + 1], there)) {
      last++;
    }
    return new CopyChange(0, cells[first], cells[last], site, reason);
  }

  /** How long ago they were wanted. */
  long tookUs(long nowUs) {
    return nowUs - sinceUs;
  }

  /** The partitions, in their order; must not be changed. */
  long[] cells() {
    return cells;
  }

  /** Where. */
  int site() {
    return site;
  }

  private boolean isCovered(long cell, ReplicaSets there) {
    return there.at(site, cell) != null;
  }

  /** Whether a run goes on: the next one is near, and no copy is between that would overlap. */
  private boolean joins(long cell, long next, ReplicaSets there) {
    return PartitionId.table(cell) == PartitionId.table(next)
        && next - cell <= MOST_BETWEEN
        && there.anyOf(site, cell + 1, next) == null;
  }

  @Override
  public String toString() {
    return "at site " + site + " " + Arrays.toString(cells);
  }
}
