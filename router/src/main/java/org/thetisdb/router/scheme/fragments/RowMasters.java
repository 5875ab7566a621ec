package org.thetisdb.router.scheme.fragments;

import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.routing.Placement;

/** Which site masters a row. Owned by the engine's thread. */
final class RowMasters {
  static final long UNKNOWN = -1;

  private final RouterCatalog catalog;
  private final Placement placement;

  /** Masters as a placement has them. */
  RowMasters(RouterCatalog catalog, Placement placement) {
    this.catalog = catalog;
    this.placement = placement;
  }

  /** The partition of a row; {@link #UNKNOWN} if there is no such table. */
  long partitionOf(RowKey row) {
    RegisteredTable table = catalog.tables().byId(row.tableId());
    return table == null || table.grid() == null ? UNKNOWN : table.grid().partitionOf(row);
  }

  /** The master of a row; 0 if there is no such table. */
  int of(RowKey row) {
    long partition = partitionOf(row);
    return partition == UNKNOWN ? 0 : placement.master(partition);
  }

  /** The master of a partition. */
  int of(long partition) {
    return placement.master(partition);
  }
}
