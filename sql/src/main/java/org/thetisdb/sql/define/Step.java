package org.thetisdb.sql.define;

/**
 * What follows a change of the catalog, in batches, once the change is in force at all sites. Each
 * may be repeated from the start.
 */
public sealed interface Step {
  /** Writes the entries of rows that were there before the index; then the index is complete. */
  record FillIndex(int tableId, String index) implements Step {}

  /** Looks whether all rows that are there keep a new constraint; if not, it goes again. */
  record CheckRows(int tableId, String constraint) implements Step {}

  /** Looks whether a column that may not be null any more is null nowhere. */
  record CheckNotNull(int tableId, String column) implements Step {}

  /** Deletes the rows of a stored table that nothing refers to any more. */
  record PurgeRows(int storedTableId) implements Step {}
}
