package org.thetisdb.sql.memory;

/**
 * What one operator of a plan keeps. An operator that begins anew, as one does that runs for each
 * row around it, has let go of what it kept before. Not thread-safe.
 */
public final class Holding {
  /** What leads to a row that is kept: a place in a list and in a table of keys. */
  private static final long PLACE_BYTES = 80;

  private final StatementMemory memory;
  private long bytes;

  /** One that keeps nothing. */
  public Holding(StatementMemory memory) {
    this.memory = memory;
  }

  /** The operator begins anew. */
  public void begin() {
    if (bytes > 0) {
      memory.letGo(bytes);
      bytes = 0;
    }
  }

  /**
   * A row is to be kept.
   *
   * @throws org.thetisdb.core.error.ThetisException if it is not
   */
  public void row(Object row) {
    keep(PLACE_BYTES + HeldBytes.of(row));
  }

  /** A row is kept no more. */
  public void withoutRow(Object row) {
    long less = PLACE_BYTES + HeldBytes.of(row);
    bytes -= less;
    memory.letGo(less);
  }

  /**
   * A value of a group is to be kept.
   *
   * @throws org.thetisdb.core.error.ThetisException if it is not
   */
  public void value(Object value) {
    keep(HeldBytes.ofValue(value));
  }

  /** The row at hand, which stays while others are read, if it may be large; in place of others. */
  public void currentRow(Object row) {
    begin();
    if (memory.isPassing()) {
      keep(HeldBytes.of(row));
    }
  }

  void keep(long more) {
    memory.keep(more);
    bytes += more;
  }
}
