package org.thetisdb.sql.integrity;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.type.SqlTypeName;
import org.thetisdb.sql.type.ZonedText;

/** Small things about rows. Stateless. */
final class Rows {
  /** Most characters of a value that an error shows. */
  private static final int MAX_SHOWN = 100;

  /** Finds rows by their encoded keys. */
  @FunctionalInterface
  interface Reader {
    /** The row with this key; null if there is none. */
    Row get(Table table, byte[] key);
  }

  private Rows() {}

  /** The row with an encoded key; null if there is none. */
  static Row get(Context context, Table table, byte[] key) {
    return isLongKey(table)
        ? context.get(table, table.keys().decodeLong(key, 0))
        : context.get(table, table.keys().decode(key));
  }

  /** Deletes the row with an encoded key. */
  static boolean delete(Context context, Table table, byte[] key) {
    return isLongKey(table)
        ? context.delete(table, table.keys().decodeLong(key, 0))
        : context.delete(table, table.keys().decode(key));
  }

  private static boolean isLongKey(Table table) {
    return table.schema().keyColumns() == 1 && table.schema().column(0).type() == ColumnType.LONG;
  }

  /** Whether a column holds the same, down to the digits of a decimal. */
  static boolean sameValue(Object one, Object other) {
    return one instanceof byte[] bytes
        ? other instanceof byte[] others && Arrays.equals(bytes, others)
        : Objects.equals(one, other);
  }

  /** Whether two values are one in a key, which decimals of different scale may be. */
  static boolean sameKeyValue(Object one, Object other) {
    if (one instanceof BigDecimal decimal && other instanceof BigDecimal others) {
      return decimal.compareTo(others) == 0;
    }
    return sameValue(one, other);
  }

  /** Columns and values for people: {@code (shop, day) = (7, 2026-01-01)}. */
  static String describe(TableDef table, List<Integer> places, Row row) {
    StringBuilder names = new StringBuilder();
    StringBuilder values = new StringBuilder();
    for (int place : places) {
      ColumnDef column = table.columns().get(place);
      names.append(names.isEmpty() ? "" : ", ").append(column.name());
      values.append(values.isEmpty() ? "" : ", ");
      values.append(literal(column.type().name(), row.get(column.storedAt())));
    }
    return "(" + names + ") = (" + values + ")";
  }

  /** The same of what is indexed. */
  static String describe(TableDef table, IndexDef index, Row row, IntFunction<Object> valueAt) {
    if (index.expressions().isEmpty()) {
      return describe(table, index.columns(), row);
    }
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int place : index.columns()) {
      Object value = valueAt.apply(names.size());
      names.add(table.keyName(index, place));
      values.add(literal(table.keyType(index, place).name(), value));
    }
    return "(" + String.join(", ", names) + ") = (" + String.join(", ", values) + ")";
  }

  private static String literal(SqlTypeName type, Object stored) {
    if (stored == null) {
      return "null";
    }
    return switch (type) {
      case BINARY, VARBINARY, ARRAY -> ((byte[]) stored).length + " bytes";
      case CHAR, VARCHAR, UUID, JSONB, INTERVAL -> "'" + shortened(stored.toString()) + "'";
      case DATE -> LocalDate.ofEpochDay((int) stored).toString();
      case TIME -> LocalTime.ofNanoOfDay((int) stored * 1_000_000L).toString();
      case TIMESTAMP -> LocalDateTime.ofInstant((Instant) stored, ZoneOffset.UTC).toString();
      case TIMESTAMPTZ -> "'" + ZonedText.of((Instant) stored) + "'";
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL -> stored.toString();
    };
  }

  private static String shortened(String text) {
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text;
  }
}
