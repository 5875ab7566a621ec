package org.thetisdb.relational;

import org.thetisdb.client.CallException;
import org.thetisdb.relational.database.DatabaseException;

/**
 * A transaction over databases has not committed, or nobody knows ({@link #UNKNOWN}). One sentence,
 * with the SQLState of the database or of the cluster.
 */
public final class RelationalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** It lost a conflict, and nothing has happened: run all of it again. */
  public static final String CONFLICT = "40001";

  /** It may have committed or not: look at the rows. */
  public static final String UNKNOWN = "08007";

  /** The SQLState of what a partition cannot do in the state that it is in. */
  static final String STATE = "55000";

  private final String sqlState;

  RelationalException(String sqlState, String message) {
    super(message);
    this.sqlState = sqlState;
  }

  static RelationalException of(long partition, DatabaseException e) {
    return new RelationalException(e.sqlState(), "Partition " + partition + ": " + e.getMessage());
  }

  static RelationalException of(CallException e) {
    return new RelationalException(e.sqlState(), e.describe());
  }

  /** {@return five characters} */
  public String sqlState() {
    return sqlState;
  }
}
