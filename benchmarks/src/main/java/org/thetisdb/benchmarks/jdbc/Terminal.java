package org.thetisdb.benchmarks.jdbc;

import java.sql.SQLException;
import org.thetisdb.benchmarks.driver.result.Ending;

/** One terminal: decides on transactions and runs them over its session. Used by one thread. */
public interface Terminal {
  /** Decides on the next transaction, with all that is random in it; returns its type. */
  int choose();

  /**
   * Runs what was chosen, from the beginning; called again when a conflict has rolled back it.
   * Commits and rolls back nothing itself.
   *
   * @return true to commit; false to roll back, which is a part of the workload then
   */
  boolean run() throws SQLException;

  /** Learns how it ended, after the last attempt. */
  void ended(Ending ending);
}
