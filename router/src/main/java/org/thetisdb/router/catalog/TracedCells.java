package org.thetisdb.router.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;

/**
 * What a trace notes of transactions: the cells that they touch. Where a cluster has ranges, whose
 * borders come and go while a trace is taken, these are cells of {@value #KEYS_OF_RANGES} value of
 * the first key column, found from the keys. Owned by the engine's thread.
 */
public final class TracedCells {
  /** Values of the first key column in a cell, in a trace of a cluster that has ranges. */
  public static final int KEYS_OF_RANGES = 1;

  private final Placement placement;
  private final RouterCatalog catalog;
  private final Map<Integer, PartitionGrid> grids = new HashMap<>();

  /** Cells of the ranges of a placement. */
  public TracedCells(Placement placement, RouterCatalog catalog) {
    this.placement = placement;
    this.catalog = catalog;
  }

  /** The cells of what was found; of a cluster with ranges, of the keys that are known. */
  public Footprint of(Footprint found) {
    return placement.hasRanges()
        ? Footprint.of(writtenCells(found), cells(found.readKeys()), found.readsMore())
        : found;
  }

  private long[] writtenCells(Footprint found) {
    List<RowKey> all = new ArrayList<>(found.writtenKeys());
    for (RowKey beginning : found.growsFrom()) {
      if (catalog.prefixLength(beginning, 1) > 0) {
        all.add(beginning);
      }
    }
    return cells(all);
  }

  private long[] cells(List<RowKey> keys) {
    long[] cells = new long[keys.size()];
    int count = 0;
    for (RowKey key : keys) {
      PartitionGrid grid = grid(key.tableId());
      if (grid != null) {
        cells[count++] = grid.partitionOf(key);
      }
    }
    return Arrays.copyOf(cells, count);
  }

  private PartitionGrid grid(int tableId) {
    PartitionGrid known = grids.get(tableId);
    TableSchema schema = known == null ? catalog.schema(tableId) : null;
    if (schema == null) {
      return known;
    }
    PartitionGrid grid = new PartitionGrid(tableId, schema, KEYS_OF_RANGES);
    grids.put(tableId, grid);
    return grid;
  }
}
