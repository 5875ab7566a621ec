package org.thetisdb.procedures;

/**
 * For the engine: which columns of a row were looked at, so that a change of another column is no
 * conflict for the transaction that read it. Columns behind the 63rd count as one. Not thread-safe.
 *
 * @hidden
 */
public final class ColumnsRead {
  private static final int LAST_BIT = Long.SIZE - 1;

  private long bits;

  void note(int column) {
    bits |= bit(column);
  }

  void noteAll() {
    bits = -1;
  }

  /** Whether this column was looked at, or one that it cannot be distinguished from. */
  public boolean contains(int column) {
    return (bits & bit(column)) != 0;
  }

  private static long bit(int column) {
    return 1L << Math.min(column, LAST_BIT);
  }
}
