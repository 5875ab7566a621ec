package org.thetisdb.sql.catalog;

import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
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

  /**
   * Whether rows of a stored table may hold large values; index entries never do, whatever this
   * says.
   */
  public static boolean mayHoldValues(TableRegistry registry, int tableId) {
    RegisteredTable stored = registry.byId(tableId);
    if (stored == null || !areIn(registry)) {
      return false;
    }
    TableSchema schema = stored.schema();
    for (int i = schema.keyColumns(); i < schema.columns().size(); i++) {
      ColumnType type = schema.column(i).type();
      if (type == ColumnType.STRING || type == ColumnType.BYTES) {
        return true;
      }
    }
    return false;
  }

  /** Whether both tables are there; if not, no value was ever uploaded. */
  public static boolean areIn(TableRegistry registry) {
    RegisteredTable pieces = registry.byName(PIECES.name());
    RegisteredTable pending = registry.byName(PENDING.name());
    return pieces != null && pending != null && isOne(pieces) && isOne(pending);
  }
}
