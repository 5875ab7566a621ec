package org.thetisdb.sql.type;

import org.thetisdb.core.schema.ColumnType;

/**
 * The types that a column can be declared with, and the column type that stores each. The code is
 * part of the format of catalogs and must not change.
 *
 * <p>Values are of one Java class each, at the engine and on the wire: BOOLEAN is {@link Boolean};
 * TINYINT, SMALLINT and INTEGER are {@link Integer}; BIGINT is {@link Long}; REAL (rounded to 32
 * bits) and DOUBLE are {@link Double}; DECIMAL is {@link java.math.BigDecimal}; CHAR and VARCHAR
 * are {@link String}; BINARY and VARBINARY are {@code byte[]}; DATE is {@link java.time.LocalDate},
 * TIME {@link java.time.LocalTime}, TIMESTAMP {@link java.time.LocalDateTime}; UUID is {@link
 * java.util.UUID}, TIMESTAMPTZ (TIMESTAMP WITH TIME ZONE) {@link java.time.Instant}: a point in
 * time, without a memory of the zone that it was written in; JSONB is the {@link String} that
 * {@link org.thetisdb.sql.json.Json#text} gives; INTERVAL is the {@link String} that {@link
 * org.thetisdb.core.value.Interval} has; ARRAY is a {@link java.util.List} of such values. Rows
 * hold the stored form: DATE as days since 1970, TIME as milliseconds of the day, TIMESTAMP as the
 * instant that the same clock shows in UTC, ARRAY as {@link org.thetisdb.core.value.ValueCodec}
 * writes the list.
 */
public enum SqlTypeName {
  BOOLEAN(1, ColumnType.BOOLEAN),
  TINYINT(2, ColumnType.INT),
  SMALLINT(3, ColumnType.INT),
  INTEGER(4, ColumnType.INT),
  BIGINT(5, ColumnType.LONG),
  REAL(6, ColumnType.DOUBLE),
  DOUBLE(7, ColumnType.DOUBLE),
  DECIMAL(8, ColumnType.DECIMAL),
  CHAR(9, ColumnType.STRING),
  VARCHAR(10, ColumnType.STRING),
  BINARY(11, ColumnType.BYTES),
  VARBINARY(12, ColumnType.BYTES),
  DATE(13, ColumnType.INT),
  TIME(14, ColumnType.INT),
  TIMESTAMP(15, ColumnType.TIMESTAMP),
  UUID(16, ColumnType.UUID),
  TIMESTAMPTZ(17, ColumnType.TIMESTAMP),
  JSONB(18, ColumnType.STRING),
  INTERVAL(19, ColumnType.STRING),
  /** Has no code of its own: see {@link SqlType#code}. */
  ARRAY(0, ColumnType.BYTES);

  private final int code;
  private final ColumnType storage;

  SqlTypeName(int code, ColumnType storage) {
    this.code = code;
    this.storage = storage;
  }

  /** The number that stands for this type in encoded catalogs and on the wire. */
  public int code() {
    return code;
  }

  /** Whether it has digits of the second. */
  public boolean isClock() {
    return this == TIME || this == TIMESTAMP || this == TIMESTAMPTZ;
  }

  /** What a row holds for it. */
  public ColumnType storage() {
    return storage;
  }
}
