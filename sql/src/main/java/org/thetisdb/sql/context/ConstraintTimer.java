package org.thetisdb.sql.context;

/** A context in which it can be said when foreign keys are checked. */
public interface ConstraintTimer {
  /** A foreign key: the number of its table, and its name. */
  record Key(int tableId, String name) {}

  /**
   * Has foreign keys checked at the end of the transaction, or at the end of each statement; then
   * they are checked now, too.
   *
   * @param key null for all that may be deferred
   * @throws org.thetisdb.core.error.ThetisException FOREIGN_KEY_VIOLATION
   */
  void defer(Key key, boolean deferred);
}
