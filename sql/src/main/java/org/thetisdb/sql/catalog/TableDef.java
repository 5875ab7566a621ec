package org.thetisdb.sql.catalog;

import java.util.List;
import org.thetisdb.procedures.Table;

/**
 * A table as SQL knows it.
 *
 * @param tableId the number that keys and partitions carry
 * @param name lower case unless it was quoted
 * @param stored the stored table, to read and write rows with
 * @param columns in the order of their declaration
 * @param primaryKey places in {@code columns}, in the key's order; empty if the key is a hidden row
 *     id
 * @param indexes all secondary indexes, those of UNIQUE constraints among them
 */
public record TableDef(
    int tableId,
    String name,
    Table stored,
    List<ColumnDef> columns,
    List<Integer> primaryKey,
    String primaryKeyName,
    List<IndexDef> indexes,
    List<ForeignKeyDef> foreignKeys,
    List<CheckDef> checks) {
  /** Whether rows are told apart by a row id that nobody declared. */
  public boolean hasHiddenKey() {
    return primaryKey.isEmpty();
  }
}
