package org.thetisdb.procedures;

import org.thetisdb.core.key.KeyCodec;

/**
 * Where a procedure's {@code plan} names what its {@code run} will touch, by arguments alone. Keys
 * that are written are locked before the run begins, so that it does not wait in the middle. What
 * is written may also be read. Naming too much costs time only; a run that touches more than was
 * named is rolled back and planned anew.
 *
 * <p>Valid during the call of {@code plan}. All methods return this plan, and throw {@link
 * IllegalArgumentException} for keys that do not fit their table.
 */
public interface Plan {
  /** The row with this key is read. */
  Plan read(Table table, Object... key);

  /** The row with this key is read. */
  Plan read(Table table, long key);

  /** The row with this key, which is two numbers, is read. */
  default Plan read(Table table, long first, long second) {
    return read(table, KeyCodec.boxed(first), KeyCodec.boxed(second));
  }

  /** The row with this key, which is three numbers, is read. */
  default Plan read(Table table, long first, long second, long third) {
    return read(table, KeyCodec.boxed(first), KeyCodec.boxed(second), KeyCodec.boxed(third));
  }

  /** The row with this key is inserted, changed or deleted. */
  Plan write(Table table, Object... key);

  /** The row with this key is inserted, changed or deleted. */
  Plan write(Table table, long key);

  /** The row with this key, which is two numbers, is inserted, changed or deleted. */
  default Plan write(Table table, long first, long second) {
    return write(table, KeyCodec.boxed(first), KeyCodec.boxed(second));
  }

  /** The row with this key, which is three numbers, is inserted, changed or deleted. */
  default Plan write(Table table, long first, long second, long third) {
    return write(table, KeyCodec.boxed(first), KeyCodec.boxed(second), KeyCodec.boxed(third));
  }

  /** Some rows of this range are read, or all. */
  Plan readRange(KeyRange range);

  /**
   * Some rows of this range are written; which ones the run finds out. They are locked when they
   * are met, and if another transaction holds one the run starts again.
   */
  Plan writeRange(KeyRange range);
}
