package org.thetisdb.sql.run;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Interval;
import org.thetisdb.core.value.NumberText;
import org.thetisdb.core.value.SpecialDecimals;
import org.thetisdb.sql.json.Json;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * Casts from and to documents and arrays, of values in the form that is calculated with. Types come
 * by {@link SqlType#code}, precision and scale, as generated code can write them. Stateless.
 */
@Deterministic
public final class Conversions {
  private Conversions() {}

  /** The value as one of another type; never gets null. */
  public static Object convert(
      Object value,
      int fromCode,
      int fromPrecision,
      int fromScale,
      int toCode,
      int toPrecision,
      int toScale) {
    SqlType from = SqlType.ofCode(fromCode, fromPrecision, fromScale);
    SqlType to = SqlType.ofCode(toCode, toPrecision, toScale);
    if (isText(to) && !(value instanceof Json)) {
      return text(from, to, value);
    }
    Object given;
    if (value instanceof Json json && !takesText(to)) {
      given = scalar(json, to);
    } else if (value instanceof Interval interval && to.name() == SqlTypeName.TIME) {
      long us = Math.floorMod(interval.us(), Interval.US_PER_DAY);
      given = LocalTime.ofNanoOfDay(TimeUnit.MICROSECONDS.toNanos(us));
    } else if (from.name() == SqlTypeName.REAL && to.name() == SqlTypeName.DECIMAL) {
      given = ((Number) value).floatValue();
    } else {
      given = Values.fromCalc(from, value);
    }
    return Values.toCalc(to, Coercion.coerce(to, given, "a cast"));
  }

  /** A text, of which a cast cuts off what is too long; a REAL is written with its own digits. */
  private static Object text(SqlType from, SqlType to, Object value) {
    Object given =
        from.name() == SqlTypeName.REAL
            ? (Object) ((Number) value).floatValue()
            : Values.fromCalc(from, value);
    String all = (String) Coercion.coerce(to.unbounded(), given, "a cast");
    boolean fits = to.precision() == 0 || all.codePointCount(0, all.length()) <= to.precision();
    return fits ? all : all.substring(0, all.offsetByCodePoints(0, to.precision()));
  }

  private static boolean isText(SqlType type) {
    return type.name() == SqlTypeName.VARCHAR || type.name() == SqlTypeName.CHAR;
  }

  /**
   * The value as a text, or of an array each element, if an array is wanted; truth values are
   * {@code t} and {@code f}.
   */
  public static Object toWritten(
      Object value,
      int fromCode,
      int fromPrecision,
      int fromScale,
      int toCode,
      int toPrecision,
      int toScale) {
    SqlType from = SqlType.ofCode(fromCode, fromPrecision, fromScale);
    boolean each = SqlType.ofCode(toCode, toPrecision, toScale).element() != null;
    if (each && value instanceof List<?> elements && from.element() != null) {
      List<Object> written = new ArrayList<>(elements.size());
      elements.forEach(element -> written.add(written(element, from.element())));
      return written;
    }
    return written(value, from);
  }

  private static Object written(Object value, SqlType from) {
    if (value == null) {
      return null;
    }
    return value instanceof Boolean truth
        ? truth ? "t" : "f"
        : text(from, SqlType.of(SqlTypeName.VARCHAR), value);
  }

  private static boolean takesText(SqlType to) {
    return to.name() == SqlTypeName.JSONB || isText(to);
  }

  private static Object scalar(Json json, SqlType to) {
    Object scalar = json.scalar();
    if (scalar == null || scalar instanceof String) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_JSON_USE,
          "JSON that is a %s cannot be cast to %s; take its text by ->> or #>>."
              .formatted(json.kind(), to));
    }
    return scalar;
  }

  /** The document that a value is; never gets null. */
  public static Object toJsonValue(
      Object value,
      int fromCode,
      int fromPrecision,
      int fromScale,
      int toCode,
      int toPrecision,
      int toScale) {
    SqlType from = SqlType.ofCode(fromCode, fromPrecision, fromScale);
    return value instanceof Json json ? json : json(from, Values.fromCalc(from, value));
  }

  private static Json json(SqlType type, Object value) {
    if (value == null) {
      return Json.NULL;
    }
    if (value instanceof List<?> elements) {
      List<Json> all = new ArrayList<>(elements.size());
      elements.forEach(element -> all.add(json(type.element(), element)));
      return Json.ofElements(all);
    }
    if (value instanceof Boolean truth) {
      return Json.of(truth);
    }
    if (value instanceof Number number) {
      return number(type, number);
    }
    if (value instanceof byte[] bytes) {
      return Json.ofText("\\x" + HexFormat.of().formatHex(bytes));
    }
    if (value instanceof String text) {
      return type.name() == SqlTypeName.JSONB ? Json.ofStored(text) : Json.ofText(text);
    }
    String text = Coercion.coerce(SqlType.of(SqlTypeName.VARCHAR), value, "JSON").toString();
    return Json.ofText(
        type.name() == SqlTypeName.TIMESTAMPTZ || value instanceof LocalDateTime
            ? isoTime(text, type.name() == SqlTypeName.TIMESTAMPTZ)
            : text);
  }

  /** A time as JSON writes it: T before the hours, minutes in the zone, the era behind all. */
  private static String isoTime(String text, boolean hasZone) {
    int day = text.indexOf(' ');
    if (day < 0) {
      return text; // infinity
    }
    int era = text.indexOf(' ', day + 1);
    int end = era < 0 ? text.length() : era;
    return text.substring(0, day)
        + 'T'
        + text.substring(day + 1, end)
        + (hasZone ? ":00" : "") // the minutes of the server's zone
        + text.substring(end);
  }

  private static Json number(SqlType type, Number number) {
    if (number instanceof BigDecimal decimal) {
      return SpecialDecimals.isFinite(decimal)
          ? Json.of(decimal)
          : Json.ofText(SpecialDecimals.text(decimal));
    }
    if (!(number instanceof Double floating)) {
      return Json.of(BigDecimal.valueOf(number.longValue()));
    }
    if (!Double.isFinite(floating)) {
      return Json.ofText(floating.toString());
    }
    BigDecimal exact =
        type.name() == SqlTypeName.REAL
            ? NumberText.shortest(floating.floatValue())
            : NumberText.shortest(floating);
    return Json.of(exact.signum() == 0 ? BigDecimal.ZERO : exact.stripTrailingZeros());
  }
}
