package org.thetisdb.sql.define.step;

import java.util.List;
import org.thetisdb.sql.type.SqlType;

/**
 * What follows a change of the catalog, in batches, once the change is in force at all sites. Each
 * may be repeated from the start.
 */
public sealed interface Step {
  /** Writes the entries of rows that were there before the index; then the index is complete. */
  record FillIndex(int tableId, String index) implements Step {}

  /**
   * Writes the first rows of a table that is made of a query, in one transaction; if that cannot
   * be, the table goes again. It is a statement by itself, which is sent with {@link
   * org.thetisdb.sql.sequence.SequencePositions#MAX_BLOCK} row ids from 1 on.
   */
  record FillTable(int tableId, String insertSql) implements Step {}

  /** Looks whether all rows that are there keep a new constraint; if not, it goes again. */
  record CheckRows(int tableId, String constraint) implements Step {}

  /** Looks whether a column that may not be null any more is null nowhere. */
  record CheckNotNull(int tableId, String column) implements Step {}

  /**
   * Looks whether all values of a column, which is of a narrower type now, are of that type; if
   * not, it has its type of before again.
   */
  record CheckType(int tableId, String column, SqlType before) implements Step {}

  /**
   * Writes new columns of rows that were there before them, with the entries of their indexes; then
   * the table is what it was becoming. If a row does not allow it, it stays what it was.
   *
   * @param making {@link org.thetisdb.sql.catalog.Backfill#number} of what the table is becoming
   */
  record FillColumns(int tableId, int making) implements Step {}

  /** Gives up the large values in rows of a stored table that nothing refers to any more. */
  record GiveUpValues(int storedTableId) implements Step {}

  /**
   * Has the catalog say that stored tables which nothing refers to are purged; then each site
   * removes their rows by itself. No row is written.
   */
  record PurgeTables(List<Integer> storedTableIds) implements Step {
    /** A step for some tables, at least one. */
    public PurgeTables {
      storedTableIds = List.copyOf(storedTableIds);
    }
  }

  /**
   * Deletes the rows of a stored table that was that of a temporary one; then another one may have
   * it.
   */
  record EmptyTable(int storedTableId) implements Step {}

  /** Does nothing, once the change is in force at all sites. */
  record AwaitSites() implements Step {}

  /** Whether nobody waits for a step: nothing is looked up in what it clears away. */
  static boolean isTidying(Step step) {
    return step instanceof GiveUpValues
        || step instanceof PurgeTables
        || step instanceof EmptyTable;
  }

  /** Whether a step changes rows, and does not only look at them. */
  static boolean writes(Step step) {
    return step instanceof FillIndex
        || step instanceof FillColumns
        || step instanceof GiveUpValues
        || step instanceof EmptyTable;
  }
}
