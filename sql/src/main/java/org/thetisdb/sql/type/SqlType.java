package org.thetisdb.sql.type;

import org.thetisdb.core.value.Interval;

/**
 * A type with its bounds.
 *
 * @param name the type
 * @param precision digits of a DECIMAL, characters of CHAR and VARCHAR, bytes of BINARY and
 *     VARBINARY, digits of the second of TIME, TIMESTAMP and TIMESTAMPTZ and one more, so that
 *     TIMESTAMP(0) has 1; of an INTERVAL the number of its last field, counted from 1, if it holds
 *     nothing shorter; 0 where it has none; of an ARRAY that of its elements
 * @param scale digits behind the point of a DECIMAL; else 0; of an ARRAY that of its elements
 * @param element the type of an ARRAY's elements, which is no ARRAY; else null
 */
public record SqlType(SqlTypeName name, int precision, int scale, SqlType element) {
  /** The longest length that a type of texts or bytes can name. */
  public static final int MAX_LENGTH = 16 << 20;

  /** What is added to the code of the elements for an array of such. */
  private static final int ARRAY_CODE = 64;

  private static final int TIME_DIGITS = 3;
  private static final int TIMESTAMP_DIGITS = 6;

  /** Checks that there are elements of an array alone. */
  public SqlType {
    if ((name == SqlTypeName.ARRAY) != (element != null)
        || (element != null && element.name == SqlTypeName.ARRAY)) {
      throw new IllegalArgumentException(name + " of " + element);
    }
  }

  /** A type that is no array. */
  public SqlType(SqlTypeName name, int precision, int scale) {
    this(name, precision, scale, null);
  }

  /** A type without bounds. */
  public static SqlType of(SqlTypeName name) {
    return new SqlType(name, 0, 0);
  }

  /**
   * A type of clocks whose values have so many digits behind the point of the second at most; one
   * without such a bound if the type has no more anyway.
   */
  public static SqlType ofClock(SqlTypeName name, int digits) {
    boolean all = digits >= (name == SqlTypeName.TIME ? TIME_DIGITS : TIMESTAMP_DIGITS);
    return all ? of(name) : new SqlType(name, digits + 1, 0);
  }

  /** Digits behind the point of the second that a value has at most; of a clock. */
  public int secondDigits() {
    return precision > 0
        ? precision - 1
        : name == SqlTypeName.TIME ? TIME_DIGITS : TIMESTAMP_DIGITS;
  }

  /** Whether values have a time of day. */
  public boolean isClock() {
    return name == SqlTypeName.TIME
        || name == SqlTypeName.TIMESTAMP
        || name == SqlTypeName.TIMESTAMPTZ;
  }

  /** Intervals without what is shorter than a field. */
  public static SqlType intervalTo(Interval.Field last) {
    return new SqlType(SqlTypeName.INTERVAL, last.number(), 0);
  }

  /** The last field of an interval. */
  Interval.Field lastField() {
    return Interval.Field.ofNumber(precision);
  }

  /** Arrays of values of a type. */
  public static SqlType arrayOf(SqlType element) {
    return new SqlType(SqlTypeName.ARRAY, element.precision, element.scale, element);
  }

  /** The type with such a {@link #code}; null if there is none. */
  public static SqlType ofCode(int code, int precision, int scale) {
    boolean array = code > ARRAY_CODE;
    for (SqlTypeName name : SqlTypeName.values()) {
      if (name != SqlTypeName.ARRAY && name.code() == (array ? code - ARRAY_CODE : code)) {
        SqlType bare = new SqlType(name, precision, scale);
        return array ? arrayOf(bare) : bare;
      }
    }
    return null;
  }

  /** The type that such a name, with {@code []} behind it for an array, stands for; else null. */
  public static SqlType ofName(String name, int precision, int scale) {
    boolean array = name.endsWith("[]");
    String bare = array ? name.substring(0, name.length() - 2) : name;
    for (SqlTypeName known : SqlTypeName.values()) {
      if (known.name().equals(bare) && known != SqlTypeName.ARRAY) {
        SqlType type = new SqlType(known, precision, scale);
        return array ? arrayOf(type) : type;
      }
    }
    return null;
  }

  /** The number that stands for this type, without its bounds, in catalogs and on the wire. */
  public int code() {
    return element == null ? name.code() : ARRAY_CODE + element.name.code();
  }

  /** The name without bounds. */
  public String bareName() {
    return element == null ? name.name() : element.name + "[]";
  }

  /** As standard SQL names it, without bounds. */
  public String standardName() {
    return name == SqlTypeName.TIMESTAMPTZ ? "TIMESTAMP WITH TIME ZONE" : bareName();
  }

  /** The same type without bounds. */
  public SqlType unbounded() {
    return element == null ? of(name) : arrayOf(of(element.name));
  }

  /** As it stands in a CREATE TABLE. */
  @Override
  public String toString() {
    if (element != null) {
      return element + "[]";
    }
    if (precision == 0) {
      return name.name();
    }
    if (name == SqlTypeName.INTERVAL) {
      return name + " " + lastField();
    }
    if (isClock()) {
      return name + "(" + secondDigits() + ")";
    }
    return name == SqlTypeName.DECIMAL
        ? "DECIMAL(%d, %d)".formatted(precision, scale)
        : "%s(%d)".formatted(name, precision);
  }
}
