package org.thetisdb.client.jdbc.session;

import java.sql.SQLException;
import java.sql.Savepoint;
import org.thetisdb.client.jdbc.sql.Quoting;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/** A savepoint. One without a name has a number, and a name that nobody would choose. */
public final class ThetisSavepoint implements Savepoint {
  private final int number;
  private final String name;

  /** The name is null if the application gave none. */
  public ThetisSavepoint(int number, String name) {
    this.number = number;
    this.name = name;
  }

  @Override
  public int getSavepointId() throws SQLException {
    if (name != null) {
      throw SqlErrors.of("3B001", "The savepoint has a name, not a number.");
    }
    return number;
  }

  @Override
  public String getSavepointName() throws SQLException {
    if (name == null) {
      throw SqlErrors.of("3B001", "The savepoint has a number, not a name.");
    }
    return name;
  }

  /** As SQL calls it. */
  public String quoted() {
    return Quoting.identifier(name == null ? "jdbc_savepoint_" + number : name);
  }
}
