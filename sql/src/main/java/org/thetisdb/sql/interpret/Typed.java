package org.thetisdb.sql.interpret;

/**
 * An expression with the type that Java gives it, without type parameters.
 *
 * @param type {@link #NULL} for the literal; {@link SyntheticRecord} for all records
 */
record Typed(Node node, Class<?> type) {
  /** The type of null. */
  static final Class<?> NULL = void.class;

  /** Whether its value is always there and stands in a box only here. */
  boolean isPrimitive() {
    return type.isPrimitive() && type != NULL;
  }
}
