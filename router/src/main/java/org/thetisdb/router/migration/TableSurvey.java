package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.migration.plan.DrainPlanner.OccupiedCells;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.router.catalog.RouterCatalog;

/**
 * Asks, once, which cells of all tables have rows, as a site that holds every row tells. Tables
 * whose keys do not begin with a number are left out. Owned by the engine's thread.
 */
final class TableSurvey {
  private static final byte[] OPEN = {};

  private final List<OccupiedCells> occupied = new ArrayList<>();
  private long bytes;
  private int asked;

  /** Begins. */
  TableSurvey(RouterCatalog catalog, Migrations migrations) {
    long cellKeys = migrations.planner().cellKeys();
    List<PartitionGrid> grids = new ArrayList<>();
    for (RegisteredTable table : catalog.tables().tables()) {
      PartitionGrid grid = new PartitionGrid(table.id(), table.schema(), cellKeys);
      if (table.id() >= FirstMasters.FIRST_USER_TABLE && grid.isOfNumbers()) {
        grids.add(grid);
      }
    }
    asked = grids.size();
    for (PartitionGrid grid : grids) {
      KeyInterval all = new KeyInterval(grid.tableId(), OPEN, OPEN);
      migrations.estimate(all, size -> onTold(grid, size));
    }
  }

  private void onTold(PartitionGrid grid, RangeSize size) {
    asked--;
    if (size.isKnown() && size.first().length > 0) {
      bytes += size.bytes();
      long first = grid.partitionOf(size.first());
      occupied.add(new OccupiedCells(first, grid.partitionOf(size.last())));
    }
  }

  /** Whether all was told, or is not going to be. */
  boolean isDone() {
    return asked == 0;
  }

  /** The cells that have rows, by table. */
  List<OccupiedCells> occupied() {
    return List.copyOf(occupied);
  }

  /** About how much all of it takes. */
  long bytes() {
    return bytes;
  }
}
