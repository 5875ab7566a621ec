package org.thetisdb.benchmarks.jdbc;

import java.sql.SQLException;

/** The data of a workload could not be made; the message says why. */
public final class LoadFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LoadFailedException(String what, SQLException cause) {
    super(what + ": " + cause.getMessage(), cause);
  }
}
