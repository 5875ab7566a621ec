package org.thetisdb.sql.context;

/** Watches over a query that is read for long. A context that is one is asked for each row. */
public interface QueryGuard {
  /**
   * A row was found for the query's operators, or they have done as much without one.
   *
   * @throws org.thetisdb.core.error.ThetisException if the query is not to go on
   */
  void onRow();
}
