package org.thetisdb.procedures;

/**
 * A write would break a rule of its table, such as a second row with one key; all is rolled back.
 */
public final class ConstraintException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** {@code message} is what the caller reads. */
  public ConstraintException(String message) {
    super(message, null, false, false);
  }

  /** A row was inserted that is there. */
  public static ConstraintException exists(Row row) {
    return new ConstraintException(
        "Table \"%s\" already has a row with key %s."
            .formatted(row.table().name(), row.table().describeKey(row.encodedKey())));
  }
}
