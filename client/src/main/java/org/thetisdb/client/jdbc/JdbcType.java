package org.thetisdb.client.jdbc;

import java.math.BigDecimal;
import java.sql.Types;
import java.util.UUID;
import org.thetisdb.core.wire.SqlReply.TypeInfo;

/** What JDBC says of each type of SQL. The codes are those of the wire. Immutable. */
enum JdbcType {
  UNKNOWN(0, "OTHER", Types.OTHER, Object.class, 0, 0),
  BOOLEAN(1, "BOOLEAN", Types.BOOLEAN, Boolean.class, 1, 5),
  TINYINT(2, "TINYINT", Types.TINYINT, Integer.class, 3, 4),
  SMALLINT(3, "SMALLINT", Types.SMALLINT, Integer.class, 5, 6),
  INTEGER(4, "INTEGER", Types.INTEGER, Integer.class, 10, 11),
  BIGINT(5, "BIGINT", Types.BIGINT, Long.class, 19, 20),
  REAL(6, "REAL", Types.REAL, Float.class, 7, 15),
  DOUBLE(7, "DOUBLE", Types.DOUBLE, Double.class, 15, 25),
  DECIMAL(8, "DECIMAL", Types.DECIMAL, BigDecimal.class, 300, 302),
  CHAR(9, "CHAR", Types.CHAR, String.class, 65_536, 65_536),
  VARCHAR(10, "VARCHAR", Types.VARCHAR, String.class, 16_777_216, 16_777_216),
  BINARY(11, "BINARY", Types.BINARY, byte[].class, 65_536, 131_072),
  VARBINARY(12, "VARBINARY", Types.VARBINARY, byte[].class, 16_777_216, 33_554_432),
  DATE(13, "DATE", Types.DATE, java.sql.Date.class, 10, 10),
  TIME(14, "TIME", Types.TIME, java.sql.Time.class, 12, 12),
  TIMESTAMP(15, "TIMESTAMP", Types.TIMESTAMP, java.sql.Timestamp.class, 26, 26),
  UUID(16, "UUID", Types.OTHER, UUID.class, 36, 36),
  TIMESTAMPTZ(
      17,
      "TIMESTAMP WITH TIME ZONE",
      Types.TIMESTAMP_WITH_TIMEZONE,
      java.time.OffsetDateTime.class,
      29,
      29),
  JSONB(18, "JSONB", Types.OTHER, String.class, 16_777_216, 16_777_216),
  INTERVAL(19, "INTERVAL", Types.OTHER, ThetisInterval.class, 67, 67),
  /** Arrays have the code of their elements and this one added. */
  ARRAY(64, "ARRAY", Types.ARRAY, java.sql.Array.class, 100_000, Integer.MAX_VALUE);

  private static final String ARRAY_MARK = "[]";
  private static final JdbcType[] BY_CODE = new JdbcType[20];

  static {
    for (JdbcType type : values()) {
      if (type != ARRAY) {
        BY_CODE[type.code] = type;
      }
    }
  }

  private final int code;
  private final String sqlName;
  private final int sqlType;
  private final Class<?> javaClass;
  private final int maxPrecision;
  private final int displaySize;

  JdbcType(
      int code,
      String sqlName,
      int sqlType,
      Class<?> javaClass,
      int maxPrecision,
      int displaySize) {
    this.code = code;
    this.sqlName = sqlName;
    this.sqlType = sqlType;
    this.javaClass = javaClass;
    this.maxPrecision = maxPrecision;
    this.displaySize = displaySize;
  }

  static JdbcType of(TypeInfo info) {
    return info.code() > ARRAY.code ? ARRAY : ofCode(info.code());
  }

  private static JdbcType ofCode(int code) {
    return code > 0 && code < BY_CODE.length ? BY_CODE[code] : UNKNOWN;
  }

  /** The type of an array's elements; UNKNOWN if it is no array. */
  static JdbcType elementOf(TypeInfo info) {
    return ofCode(info.code() - ARRAY.code);
  }

  /** The name of a type: of an array that of its elements with {@code []} behind it. */
  static String nameOf(TypeInfo info) {
    JdbcType type = of(info);
    return type == ARRAY ? elementOf(info).sqlName + ARRAY_MARK : type.sqlName;
  }

  /** The type of this name in a catalog, in any spelling; UNKNOWN for none. */
  static JdbcType named(String name) {
    String upper = name.toUpperCase(java.util.Locale.ROOT);
    if (upper.endsWith(ARRAY_MARK)) {
      return ARRAY;
    }
    for (JdbcType type : values()) {
      if (type.sqlName.equals(upper)) {
        return type;
      }
    }
    return switch (upper) {
      case "CHARACTER", "BPCHAR" -> CHAR;
      case "CHARACTER VARYING", "TEXT", "STRING" -> VARCHAR;
      case "DOUBLE PRECISION", "FLOAT", "FLOAT8" -> DOUBLE;
      case "FLOAT4" -> REAL;
      case "BINARY VARYING", "BYTES", "BYTEA" -> VARBINARY;
      case "INT", "INT4" -> INTEGER;
      case "INT8" -> BIGINT;
      case "INT2" -> SMALLINT;
      case "BOOL" -> BOOLEAN;
      case "JSON" -> JSONB;
      case "NUMERIC" -> DECIMAL;
      case "TIMESTAMPTZ" -> TIMESTAMPTZ;
      default -> UNKNOWN;
    };
  }

  /** The type of a constant of {@link Types}; UNKNOWN for those that Thetis does not have. */
  static JdbcType ofSqlType(int sqlType) {
    for (JdbcType type : values()) {
      if (type.sqlType == sqlType && sqlType != Types.OTHER) {
        return type;
      }
    }
    return switch (sqlType) {
      case Types.BIT -> BOOLEAN;
      case Types.NUMERIC -> DECIMAL;
      case Types.FLOAT -> DOUBLE;
      case Types.LONGVARCHAR, Types.NVARCHAR, Types.LONGNVARCHAR -> VARCHAR;
      case Types.NCHAR -> CHAR;
      case Types.LONGVARBINARY -> VARBINARY;
      default -> UNKNOWN;
    };
  }

  int code() {
    return code;
  }

  String sqlName() {
    return sqlName;
  }

  /** The constant of {@link Types}. */
  int sqlType() {
    return sqlType;
  }

  /** What getObject gives. */
  Class<?> javaClass() {
    return javaClass;
  }

  int maxPrecision() {
    return maxPrecision;
  }

  boolean isNumber() {
    return switch (this) {
      case TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL -> true;
      case UNKNOWN,
          BOOLEAN,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIME,
          TIMESTAMP,
          UUID,
          TIMESTAMPTZ,
          JSONB,
          INTERVAL,
          ARRAY ->
          false;
    };
  }

  boolean isText() {
    return this == CHAR || this == VARCHAR;
  }

  boolean isBinary() {
    return this == BINARY || this == VARBINARY;
  }

  boolean hasLength() {
    return isText() || isBinary();
  }

  /** Digits, characters or bytes of a column that was declared so; the most there are if not. */
  int precision(int declared) {
    return declared > 0 && (hasLength() || this == DECIMAL) ? declared : maxPrecision;
  }

  int displaySize(int declared) {
    if (declared <= 0 || !(hasLength() || this == DECIMAL)) {
      return displaySize;
    }
    if (isBinary()) {
      return (int) Math.min(Integer.MAX_VALUE, 2L * declared);
    }
    return this == DECIMAL ? declared + 2 : declared;
  }
}
