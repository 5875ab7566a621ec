package org.thetisdb.sql.context;

/** Watches over a query that is read for long. A context that is one is asked for each row. */
public interface QueryGuard {
  /**
   * A row was found for the query's operators.
   *
   * @param heldBytes about how much of it they keep until the query ends; 0 if they pass it on
   * @throws org.thetisdb.core.error.ThetisException if the query is not to go on
   */
  void onRow(long heldBytes);
}
