package org.thetisdb.procedures;

/**
 * A write would break a rule of its table, such as a second row with one key. {@link
 * Context#insert} throws it. The transaction is rolled back, also if the procedure catches this,
 * and the caller gets the message, with code T2008 and SQLState 23000. It carries no stack trace.
 */
public final class ConstraintException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * An exception that rolls back the transaction when it leaves {@code run}.
   *
   * @param message what the caller reads; more than 1,000 chars are cut off
   */
  public ConstraintException(String message) {
    super(message, null, false, false);
  }

  /**
   * For the engine: a row was inserted that is there.
   *
   * @hidden
   */
  public static ConstraintException exists(Row row) {
    return new ConstraintException(
        "Table \"%s\" already has a row with key %s."
            .formatted(row.table().name(), row.table().describeKey(row.encodedKey())));
  }
}
