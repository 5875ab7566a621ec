package org.thetisdb.sql.context;

/** A context that can look at foreign keys when a statement ends, and not row by row. */
public interface StatementEnd {
  /**
   * Makes the changes of one statement. That nobody refers to a row that is gone is required when
   * all are made, so that rows that refer to each other can go together (SQL's NO ACTION).
   *
   * @throws org.thetisdb.core.error.ThetisException FOREIGN_KEY_VIOLATION if somebody does; then
   *     the statement must be rolled back
   */
  void changeTogether(Runnable changes);
}
