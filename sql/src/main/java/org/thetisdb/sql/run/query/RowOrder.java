package org.thetisdb.sql.run.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.function.ArrayFunctions;
import org.thetisdb.sql.function.TextOrder;
import org.thetisdb.sql.run.RowSource;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.type.LargeTypes;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * ORDER BY columns of one table: values are compared as they are stored, but for documents, arrays
 * and intervals, whose order is not that of what is stored. Rows that are alike stay in the order
 * in which they were found. Immutable.
 */
public final class RowOrder {
  /** Up to this many rows only those are kept that are wanted. */
  private static final int MOST_CHOSEN = 10_000;

  /** What stands around a row that is kept: its objects, and its values. */
  private static final int ENTRY_BYTES = 128;

  private final Column[] columns;
  private final int[] storedAt;

  /** The types of columns whose values are read before they are compared; null for others. */
  private final SqlType[] read;

  /** A row with its values to compare; {@code number} says when it was found. */
  private record Entry(Object[] values, Row row, long number) {}

  /**
   * A column that rows are in order of.
   *
   * @param place in the table's list of columns
   */
  public record Column(int place, boolean descending, boolean nullsFirst) {
    int compare(Object a, Object b) {
      if (a == null || b == null) {
        return a == b ? 0 : (a == null) == nullsFirst ? -1 : 1;
      }
      int order = compareValues(a, b);
      return descending ? -order : order;
    }
  }

  /** An order; the first column counts most. */
  public RowOrder(TableDef table, List<Column> columns) {
    this.columns = columns.toArray(Column[]::new);
    this.storedAt =
        columns.stream().mapToInt(each -> table.columns().get(each.place()).storedAt()).toArray();
    this.read =
        columns.stream()
            .map(each -> table.columns().get(each.place()).type())
            .map(type -> isInOrder(type) ? null : type)
            .toArray(SqlType[]::new);
  }

  private static boolean isInOrder(SqlType type) {
    return type.name() != SqlTypeName.JSONB
        && type.name() != SqlTypeName.INTERVAL
        && type.name() != SqlTypeName.ARRAY;
  }

  private int compareRows(Object[] a, Object[] b) {
    int order = 0;
    for (int i = 0; i < columns.length && order == 0; i++) {
      order = columns[i].compare(a[i], b[i]);
    }
    return order;
  }

  private int compareEntries(Entry a, Entry b) {
    int order = compareRows(a.values, b.values);
    return order != 0 ? order : Long.compare(a.number, b.number);
  }

  private static int compareValues(Object a, Object b) {
    if (a instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) b);
    }
    return a instanceof List<?>
        ? ArrayFunctions.compare(a, b)
        : TextOrder.compare((Comparable<?>) a, (Comparable<?>) b);
  }

  /**
   * Reads all rows and puts them in order.
   *
   * @param most how many of the first ones are wanted
   */
  RowSource.Cursor sorted(RunContext run, TableScan.Cursor rows, long most) {
    List<Entry> entries = most <= MOST_CHOSEN ? first(run, rows, (int) most) : all(run, rows);
    entries.sort(this::compareEntries);
    Iterator<Entry> next = entries.iterator();
    return () -> next.hasNext() ? next.next().row : null;
  }

  private List<Entry> all(RunContext run, TableScan.Cursor rows) {
    List<Entry> entries = new ArrayList<>();
    for (Row row = rows.next(); row != null; row = rows.next()) {
      entries.add(new Entry(values(row), row, entries.size()));
      watch(run);
      run.memory().keep(row.heldBytes() + ENTRY_BYTES);
    }
    return entries;
  }

  private List<Entry> first(RunContext run, TableScan.Cursor rows, int most) {
    PriorityQueue<Entry> chosen = new PriorityQueue<>((a, b) -> compareEntries(b, a));
    long number = 0;
    for (Row row = most == 0 ? null : rows.next(); row != null; row = rows.next()) {
      Object[] values = values(row);
      boolean isMore = chosen.size() < most;
      if (!isMore && compareRows(values, chosen.peek().values) < 0) {
        run.memory().letGo(chosen.poll().row.heldBytes() + ENTRY_BYTES);
      }
      if (chosen.size() < most) {
        chosen.add(new Entry(values, row, number++));
        run.memory().keep(row.heldBytes() + ENTRY_BYTES);
      }
      watch(run);
    }
    return new ArrayList<>(chosen);
  }

  private Object[] values(Row row) {
    Object[] values = new Object[storedAt.length];
    for (int i = 0; i < values.length; i++) {
      Object stored = row.get(storedAt[i]);
      if (stored instanceof LargeValue large) {
        throw LargeTypes.misplaced("A column of ORDER BY", large);
      }
      values[i] = read[i] == null ? stored : Values.storedToCalc(read[i], stored);
    }
    return values;
  }

  private static void watch(RunContext run) {
    if (run.guard() != null) {
      run.guard().onRow();
    }
  }
}
