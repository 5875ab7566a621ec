package org.thetisdb.procedures;

/**
 * Where a procedure's {@code plan} names what its {@code run} will touch, by arguments alone. Keys
 * that are written are locked before the run begins, so that it does not wait in the middle. What
 * is written may also be read. Naming too much costs time only; a run that touches more than was
 * named is undone and planned anew.
 *
 * <p>Valid during the call of {@code plan}. All methods return this plan, and throw {@link
 * IllegalArgumentException} for keys that do not fit their table.
 */
public interface Plan {
  /** The row with this key is read. */
  Plan read(Table table, Object... key);

  /** The row with this key is read. */
  Plan read(Table table, long key);

  /** The row with this key is inserted, changed or deleted. */
  Plan write(Table table, Object... key);

  /** The row with this key is inserted, changed or deleted. */
  Plan write(Table table, long key);

  /** Some rows of this range are read, or all. */
  Plan readRange(KeyRange range);

  /**
   * Some rows of this range are written; which ones the run finds out. They are locked when they
   * are met, and if another transaction holds one the run starts again.
   */
  Plan writeRange(KeyRange range);
}
