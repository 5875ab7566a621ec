package org.thetisdb.router.routing;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.core.schema.TableSchema;

/**
 * Where partitions are to be mastered as the placement says that was applied last (decision 0061).
 * It speaks of cells; a range of a cluster that has ranges belongs where the cells are in which all
 * of it lies. Not thread-safe.
 */
public final class PlacedMasters {
  private final IntFunction<TableSchema> schemas;
  private final Map<Integer, PartitionGrid> grids = new HashMap<>();
  private AppliedPlacement applied = AppliedPlacement.NONE;

  /**
   * Nothing is placed yet.
   *
   * @param schemas the definition of a table; null if there is none
   */
  public PlacedMasters(IntFunction<TableSchema> schemas) {
    this.schemas = schemas;
  }

  /** Takes in a record; an older one is no news. Returns whether it was news. */
  public boolean learn(AppliedPlacement told) {
    if (told.number() <= applied.number()) {
      return false;
    }
    applied = told;
    grids.clear();
    return true;
  }

  /** The record in force. */
  public AppliedPlacement applied() {
    return applied;
  }

  /** The site of a cell of a cluster's own grid; 0 if nobody has said so. */
  int siteOfCell(long cell) {
    return applied.ranges().site(cell);
  }

  /** The site of a range; 0 if nobody has said so, or if it reaches over a border. */
  int siteOf(Owner range) {
    PartitionGrid grid = grid(PartitionId.table(range.partition()));
    PlacedRange placed =
        grid == null ? null : applied.ranges().find(grid.partitionOf(range.from()));
    if (placed == null) {
      return 0;
    }
    byte[] end = grid.upperBound(placed.last());
    boolean isInside =
        end.length == 0 || (range.to().length > 0 && Arrays.compareUnsigned(range.to(), end) <= 0);
    return isInside ? placed.site() : 0;
  }

  /** The cells of a table in a cluster's own grid; null if the table is not there. */
  public PartitionGrid grid(int tableId, long cellKeys) {
    TableSchema schema = schemas.apply(tableId);
    return schema == null ? null : new PartitionGrid(tableId, schema, cellKeys);
  }

  /** The cells of a table, as the placement means them; null if the table is not there. */
  public PartitionGrid grid(int tableId) {
    if (applied.isEmpty()) {
      return null;
    }
    PartitionGrid known = grids.get(tableId);
    TableSchema schema = known == null ? schemas.apply(tableId) : null;
    if (schema == null) {
      return known;
    }
    PartitionGrid grid = new PartitionGrid(tableId, schema, applied.cellKeys());
    grids.put(tableId, grid);
    return grid;
  }
}
