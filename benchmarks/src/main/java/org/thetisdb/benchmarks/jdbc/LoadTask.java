package org.thetisdb.benchmarks.jdbc;

import java.sql.SQLException;

/**
 * A part of a workload's data. Parts are made side by side. A part that a conflict has rolled back
 * is made again, so it is one transaction: one batch, or one statement.
 */
@FunctionalInterface
public interface LoadTask {
  /** Makes the rows; commits nothing itself. */
  void run(PreparedSession session) throws SQLException;
}
