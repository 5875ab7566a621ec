package org.thetisdb.sql.type;

/**
 * A type with its bounds.
 *
 * @param name the type
 * @param precision digits of a DECIMAL, characters of CHAR and VARCHAR, bytes of BINARY and
 *     VARBINARY, digits of the second of TIME and TIMESTAMP; 0 where it has none
 * @param scale digits behind the point of a DECIMAL; else 0
 */
public record SqlType(SqlTypeName name, int precision, int scale) {
  /** A type without bounds. */
  public static SqlType of(SqlTypeName name) {
    return new SqlType(name, 0, 0);
  }

  /** As it stands in a CREATE TABLE. */
  @Override
  public String toString() {
    if (precision == 0) {
      return name.name();
    }
    return name == SqlTypeName.DECIMAL
        ? "DECIMAL(%d, %d)".formatted(precision, scale)
        : "%s(%d)".formatted(name, precision);
  }
}
