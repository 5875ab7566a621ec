package org.thetisdb.relational.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * A statement with its parameters.
 *
 * @param sql in the database's own dialect, with {@code ?} for parameters; one statement
 * @param parameters of the types that calls of the cluster take; may be null each
 */
public record SqlStatement(String sql, List<Object> parameters) {
  /** Keeps its own list. */
  public SqlStatement {
    parameters = Collections.unmodifiableList(new ArrayList<>(parameters));
  }

  /** A statement with its parameters. */
  public static SqlStatement of(String sql, Object... parameters) {
    return new SqlStatement(sql, Arrays.asList(parameters));
  }
}
