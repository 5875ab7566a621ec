package org.thetisdb.procedures.runtime;

/**
 * How a row is locked: the four modes of PostgreSQL ("Explicit Locking", row-level locks), from the
 * weakest to the strongest. What conflicts with a mode conflicts with each stronger one, too.
 *
 * <table>
 * <caption>Which modes do not go together</caption>
 * <tr><th></th><th>KEY SHARE</th><th>SHARE</th><th>NO KEY UPDATE</th><th>UPDATE</th></tr>
 * <tr><td>KEY SHARE</td><td></td><td></td><td></td><td>x</td></tr>
 * <tr><td>SHARE</td><td></td><td></td><td>x</td><td>x</td></tr>
 * <tr><td>NO KEY UPDATE</td><td></td><td>x</td><td>x</td><td>x</td></tr>
 * <tr><td>UPDATE</td><td>x</td><td>x</td><td>x</td><td>x</td></tr>
 * </table>
 */
public enum RowLockMode {
  /** The row stays, and so do its keys; the rest of it may change. */
  KEY_SHARE("FOR KEY SHARE"),
  /** The row stays as it is. */
  SHARE("FOR SHARE"),
  /** The row is about to change, but none of its keys: every change that is not a stronger one. */
  NO_KEY_UPDATE("FOR NO KEY UPDATE"),
  /** The row is about to be deleted, or one of its keys to change. */
  UPDATE("FOR UPDATE");

  private final String clause;

  RowLockMode(String clause) {
    this.clause = clause;
  }

  /** How a query asks for it. */
  public String clause() {
    return clause;
  }

  /** Whether two transactions cannot hold these at the same time. */
  public boolean conflictsWith(RowLockMode other) {
    return switch (this) {
      case KEY_SHARE -> other == UPDATE;
      case SHARE -> !other.isShared();
      case NO_KEY_UPDATE -> other != KEY_SHARE;
      case UPDATE -> true;
    };
  }

  /** Whether a holder of this one has the other one, too. */
  public boolean covers(RowLockMode other) {
    return compareTo(other) >= 0;
  }

  /** Whether several may hold it, so that none of them may change the row under it. */
  public boolean isShared() {
    return this == KEY_SHARE || this == SHARE;
  }
}
