package org.thetisdb.benchmarks.listappend;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** The table: a row is a list of numbers, eight bytes each. A row that is not there is empty. */
final class Lists {
  static final Table TABLE =
      Table.define("list_append")
          .key("id", ColumnType.LONG)
          .column("elements", ColumnType.BYTES)
          .build();
  static final List<Table> TABLES = List.of(TABLE);

  /** Most elements of a list. */
  static final int MAX_ELEMENTS = 10_000;

  /** Most operations of a transaction. */
  static final int MAX_OPERATIONS = 1_000;

  /** In place of an element: the operation is a read. */
  static final long READ = 0;

  private static final int ELEMENTS = 1;
  private static final byte[] EMPTY = {};

  private Lists() {}

  /** Throws if operations are not pairs, or too many. */
  static void requirePairs(Context ctx, List<?> operations) {
    if (operations.size() % 2 != 0 || operations.size() > 2 * MAX_OPERATIONS) {
      throw ctx.abort("Operations are pairs of key and element, at most " + MAX_OPERATIONS + ".");
    }
  }

  static long number(List<?> operations, int place) {
    return (Long) operations.get(place);
  }

  static byte[] read(Context ctx, long key) {
    Row row = ctx.get(TABLE, key);
    return row == null ? EMPTY : row.getBytes(ELEMENTS);
  }

  static void append(Context ctx, long key, long element) {
    byte[] list = read(ctx, key);
    if (list.length >= MAX_ELEMENTS * Long.BYTES) {
      throw ctx.abort("List " + key + " is full.");
    }
    byte[] longer = Arrays.copyOf(list, list.length + Long.BYTES);
    ByteBuffer.wrap(longer).putLong(list.length, element);
    ctx.put(TABLE.row(key).setBytes(ELEMENTS, longer));
  }

  /** The elements of a list. */
  static long[] elements(byte[] list) {
    long[] elements = new long[list.length / Long.BYTES];
    ByteBuffer.wrap(list).asLongBuffer().get(elements);
    return elements;
  }
}
