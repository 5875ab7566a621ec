package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.router.routing.Placement;

/**
 * The partitions that an interval of keys has now. Where ranges have borders, its ends may lie in
 * the midst of one. Not thread-safe.
 */
final class RangePieces {
  /** Cells that are looked at one by one; of more, only those that have moved are. */
  static final int MOST_CELLS = 10_000;

  private final Placement placement;

  RangePieces(Placement placement) {
    this.placement = placement;
  }

  /**
   * The partitions that have keys of an interval.
   *
   * @param grid how the cluster cuts the table into cells; not used where it has ranges
   */
  List<Owner> of(KeyInterval interval, PartitionGrid grid) {
    return placement.hasRanges() ? ranges(interval) : cells(interval, grid);
  }

  private List<Owner> ranges(KeyInterval interval) {
    List<Owner> found = new ArrayList<>();
    byte[] at = interval.from();
    while (true) {
      Owner range = placement.describeAt(interval.tableId(), at);
      found.add(range);
      if (range.to().length == 0 || !isBelow(range.to(), interval.to())) {
        return found;
      }
      at = range.to();
    }
  }

  /** Whether a bound lies below the end of an interval. */
  private static boolean isBelow(byte[] bound, byte[] end) {
    return end.length == 0 || Arrays.compareUnsigned(bound, end) < 0;
  }

  private List<Owner> cells(KeyInterval interval, PartitionGrid grid) {
    List<Owner> found = new ArrayList<>();
    boolean few =
        grid.forEachPartition(
            interval.from(), interval.to(), MOST_CELLS, cell -> found.add(owner(cell, grid)));
    return few ? found : moved(interval, grid);
  }

  private List<Owner> moved(KeyInterval interval, PartitionGrid grid) {
    List<Owner> found = new ArrayList<>();
    PartitionMap.Walk walk = placement.walk();
    boolean more = true;
    while (more) {
      more =
          walk.step(
              MOST_CELLS,
              each -> {
                if (PartitionId.table(each.partition()) == interval.tableId()) {
                  Owner cell = owner(each.partition(), grid);
                  if (interval.encloses(cell)) {
                    found.add(cell);
                  }
                }
              });
    }
    return found;
  }

  /** A partition that is there now. */
  Owner owner(long cell, PartitionGrid grid) {
    if (placement.hasRanges()) {
      return placement.describe(cell);
    }
    return new Owner(
        cell,
        placement.term(cell),
        placement.master(cell),
        grid.lowerBound(cell),
        grid.upperBound(cell));
  }

  /** Whether cells of an interval are looked at only if they have moved. */
  static boolean isTooManyCells(KeyInterval interval, PartitionGrid grid) {
    return grid.countPartitions(interval.from(), interval.to()) > MOST_CELLS;
  }

  /** Borders that are missing where an interval begins and ends. */
  List<Reshape> missingBorders(KeyInterval interval) {
    List<Reshape> missing = new ArrayList<>(2);
    if (placement.hasRanges()) {
      addBorder(interval, interval.from(), missing);
      addBorder(interval, interval.to(), missing);
    }
    return missing;
  }

  private void addBorder(KeyInterval interval, byte[] at, List<Reshape> missing) {
    if (at.length > 0) {
      Owner range = placement.describeAt(interval.tableId(), at);
      if (!Arrays.equals(range.from(), at)) {
        missing.add(
            new Reshape(true, interval.tableId(), range.from(), at, range.to(), range.term() + 1));
      }
    }
  }
}
