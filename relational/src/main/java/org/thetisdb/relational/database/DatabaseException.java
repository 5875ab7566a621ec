package org.thetisdb.relational.database;

import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Pattern;

/** What a database says, as one sentence with its SQLState. It never has a password in it. */
public final class DatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The SQLState of what another host of the same database was faster with. */
  static final String CONFLICT = "40001";

  /** Of H2: the database is closed, or was while a statement ran. */
  private static final Set<String> CLOSED = Set.of("90007", "90098", "90121", "90067");

  /** Of a database that ends, or ends a connection. */
  private static final Set<String> ENDING = Set.of("57P01", "57P02", "57P03", "25P03");

  private static final String CONNECTION = "08";
  private static final int LONGEST_TEXT = 500;

  private final String sqlState;
  private final boolean isLost;

  private DatabaseException(String message, String sqlState, boolean isLost) {
    super(message);
    this.sqlState = sqlState;
    this.isLost = isLost;
  }

  /**
   * A sentence of ours.
   *
   * @param sqlState five characters
   */
  public static DatabaseException of(String sqlState, String sentence) {
    return new DatabaseException(sentence + " [" + sqlState + "]", sqlState, false);
  }

  /** A sentence of ours about a connection that cannot be used any more, or not yet. */
  static DatabaseException lost(String sqlState, String sentence) {
    return new DatabaseException(sentence + " [" + sqlState + "]", sqlState, true);
  }

  /** What a driver has thrown. Its causes are left out: they could hold what was sent. */
  static DatabaseException of(SQLException thrown) {
    String state = thrown.getSQLState() == null ? "58000" : thrown.getSQLState();
    boolean isLost =
        state.startsWith(CONNECTION) || ENDING.contains(state) || CLOSED.contains(state);
    return new DatabaseException(firstLine(thrown) + " [" + state + "]", state, isLost);
  }

  private static String firstLine(SQLException thrown) {
    String text = thrown.getMessage() == null ? "no reason was given" : thrown.getMessage();
    String line = text.lines().findFirst().orElse("");
    return line.length() > LONGEST_TEXT ? line.substring(0, LONGEST_TEXT) + "…" : line;
  }

  /** The same with words before it. */
  public DatabaseException within(String where) {
    return new DatabaseException(where + ": " + getMessage(), sqlState, isLost);
  }

  /** The same without a text that nobody may read, in whatever case a driver shows it. */
  DatabaseException without(String secret) {
    return secret.isEmpty()
        ? this
        : new DatabaseException(
            Pattern.compile(secret, Pattern.LITERAL | Pattern.CASE_INSENSITIVE)
                .matcher(getMessage())
                .replaceAll("…"),
            sqlState,
            isLost);
  }

  /** {@return what the database calls it, five characters} */
  public String sqlState() {
    return sqlState;
  }

  /** {@return whether somebody else was faster, so that another try may help} */
  public boolean isConflict() {
    return sqlState.equals(CONFLICT);
  }

  /** {@return whether the connection is gone, so that another one may help} */
  public boolean isLost() {
    return isLost;
  }
}
