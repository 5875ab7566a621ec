package org.thetisdb.sql.statement;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.info.ClusterTable;

/**
 * What the router provides for one run of a statement: values of sequences, and rows about the
 * cluster. A site that plans and then runs a statement hands out the same values both times, so
 * that keys which come from a sequence can be planned. Not thread-safe.
 */
@FunctionalInterface
public interface GeneratedValues {
  /**
   * The next value. Exceptions that come out of this belong to the engine, which has to fetch more
   * values, and must be let through.
   *
   * @param sequence its name
   */
  long next(String sequence);

  /**
   * The rows of a table about the cluster, in the clients' form.
   *
   * @throws ThetisException NOT_SUPPORTED if none came with the statement
   */
  default List<Object[]> clusterRows(ClusterTable table) {
    throw ThetisException.withMessage(
        ErrorCode.NOT_SUPPORTED,
        "Only a SELECT by itself can read information_schema.%s. Read it first, then use what it said."
            .formatted(table.tableName()));
  }

  /**
   * The version of the catalog that the statement runs with.
   *
   * @throws ThetisException NOT_SUPPORTED if it is no statement that runs, but a part of a
   *     definition
   */
  default SqlCatalog catalog() {
    throw ThetisException.withMessage(
        ErrorCode.NOT_SUPPORTED,
        "A check, a default or an index cannot ask the catalog, as a cast to regclass does.");
  }

  /** The user whose statement it is; empty for one who may do everything. */
  default String user() {
    return "";
  }

  /** The rows that a part of the statement gave, as generated code reads them. */
  default List<Object> partRows(int number) {
    throw new IllegalStateException("no part " + number + " has run");
  }
}
