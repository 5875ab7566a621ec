package org.thetisdb.sql.catalog;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;

/**
 * What a table is becoming: columns that writers keep already and nobody reads, until a step has
 * filled them in all rows (decision 0063). Then the table is {@code next}. Or it is getting a
 * primary key: then all rows are copied into another stored table, where they lie by that key, and
 * nobody writes the table until they are.
 *
 * @param copies whether rows are copied into the stored table of {@code next}
 * @param values the new stored columns; each is calculated over the columns that the table has now.
 *     If rows are copied, those columns that go again if a row does not allow it
 * @param next the table as it will be; its stored table is that of the table unless rows are
 *     copied, and its own indexes are kept by writers, too
 */
public record Backfill(boolean copies, List<ColumnDef> values, TableDef next) {
  /** Copies the list. */
  public Backfill {
    values = List.copyOf(values);
  }

  /** Columns that are filled. */
  public Backfill(List<ColumnDef> values, TableDef next) {
    this(false, values, next);
  }

  /** Which of several ones of a table, in order of time, it is: no two have the same. */
  public int number() {
    return copies ? TableSchema.MAX_COLUMNS + next.tableId() : values.get(0).storedAt();
  }

  /** The table as it will be, over the stored table of the copies; null while that is not there. */
  public TableDef nextOver(TableRegistry tables) {
    RegisteredTable stored = tables.byId(next.tableId());
    return stored == null ? null : next.withStored(stored.table());
  }

  /** Indexes that are there only for what the table is becoming. */
  public List<IndexDef> ownIndexes(TableDef now) {
    return next.indexes().stream().filter(index -> !has(now, index)).toList();
  }

  /** Indexes that go when the table has become what it is becoming. */
  public List<IndexDef> goneIndexes(TableDef now) {
    return now.indexes().stream().filter(index -> !has(next, index)).toList();
  }

  private static boolean has(TableDef table, IndexDef index) {
    return table.indexes().stream().anyMatch(other -> other.tableId() == index.tableId());
  }

  /** The table as it is once its rows are filled. */
  public TableDef completed(TableDef now) {
    Set<Integer> own =
        ownIndexes(now).stream().map(IndexDef::tableId).collect(Collectors.toUnmodifiableSet());
    return next.withIndexesRead(own);
  }
}
