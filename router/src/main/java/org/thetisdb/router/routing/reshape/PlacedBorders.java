package org.thetisdb.router.routing.reshape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.router.routing.Placement;

/**
 * Borders where masters are fixed and the cluster has ranges: those that an applied placement needs
 * come, some at a time, and none goes (decision 0061). Not thread-safe.
 */
public final class PlacedBorders implements ReshapePolicy {
  private static final int MOST_AT_ONCE = 8;
  private static final int LOOKED_AT = 256;

  private final Placement placement;
  private final int mostRanges;
  private int next;

  /**
   * Borders of a cluster.
   *
   * @param mostRanges no border is to come when there are so many ranges
   */
  public PlacedBorders(Placement placement, int mostRanges) {
    this.placement = placement;
    this.mostRanges = mostRanges;
  }

  @Override
  public boolean wantsCall() {
    return false;
  }

  @Override
  public void onWrite(long partition, RowKey lowest, RowKey highest) {}

  @Override
  public List<Reshape> plan(long nowUs) {
    List<PlacedRange> ranges = placement.placed().applied().ranges().ranges();
    List<Reshape> changes = new ArrayList<>();
    if (!placement.hasRanges()) {
      return changes;
    }
    for (int i = 0; i < Math.min(LOOKED_AT, ranges.size()); i++) {
      if (changes.size() >= MOST_AT_ONCE) {
        break;
      }
      addBorders(ranges.get(next++ % ranges.size()), changes);
    }
    next = ranges.isEmpty() ? 0 : next % ranges.size();
    return changes;
  }

  private void addBorders(PlacedRange range, List<Reshape> changes) {
    PartitionGrid grid = placement.placed().grid(PartitionId.table(range.first()));
    if (grid != null) {
      addBorder(grid.tableId(), grid.lowerBound(range.first()), changes);
      addBorder(grid.tableId(), grid.upperBound(range.last()), changes);
    }
  }

  /** How many borders an applied placement needs that are not there. */
  public static int missing(Placement placement) {
    PlacedBorders all = new PlacedBorders(placement, Integer.MAX_VALUE);
    List<Reshape> changes = new ArrayList<>();
    if (placement.hasRanges()) {
      placement.placed().applied().ranges().ranges().forEach(each -> all.addBorders(each, changes));
    }
    return changes.size();
  }

  private void addBorder(int tableId, byte[] at, List<Reshape> changes) {
    if (at.length == 0 || placement.movedCount() + changes.size() >= mostRanges) {
      return;
    }
    Owner range = placement.describeAt(tableId, at);
    if (Arrays.equals(range.from(), at)) {
      return;
    }
    Reshape split = new Reshape(true, tableId, range.from(), at, range.to(), range.term() + 1);
    if (placement.fits(split)) {
      changes.add(split);
    }
  }
}
