package org.thetisdb.lab.compare.database;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a database says to a statement.
 *
 * @param rows as texts, the columns with bars between them; empty for an error
 * @param sqlState of an error; empty if there is none
 * @param message of an error
 */
public record DatabaseAnswer(List<String> rows, String sqlState, String message) {
  /** The state of a failure that no client should ever see. */
  public static final String FAULT = "FAULT";

  /** What stands between the rows of a change and those of the look behind it. */
  public static final String BORDER = "--";

  /** Rows. */
  public static DatabaseAnswer of(List<String> rows) {
    return new DatabaseAnswer(List.copyOf(rows), "", "");
  }

  /** An error. */
  public static DatabaseAnswer error(String sqlState, String message) {
    return new DatabaseAnswer(List.of(), sqlState, message);
  }

  /** Whether there are rows. */
  public boolean isGood() {
    return sqlState.isEmpty();
  }

  /** The rows in an order of their own, for where the statement has none. */
  public List<String> sorted() {
    List<String> sorted = new ArrayList<>(rows);
    Collections.sort(sorted);
    return sorted;
  }

  /** The same with the rows of another answer behind its own; an error stays. */
  public DatabaseAnswer and(DatabaseAnswer other) {
    if (!isGood() || !other.isGood()) {
      return isGood() ? other : this;
    }
    List<String> both = new ArrayList<>(sorted());
    both.add(BORDER);
    both.addAll(other.sorted());
    return of(both);
  }

  /** One line. */
  public String shown() {
    return isGood() ? rows.toString() : sqlState + " " + message;
  }
}
