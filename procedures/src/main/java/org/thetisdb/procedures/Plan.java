package org.thetisdb.procedures;

import org.thetisdb.core.key.KeyCodec;

/**
 * Where a procedure's method {@code plan} names what its {@code run} will touch, by the arguments
 * alone. Keys that are written are locked before the run begins, so that it does not wait in the
 * middle. A key that is named as written may also be read. A plan that names too much costs time
 * only; a run that touches more than was named is rolled back and planned anew.
 *
 * <pre>{@code
 * public final class CloseDistrict implements Procedure {
 *   static final Table DISTRICTS =
 *       Table.define("districts")
 *           .key("id", ColumnType.INT)
 *           .column("is_open", ColumnType.BOOLEAN)
 *           .build();
 *   static final Table ORDERS =
 *       Table.define("open_orders")
 *           .key("district", ColumnType.INT)
 *           .key("id", ColumnType.LONG)
 *           .nullable("item", ColumnType.STRING)
 *           .build();
 *
 *   public List<Table> tables() {
 *     return List.of(DISTRICTS, ORDERS);
 *   }
 *
 *   public void plan(Plan plan, int district) {
 *     plan.write(DISTRICTS, district).readRange(ORDERS.prefix(district));
 *   }
 *
 *   public int run(Context ctx, int district) {
 *     int orders = ctx.scan(ORDERS.prefix(district), 1000).size();
 *     ctx.put(DISTRICTS.row(district).setBoolean("is_open", false));
 *     return orders;
 *   }
 * }
 * }</pre>
 *
 * <p>Valid during the call of {@code plan}, on its thread. All methods return this plan, and throw
 * {@link IllegalArgumentException} for keys that do not fit their table.
 */
public interface Plan {
  /**
   * The row with this key is read.
   *
   * @param table one of {@link Procedure#tables}
   * @param key a value for each column of the key
   * @return this plan
   */
  Plan read(Table table, Object... key);

  /**
   * The row with this key, which is one INT or LONG, is read.
   *
   * @param table one of {@link Procedure#tables}
   * @param key the key
   * @return this plan
   */
  Plan read(Table table, long key);

  /**
   * The row with this key, which is two columns of INT or LONG, is read.
   *
   * @param table one of {@link Procedure#tables}
   * @param first the first column of the key
   * @param second the second one
   * @return this plan
   */
  default Plan read(Table table, long first, long second) {
    return read(table, KeyCodec.boxed(first), KeyCodec.boxed(second));
  }

  /**
   * The row with this key, which is three columns of INT or LONG, is read.
   *
   * @param table one of {@link Procedure#tables}
   * @param first the first column of the key
   * @param second the second one
   * @param third the third one
   * @return this plan
   */
  default Plan read(Table table, long first, long second, long third) {
    return read(table, KeyCodec.boxed(first), KeyCodec.boxed(second), KeyCodec.boxed(third));
  }

  /**
   * The row with this key is inserted, changed or deleted.
   *
   * @param table one of {@link Procedure#tables}
   * @param key a value for each column of the key
   * @return this plan
   */
  Plan write(Table table, Object... key);

  /**
   * The row with this key, which is one INT or LONG, is inserted, changed or deleted.
   *
   * @param table one of {@link Procedure#tables}
   * @param key the key
   * @return this plan
   */
  Plan write(Table table, long key);

  /**
   * The row with this key, which is two columns of INT or LONG, is inserted, changed or deleted.
   *
   * @param table one of {@link Procedure#tables}
   * @param first the first column of the key
   * @param second the second one
   * @return this plan
   */
  default Plan write(Table table, long first, long second) {
    return write(table, KeyCodec.boxed(first), KeyCodec.boxed(second));
  }

  /**
   * The row with this key, which is three columns of INT or LONG, is inserted, changed or deleted.
   *
   * @param table one of {@link Procedure#tables}
   * @param first the first column of the key
   * @param second the second one
   * @param third the third one
   * @return this plan
   */
  default Plan write(Table table, long first, long second, long third) {
    return write(table, KeyCodec.boxed(first), KeyCodec.boxed(second), KeyCodec.boxed(third));
  }

  /**
   * Some rows of this range are read, or all.
   *
   * @param range of one of {@link Procedure#tables}
   * @return this plan
   */
  Plan readRange(KeyRange range);

  /**
   * Some rows of this range are written; which ones the run finds out. They are locked when the run
   * comes to them, and if another transaction holds one the run starts again.
   *
   * @param range of one of {@link Procedure#tables}
   * @return this plan
   */
  Plan writeRange(KeyRange range);
}
