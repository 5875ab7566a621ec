package org.thetisdb.benchmarks.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to the database under test. Thread-safe. */
@FunctionalInterface
public interface ConnectionSource {
  /** A new connection; the caller closes it. */
  Connection open() throws SQLException;
}
