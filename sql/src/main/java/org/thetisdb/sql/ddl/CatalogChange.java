package org.thetisdb.sql.ddl;

import java.util.List;
import org.thetisdb.core.key.RowKey;

/**
 * What a definition changes: the rows of system tables that one transaction writes, and what is to
 * be done once they are in force at all sites.
 *
 * @param rows empty if nothing changes, as with IF NOT EXISTS
 * @param steps in order; each begins when what came before it is in force everywhere
 * @param notices for the client, such as that something is not enforced
 */
public record CatalogChange(List<Row> rows, List<Step> steps, List<String> notices) {
  /** A row of a system table: its new image, or null to delete it. */
  public record Row(RowKey key, byte[] image) {}

  /** Work that follows a change. */
  public sealed interface Step {
    /** Entries of all rows go into an index, which is READY afterwards. */
    record FillIndex(String table, String index) implements Step {}

    /** All rows of a table are checked against its constraints. */
    record CheckRows(String table, String constraint) implements Step {}

    /** The rows of a stored table that nobody can name any more are deleted. */
    record EmptyTable(int tableId) implements Step {}
  }
}
