package org.thetisdb.sql.catalog;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a table is becoming: columns that writers keep already and nobody reads, until a step has
 * filled them in all rows (decision 0063). Then the table is {@code next}.
 *
 * @param values the new stored columns; each is calculated over the columns that the table has now
 * @param next the table as it will be; its stored table is that of the table, and its own indexes
 *     are kept by writers, too
 */
public record Backfill(List<ColumnDef> values, TableDef next) {
  /** Copies the list. */
  public Backfill {
    values = List.copyOf(values);
  }

  /** Which of several ones of a table, in order of time, it is: no two have the same. */
  public int number() {
    return values.get(0).storedAt();
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
