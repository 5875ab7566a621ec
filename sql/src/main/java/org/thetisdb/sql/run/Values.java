package org.thetisdb.sql.run;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.core.value.SpecialDecimals;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.sql.function.CalcArray;
import org.thetisdb.sql.function.time.Microsecond;
import org.thetisdb.sql.json.Json;
import org.thetisdb.sql.type.Intervals;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * Turns values from one form into another: clients', stored, calculated with. Null stays null.
 * Stateless.
 */
public final class Values {
  private static final long NANOS_PER_MS = 1_000_000;

  private Values() {}

  /** What a row stores for a client's value. */
  public static Object toStored(SqlType type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.name()) {
      case DATE -> (int) ((LocalDate) value).toEpochDay();
      case TIME -> (int) (((LocalTime) value).toNanoOfDay() / NANOS_PER_MS);
      case TIMESTAMP -> ((LocalDateTime) value).toInstant(ZoneOffset.UTC);
      case ARRAY -> ValueCodec.encode(value);
      case TIMESTAMPTZ,
          BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          REAL,
          DOUBLE,
          DECIMAL,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          UUID,
          JSONB,
          INTERVAL ->
          value;
    };
  }

  /** The client's form of what a row stores. */
  public static Object fromStored(SqlType type, Object value) {
    if (value == null || isStoredAsSent(type)) {
      return value;
    }
    return switch (type.name()) {
      case DATE -> LocalDate.ofEpochDay((Integer) value);
      case TIME -> LocalTime.ofNanoOfDay((Integer) value * NANOS_PER_MS);
      case TIMESTAMP -> LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC);
      case ARRAY -> ValueCodec.decode((byte[]) value);
      case DECIMAL -> decimal(type, (BigDecimal) value);
      default -> throw new IllegalStateException("no form for clients of " + type.name());
    };
  }

  /** Whether clients have values of the type in the form in which rows store them. */
  static boolean isStoredAsSent(SqlType type) {
    return switch (type.name()) {
      case DATE, TIME, TIMESTAMP, ARRAY, DECIMAL -> false;
      case TIMESTAMPTZ,
          BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          REAL,
          DOUBLE,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          UUID,
          JSONB,
          INTERVAL ->
          true;
    };
  }

  /** Keys lose trailing zeros; the type says how many there are. */
  private static BigDecimal decimal(SqlType type, BigDecimal value) {
    return type.precision() == 0
            || value.scale() == type.scale()
            || !SpecialDecimals.isFinite(value)
        ? value
        : value.setScale(type.scale(), RoundingMode.HALF_UP);
  }

  /** What generated code calculates with, for what a row stores. */
  public static Object storedToCalc(SqlType type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.name()) {
      case TINYINT -> ((Integer) value).byteValue();
      case SMALLINT -> ((Integer) value).shortValue();
      case REAL -> ((Double) value).floatValue();
      case TIMESTAMP, TIMESTAMPTZ -> Microsecond.of((Instant) value);
      case BINARY, VARBINARY -> new ByteString((byte[]) value);
      case DECIMAL -> decimal(type, (BigDecimal) value);
      case JSONB -> Json.ofStored((String) value);
      case INTERVAL -> Intervals.ofStored((String) value);
      case ARRAY -> elementsToCalc(type.element(), (List<?>) fromStored(type, value));
      case BOOLEAN, INTEGER, BIGINT, DOUBLE, CHAR, VARCHAR, DATE, TIME, UUID -> value;
    };
  }

  /** What generated code calculates with, for a client's value. */
  public static Object toCalc(SqlType type, Object value) {
    return type.name() == SqlTypeName.ARRAY && value != null
        ? elementsToCalc(type.element(), (List<?>) value)
        : storedToCalc(type, toStored(type, value));
  }

  /** The client's form of what generated code came to. */
  public static Object fromCalc(SqlType type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.name()) {
      case BOOLEAN, CHAR, UUID -> value;
      case VARCHAR -> LargeMark.unwrap(value);
      case TINYINT, SMALLINT, INTEGER -> ((Number) value).intValue();
      case BIGINT -> ((Number) value).longValue();
      case REAL -> (double) ((Number) value).floatValue();
      case DOUBLE -> ((Number) value).doubleValue();
      case DECIMAL -> calculated(type, toDecimal((Number) value));
      case BINARY, VARBINARY ->
          LargeMark.unwrap(value) instanceof LargeValue large
              ? large
              : ((ByteString) value).getBytes();
      case DATE -> LocalDate.ofEpochDay(((Number) value).intValue());
      case TIME -> LocalTime.ofNanoOfDay(((Number) value).longValue() * NANOS_PER_MS);
      case TIMESTAMP -> Microsecond.clock(((Number) value).longValue());
      case TIMESTAMPTZ -> Microsecond.instant(((Number) value).longValue());
      case JSONB -> ((Json) value).text();
      case INTERVAL -> value.toString();
      case ARRAY -> elementsFromCalc(type.element(), (List<?>) value);
    };
  }

  /** Of any scale there may be none below 0. */
  private static BigDecimal calculated(SqlType type, BigDecimal value) {
    if (type.precision() > 0) {
      return decimal(type, value);
    }
    return value.scale() < 0 && SpecialDecimals.isFinite(value) ? value.setScale(0) : value;
  }

  private static List<Object> elementsToCalc(SqlType element, List<?> values) {
    List<Object> calc = new CalcArray(values.size());
    values.forEach(value -> calc.add(toCalc(element, value)));
    return calc;
  }

  private static List<Object> elementsFromCalc(SqlType element, List<?> values) {
    List<Object> elements = new ArrayList<>(values.size());
    values.forEach(value -> elements.add(fromCalc(element, value)));
    return elements;
  }

  private static BigDecimal toDecimal(Number value) {
    return value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString());
  }
}
