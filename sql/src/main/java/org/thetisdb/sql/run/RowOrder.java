package org.thetisdb.sql.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.UUID;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;

/**
 * ORDER BY columns of one table: values are compared as they are stored. Rows that are alike stay
 * in the order in which they were found. Immutable.
 */
public final class RowOrder {
  /** Up to this many rows only those are kept that are wanted. */
  private static final int MOST_CHOSEN = 10_000;

  /** What stands around a row that is kept: its objects, and its values. */
  private static final int ENTRY_BYTES = 128;

  private final int[] storedAt;
  private final Comparator<Entry> comparator;

  /** A row with its values to compare; {@code number} says when it was found. */
  private record Entry(Object[] values, Row row, long number) {}

  /**
   * A column that rows are in order of.
   *
   * @param place in the table's list of columns
   */
  public record Column(int place, boolean descending, boolean nullsFirst) {}

  /** An order; the first column counts most. */
  public RowOrder(TableDef table, List<Column> columns) {
    this.storedAt = new int[columns.size()];
    Comparator<Entry> order = null;
    for (int i = 0; i < storedAt.length; i++) {
      ColumnDef column = table.columns().get(columns.get(i).place());
      storedAt[i] = column.storedAt();
      Comparator<Entry> next = byValue(i, columns.get(i));
      order = order == null ? next : order.thenComparing(next);
    }
    this.comparator = order.thenComparingLong(Entry::number);
  }

  private static Comparator<Entry> byValue(int at, Column column) {
    Comparator<Object> ascending = RowOrder::compare;
    Comparator<Object> order = column.descending() ? ascending.reversed() : ascending;
    Comparator<Object> whole =
        column.nullsFirst() ? Comparator.nullsFirst(order) : Comparator.nullsLast(order);
    return (a, b) -> whole.compare(a.values[at], b.values[at]);
  }

  @SuppressWarnings("unchecked") // both are of the type of one column
  private static int compare(Object a, Object b) {
    if (a instanceof byte[] bytes) {
      return Arrays.compareUnsigned(bytes, (byte[]) b);
    }
    if (a instanceof UUID uuid) {
      return compare(uuid, (UUID) b);
    }
    return ((Comparable<Object>) a).compareTo(b);
  }

  /** As keys order them: as if they were bytes. */
  private static int compare(UUID a, UUID b) {
    int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
  }

  /**
   * Reads all rows and puts them in order.
   *
   * @param most how many of the first ones are wanted
   */
  RowSource.Cursor sorted(RunContext run, TableScan.Cursor rows, long most) {
    List<Entry> entries = most <= MOST_CHOSEN ? first(run, rows, (int) most) : all(run, rows);
    entries.sort(comparator);
    Iterator<Entry> next = entries.iterator();
    return () -> next.hasNext() ? next.next().row : null;
  }

  private List<Entry> all(RunContext run, TableScan.Cursor rows) {
    List<Entry> entries = new ArrayList<>();
    for (Row row = rows.next(); row != null; row = rows.next()) {
      entries.add(entry(row, entries.size()));
      watch(run, row.heldBytes() + ENTRY_BYTES);
    }
    return entries;
  }

  private List<Entry> first(RunContext run, TableScan.Cursor rows, int most) {
    PriorityQueue<Entry> chosen = new PriorityQueue<>(comparator.reversed());
    long number = 0;
    for (Row row = most == 0 ? null : rows.next(); row != null; row = rows.next()) {
      Entry entry = entry(row, number++);
      if (chosen.size() < most) {
        chosen.add(entry);
        watch(run, row.heldBytes() + ENTRY_BYTES);
      } else {
        if (comparator.compare(entry, chosen.peek()) < 0) {
          chosen.poll();
          chosen.add(entry);
        }
        watch(run, 0);
      }
    }
    return new ArrayList<>(chosen);
  }

  private Entry entry(Row row, long number) {
    Object[] values = new Object[storedAt.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.get(storedAt[i]);
    }
    return new Entry(values, row, number);
  }

  private static void watch(RunContext run, long heldBytes) {
    if (run.guard() != null) {
      run.guard().onRow(heldBytes);
    }
  }
}
