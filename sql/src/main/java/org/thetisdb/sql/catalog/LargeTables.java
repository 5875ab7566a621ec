package org.thetisdb.sql.catalog;

import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;

/**
 * The two stored tables behind large values. They are ordinary tables that SQL does not show: their
 * rows have masters, versions and log records like all rows.
 */
public final class LargeTables {
  /** Pieces, and at number -1 what became of the value. */
  public static final Table PIECES =
      Table.define("thetis_large_piece")
          .key("id", ColumnType.LONG)
          .key("no", ColumnType.INT)
          .nullable("content", ColumnType.BYTES)
          .nullable("state", ColumnType.INT)
          .build();

  /** Values that somebody has to look after: uploads under way, and what was given up. */
  public static final Table PENDING =
      Table.define("thetis_large_pending")
          .key("id", ColumnType.LONG)
          .key("kind", ColumnType.INT)
          .column("since", ColumnType.TIMESTAMP)
          .column("bytes", ColumnType.LONG)
          .build();

  private LargeTables() {}

  /** Whether a stored table is one of the two. */
  public static boolean isOne(RegisteredTable stored) {
    return stored.table().equals(PIECES) || stored.table().equals(PENDING);
  }

  /** Whether both tables are there; if not, no value was ever uploaded. */
  public static boolean areIn(TableRegistry registry) {
    RegisteredTable pieces = registry.byName(PIECES.name());
    RegisteredTable pending = registry.byName(PENDING.name());
    return pieces != null && pending != null && isOne(pieces) && isOne(pending);
  }
}
