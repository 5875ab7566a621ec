package org.thetisdb.sql.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * A table as SQL knows it.
 *
 * @param tableId the number that keys and partitions carry
 * @param name lower case unless it was quoted
 * @param stored the stored table, to read and write rows with; never null in a catalog
 * @param columns in the order of their declaration
 * @param primaryKey places in {@code columns}, in the key's order; empty if the key is a hidden row
 *     id
 * @param indexes all secondary indexes, those of UNIQUE constraints among them
 * @param comment what COMMENT ON says of it; null for nothing
 * @param filled stored columns that rows of before were given by a step: an older state of the rows
 *     does not have them; 0 among them stands for all of a table that was truncated
 * @param making what it is becoming; null for nothing else
 * @param onCommit what becomes of a temporary one when a transaction ends
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
    List<CheckDef> checks,
    String comment,
    List<Integer> filled,
    Backfill making,
    OnCommit onCommit) {
  private static final String ROW_IDS = "rowid:";

  /** The row id as a column; no name that is written can be this one. */
  private static final String ROW_ID = "\0row id";

  /** A table of which no comment says anything. */
  public TableDef(
      int tableId,
      String name,
      Table stored,
      List<ColumnDef> columns,
      List<Integer> primaryKey,
      String primaryKeyName,
      List<IndexDef> indexes,
      List<ForeignKeyDef> foreignKeys,
      List<CheckDef> checks) {
    this(
        tableId,
        name,
        stored,
        columns,
        primaryKey,
        primaryKeyName,
        indexes,
        foreignKeys,
        checks,
        null);
  }

  /** A table whose columns came with its rows. */
  public TableDef(
      int tableId,
      String name,
      Table stored,
      List<ColumnDef> columns,
      List<Integer> primaryKey,
      String primaryKeyName,
      List<IndexDef> indexes,
      List<ForeignKeyDef> foreignKeys,
      List<CheckDef> checks,
      String comment) {
    this(
        tableId,
        name,
        stored,
        columns,
        primaryKey,
        primaryKeyName,
        indexes,
        foreignKeys,
        checks,
        comment,
        List.of(),
        null,
        OnCommit.PRESERVE_ROWS);
  }

  /** The same table over another stored one; copies of its rows lie where they lie. */
  TableDef withStored(Table table) {
    Backfill made =
        making == null || making.copies()
            ? making
            : new Backfill(making.values(), making.next().withStored(table));
    return with(table, indexes, filled, made);
  }

  private TableDef with(
      Table table, List<IndexDef> newIndexes, List<Integer> newFilled, Backfill newMaking) {
    return new TableDef(
        tableId,
        name,
        table,
        columns,
        primaryKey,
        primaryKeyName,
        newIndexes,
        foreignKeys,
        checks,
        comment,
        newFilled,
        newMaking,
        onCommit);
  }

  /** The same table, which is becoming something; null for nothing. */
  public TableDef withMaking(Backfill newMaking) {
    return with(stored, indexes, filled, newMaking);
  }

  /** The same table with its indexes that have their entries there complete. */
  TableDef withIndexesRead(Set<Integer> entryTables) {
    return with(stored, indexesIn(entryTables, IndexDef.State.READY), filled, making);
  }

  private List<IndexDef> indexesIn(Set<Integer> entryTables, IndexDef.State state) {
    return indexes.stream()
        .map(index -> entryTables.contains(index.tableId()) ? index.withState(state) : index)
        .toList();
  }

  /** Whether one of its indexes has its entries there. */
  boolean hasIndexIn(Set<Integer> entryTables) {
    return indexes.stream().anyMatch(index -> entryTables.contains(index.tableId()));
  }

  /** The same table if nobody may read those of its indexes that have their entries there. */
  TableDef withIndexesUnread(Set<Integer> entryTables) {
    return with(stored, indexesIn(entryTables, IndexDef.State.WRITTEN), filled, making);
  }

  /** The same columns without keys, indexes and rules. */
  public TableDef bare() {
    return new TableDef(
        tableId, name, stored, columns, List.of(), null, List.of(), List.of(), List.of());
  }

  /** The same table, whose hidden row id is a column behind all others and the primary key. */
  public TableDef withRowId() {
    List<ColumnDef> all = new ArrayList<>(columns);
    all.add(new ColumnDef(ROW_ID, SqlType.of(SqlTypeName.BIGINT), 0, false, null, null, true));
    return new TableDef(
        tableId,
        name,
        stored,
        List.copyOf(all),
        List.of(columns.size()),
        primaryKeyName,
        indexes,
        foreignKeys,
        checks,
        comment,
        filled,
        making,
        onCommit);
  }

  /** The place of the column with this name; -1 if there is none. */
  public int find(String column) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(column)) {
        return i;
      }
    }
    return -1;
  }

  /** The index with this name; null if there is none. */
  public IndexDef index(String index) {
    for (IndexDef candidate : indexes) {
      if (candidate.name().equals(index)) {
        return candidate;
      }
    }
    return null;
  }

  /** What stands at a place of an index: the name of a column, or the text of an expression. */
  public String keyName(IndexDef index, int place) {
    return place >= 0 ? columns.get(place).name() : index.expression(place).expressionSql();
  }

  /** The type of what stands at a place of an index. */
  public SqlType keyType(IndexDef index, int place) {
    return place >= 0 ? columns.get(place).type() : index.expression(place).type();
  }

  /**
   * The name of the sequence that gives the rows of a table without a primary key their row ids. It
   * stays the same when the table is renamed.
   */
  public static String rowIdSequence(int tableId) {
    return ROW_IDS + tableId;
  }

  /** Whether a sequence gives row ids, so that nobody needs to see it. */
  public static boolean isRowIdSequence(SequenceDef sequence) {
    return sequence.owner() != null && isRowIdSequence(sequence.name());
  }

  /** Whether a sequence of this name gives row ids. */
  public static boolean isRowIdSequence(String sequence) {
    return sequence.startsWith(ROW_IDS);
  }

  /** The number of a system table, which no stored table has. */
  public static int ofSystem(int number) {
    return -1 - number;
  }

  /** Whether it is a system table: its rows follow from the catalog, and none is stored. */
  public boolean isSystem() {
    return tableId < 0;
  }

  /** The number of a system table among its kind. */
  public int systemNumber() {
    return -1 - tableId;
  }

  /** Whether it belongs to one connection. */
  public boolean isTemporary() {
    return TemporarySchema.holds(name);
  }

  /** Whether rows are told apart by a row id that nobody declared. */
  public boolean hasHiddenKey() {
    return primaryKey.isEmpty();
  }
}
