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
public record DatabaseStatement(String sql, List<Object> parameters) {
  /** Keeps its own list. */
  public DatabaseStatement {
    parameters = Collections.unmodifiableList(new ArrayList<>(parameters));
  }

  /** A statement with its parameters. */
  public static DatabaseStatement of(String sql, Object... parameters) {
    return new DatabaseStatement(sql, Arrays.asList(parameters));
  }
}
