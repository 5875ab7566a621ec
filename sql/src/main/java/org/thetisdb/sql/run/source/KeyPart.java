package org.thetisdb.sql.run.source;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.core.value.SpecialDecimals;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * One value of a key, calculated from arguments, constants and the row around. Immutable.
 *
 * @param value calculates it
 * @param type the type of what it calculates
 * @param parameter the number of the parameter that it is, whose argument is taken as it was given;
 *     -1 if it is none
 * @param column the type of the key's column
 */
public record KeyPart(Scalar value, SqlType type, int parameter, SqlType column) {
  private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);

  /**
   * An end of a range.
   *
   * @param stored the stored form
   * @param inclusive whether the range holds it
   */
  record Bound(Object stored, boolean inclusive) {}

  private Object given(RunContext run) {
    if (parameter < 0) {
      return Values.fromCalc(type, value.eval(run));
    }
    Object given = run.argument(parameter);
    return given instanceof LargeValue ? run.calcArgument(parameter) : given;
  }

  /** Whether the column has to equal an element of it. */
  boolean isArray() {
    return type.name() == SqlTypeName.ARRAY;
  }

  /** The stored forms of what the column may equal. */
  List<Object> choices(RunContext run) {
    if (!isArray()) {
      Object only = equal(run);
      return only == null ? List.of() : List.of(only);
    }
    List<Object> choices = new ArrayList<>();
    if (given(run) instanceof List<?> elements) {
      for (Object element : elements) {
        Object choice = equal(element);
        if (choice != null) {
          choices.add(choice);
        }
      }
    }
    return choices;
  }

  /** The stored form of what the column has to equal; null if it can equal nothing. */
  Object equal(RunContext run) {
    return equal(given(run));
  }

  private Object equal(Object given) {
    if (given == null || (isWhole() && !fits(given))) {
      return null;
    }
    try {
      return Values.toStored(column, Coercion.coerce(unbounded(), given, "key"));
    } catch (ThetisException e) {
      if (e.code() == ErrorCode.NUMBER_OUT_OF_RANGE) {
        return null;
      }
      throw e;
    }
  }

  /** The end of a range at this value; null if it is null, so that the range is empty. */
  Bound bound(RunContext run, boolean lower, boolean inclusive) {
    Object given = given(run);
    if (given == null) {
      return null;
    }
    if (isWhole()) {
      return wholeBound(given, lower, inclusive);
    }
    return new Bound(
        Values.toStored(column, Coercion.coerce(unbounded(), given, "key")), inclusive);
  }

  /** The nearest whole number inside the range. */
  private Bound wholeBound(Object given, boolean lower, boolean inclusive) {
    BigDecimal exact = decimal(given);
    RoundingMode inwards = lower ? RoundingMode.CEILING : RoundingMode.FLOOR;
    BigDecimal whole = SpecialDecimals.isFinite(exact) ? exact.setScale(0, inwards) : exact;
    boolean on = whole.compareTo(exact) != 0 || inclusive;
    BigDecimal clamped = whole.min(max()).max(min());
    boolean inside = clamped.compareTo(whole) == 0 ? on : (whole.compareTo(clamped) < 0) == lower;
    return new Bound(stored(clamped.longValue()), inside);
  }

  private Object stored(long whole) {
    return column.name() == SqlTypeName.BIGINT ? (Object) whole : (Object) (int) whole;
  }

  private BigDecimal min() {
    return column.name() == SqlTypeName.BIGINT ? MIN_LONG : BigDecimal.valueOf(Integer.MIN_VALUE);
  }

  private BigDecimal max() {
    return column.name() == SqlTypeName.BIGINT ? MAX_LONG : BigDecimal.valueOf(Integer.MAX_VALUE);
  }

  private boolean isWhole() {
    return switch (column.name()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> true;
      case BOOLEAN,
          REAL,
          DOUBLE,
          DECIMAL,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMPTZ,
          UUID,
          JSONB,
          INTERVAL,
          ARRAY ->
          false;
    };
  }

  private static boolean fits(Object given) {
    if (given instanceof Integer || given instanceof Long) {
      return true;
    }
    BigDecimal exact = decimal(given);
    return SpecialDecimals.isFinite(exact) && isWhole(exact);
  }

  private static boolean isWhole(BigDecimal exact) {
    return exact.signum() == 0 || exact.stripTrailingZeros().scale() <= 0;
  }

  private static BigDecimal decimal(Object given) {
    if (given instanceof BigDecimal decimal) {
      return decimal;
    }
    if (given instanceof Double number) {
      return Double.isFinite(number) ? BigDecimal.valueOf(number) : SpecialDecimals.of(number);
    }
    return new BigDecimal(given.toString());
  }

  /** A key is looked for, not stored: it may be longer than the column's bound. */
  private SqlType unbounded() {
    return column.precision() == 0 ? column : column.unbounded();
  }
}
