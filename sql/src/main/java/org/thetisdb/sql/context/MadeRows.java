package org.thetisdb.sql.context;

/**
 * A context that wants to know of rows which a query makes and does not read: they count for its
 * length.
 */
public interface MadeRows {
  /**
   * A row was made, such as a member of {@code generate_series}: it counts as one that was read.
   *
   * @throws RuntimeException if the query is not to go on here
   */
  void onRowMade();
}
