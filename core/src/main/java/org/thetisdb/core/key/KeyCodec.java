package org.thetisdb.core.key;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.value.BigEndian;

/**
 * A table's primary key as bytes whose unsigned order is the order of the keys, column by column:
 *
 * <pre>
 *  BOOLEAN            1 byte, 0 or 1
 *  INT                4 bytes, sign flipped
 *  LONG, TIMESTAMP    8 bytes, sign flipped
 *  DOUBLE             8 bytes; order of {@link Double#compare}: -0.0 below 0.0, NaN above all
 *  UUID               16 bytes; order of the hexadecimal form
 *  STRING, BYTES      00 becomes 00 ff, then 00 00; texts in UTF-8, order of code points
 *  DECIMAL            40, 80, c0 for below, equal to, above zero; exponent, 2 bytes; digits by pairs,
 *                     each pair plus one; 00. All but the first byte flipped below zero.
 * </pre>
 *
 * A column that may be null, as those of index entries may, has one byte in front: 01, or 02 alone
 * for null, which therefore comes last.
 *
 * <p>The bytes of the first columns are a prefix of the whole, and no column's form is a prefix of
 * another's, so a range over some first columns is a range of bytes. Two decimals that differ only
 * in scale are one key, and come back without trailing zeros.
 *
 * <p>Immutable, safe for all threads.
 */
public final class KeyCodec {
  /** Longest encoded key. */
  public static final int MAX_KEY_BYTES = 4096;

  /** What stands in front of a value in a column that may be null. */
  public static final int PRESENT = 1;

  /** What stands for null. */
  public static final int NULL = 2;

  private static final byte[] NONE = {};

  private final TableSchema schema;
  private final ColumnType[] types;
  private final boolean[] nullable;

  /** Where each column begins, and the last one ends; only for {@link #numbers} and the next. */
  private final int[] offsets;

  /** How many first columns are whole numbers that are not null: they stand at known places. */
  private final int numbers;

  /** A codec for the key of a table. */
  public KeyCodec(TableSchema schema) {
    this.schema = schema;
    this.types = new ColumnType[schema.keyColumns()];
    this.nullable = new boolean[types.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = schema.column(i).type();
      nullable[i] = schema.column(i).nullable();
    }
    this.offsets = new int[types.length + 1];
    this.numbers = placeNumbers();
  }

  private int placeNumbers() {
    int column = 0;
    while (column < types.length && !nullable[column] && isNumber(types[column])) {
      offsets[column + 1] = offsets[column] + types[column].widthBytes();
      column++;
    }
    return column;
  }

  private static boolean isNumber(ColumnType type) {
    return type == ColumnType.INT || type == ColumnType.LONG;
  }

  /** The form of a key that is a single LONG. */
  public static byte[] encodeLong(long value) {
    byte[] key = new byte[Long.BYTES];
    BigEndian.putLong(key, 0, value ^ Long.MIN_VALUE);
    return key;
  }

  /**
   * A whole key of one column, which makes no garbage but the array if that is a whole number.
   *
   * @throws IllegalArgumentException if the key is not a single number
   */
  public byte[] encode(long value) {
    requireColumns(1);
    return encodePrefix(value);
  }

  /** The same for a key of two columns. */
  public byte[] encode(long first, long second) {
    requireColumns(2);
    return encodePrefix(first, second);
  }

  /** The same for a key of three columns. */
  public byte[] encode(long first, long second, long third) {
    requireColumns(3);
    return encodePrefix(first, second, third);
  }

  /** The same for a key of four columns. */
  public byte[] encode(long first, long second, long third, long fourth) {
    requireColumns(4);
    return encodePrefix(first, second, third, fourth);
  }

  private void requireColumns(int given) {
    if (given != types.length) {
      throw wrongCount(given);
    }
  }

  /**
   * A whole key.
   *
   * @throws IllegalArgumentException if the values do not fit the key's columns
   */
  public byte[] encode(Object... values) {
    requireColumns(values.length);
    return encodePrefix(values);
  }

  /** The form of the key's first column, as {@link #encodePrefix(Object...)} makes it. */
  public byte[] encodePrefix(long value) {
    if (numbers < 1) {
      return encodePrefix(boxed(0, value));
    }
    byte[] key = new byte[offsets[1]];
    putNumber(key, 0, value);
    return key;
  }

  /** The form of the key's first two columns. */
  public byte[] encodePrefix(long first, long second) {
    if (numbers < 2) {
      return encodePrefix(boxed(0, first), boxed(1, second));
    }
    byte[] key = new byte[offsets[2]];
    putNumber(key, 0, first);
    putNumber(key, 1, second);
    return key;
  }

  /** The form of the key's first three columns. */
  public byte[] encodePrefix(long first, long second, long third) {
    if (numbers < 3) {
      return encodePrefix(boxed(0, first), boxed(1, second), boxed(2, third));
    }
    byte[] key = new byte[offsets[3]];
    putNumber(key, 0, first);
    putNumber(key, 1, second);
    putNumber(key, 2, third);
    return key;
  }

  /** The form of the key's first four columns. */
  public byte[] encodePrefix(long first, long second, long third, long fourth) {
    if (numbers < 4) {
      return encodePrefix(boxed(0, first), boxed(1, second), boxed(2, third), boxed(3, fourth));
    }
    byte[] key = new byte[offsets[4]];
    putNumber(key, 0, first);
    putNumber(key, 1, second);
    putNumber(key, 2, third);
    putNumber(key, 3, fourth);
    return key;
  }

  private void putNumber(byte[] key, int column, long value) {
    if (types[column] == ColumnType.LONG) {
      BigEndian.putLong(key, offsets[column], value ^ Long.MIN_VALUE);
    } else if (value == (int) value) {
      BigEndian.putInt(key, offsets[column], (int) value ^ Integer.MIN_VALUE);
    } else {
      throw schema.wrongType(column, Long.class.getSimpleName());
    }
  }

  /** A number as a column takes it, if it is one of numbers. */
  private Object boxed(int column, long value) {
    ColumnType type = column < types.length ? types[column] : ColumnType.LONG;
    boolean isNarrow = type == ColumnType.INT || type == ColumnType.DOUBLE;
    return isNarrow && value == (int) value ? (Object) (int) value : (Object) value;
  }

  /** A number as narrow as it can be: every column takes that which takes a number. */
  public static Object boxed(long value) {
    return value == (int) value ? (Object) (int) value : (Object) value;
  }

  /**
   * The form of the key's first columns, which every key that begins with them begins with.
   *
   * @throws IllegalArgumentException if the values do not fit the key's columns
   */
  public byte[] encodePrefix(Object... values) {
    if (values.length > types.length) {
      throw wrongCount(values.length);
    }
    if (values.length <= numbers) {
      return encodeNumbers(values);
    }
    ByteWriter writer = new ByteWriter(16 * values.length);
    for (int i = 0; i < values.length; i++) {
      write(i, schema.convert(i, values[i]), writer);
      requireLength(writer.length());
    }
    return writer.toByteArray();
  }

  private byte[] encodeNumbers(Object[] values) {
    byte[] key = new byte[offsets[values.length]];
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value instanceof Integer || (value instanceof Long && types[i] == ColumnType.LONG)) {
        putNumber(key, i, ((Number) value).longValue());
      } else {
        putNumber(key, i, ((Number) schema.convert(i, value)).longValue());
      }
    }
    return key;
  }

  private void write(int column, Object value, ByteWriter target) {
    if (nullable[column]) {
      target.putByte(value == null ? NULL : PRESENT);
    }
    if (value != null) {
      KeyWriter.write(types[column], value, target);
    }
  }

  private Object read(int column, ByteReader source) {
    if (nullable[column]) {
      int mark = source.getUnsignedByte();
      if (mark == NULL) {
        return null;
      }
      if (mark != PRESENT) {
        throw new CodecException("a key column that begins with " + mark);
      }
    }
    return KeyReader.read(types[column], source);
  }

  private void requireLength(int length) {
    if (length > MAX_KEY_BYTES) {
      throw new IllegalArgumentException(
          "a key of table \"%s\" has %d bytes, more than the %d allowed"
              .formatted(schema.name(), length, MAX_KEY_BYTES));
    }
  }

  private IllegalArgumentException wrongCount(int given) {
    return new IllegalArgumentException(
        "the key of table \"%s\" is (%s): %d values expected, %d given"
            .formatted(schema.name(), names(), types.length, given));
  }

  private String names() {
    return String.join(
        ", ", schema.columns().stream().limit(types.length).map(Column::toString).toList());
  }

  /**
   * The columns of a whole key.
   *
   * @throws CodecException if the bytes are not a key of this table
   */
  public Object[] decode(byte[] key) {
    ByteReader reader = reader(key);
    Object[] values = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      values[i] = read(i, reader);
    }
    reader.expectEnd();
    return values;
  }

  /** One column of a whole key; those behind it are not looked at. */
  public Object decode(byte[] key, int column) {
    ByteReader reader = reader(key);
    for (int i = 0; i < column; i++) {
      read(i, reader);
    }
    return read(column, reader);
  }

  /**
   * Bytes of the first columns of a key, or of the beginning of one; 0 if it has fewer whole
   * columns.
   */
  public int prefixLength(byte[] key, int columns) {
    if (columns > types.length) {
      return 0;
    }
    ByteReader reader = reader(key);
    try {
      for (int i = 0; i < columns; i++) {
        read(i, reader);
      }
    } catch (CodecException e) {
      return 0; // it ends before, or within a column
    }
    return reader.position();
  }

  /** Whether a column of a whole key is null. */
  public boolean isNull(byte[] key, int column) {
    return nullable[column] && decode(key, column) == null;
  }

  /**
   * One column that is a LONG or an INT, not null; makes no garbage if only such ones stand before
   * it.
   */
  public long decodeLong(byte[] key, int column) {
    if (column >= numbers || key.length < offsets[column + 1]) {
      return ((Number) decode(key, column)).longValue();
    }
    return types[column] == ColumnType.LONG
        ? BigEndian.getLong(key, offsets[column]) ^ Long.MIN_VALUE
        : BigEndian.getInt(key, offsets[column]) ^ Integer.MIN_VALUE;
  }

  private static ByteReader reader(byte[] key) {
    if (key.length > MAX_KEY_BYTES) {
      throw new CodecException("a key of " + key.length + " bytes");
    }
    return new ByteReader(key);
  }

  /**
   * The lowest bytes above everything that begins with {@code prefix}: the exclusive end of the
   * range of that prefix. Empty, which stands for the end of the table, where there are none.
   */
  public static byte[] end(byte[] prefix) {
    for (int i = prefix.length - 1; i >= 0; i--) {
      if (prefix[i] != (byte) 0xff) {
        byte[] end = Arrays.copyOf(prefix, i + 1);
        end[i]++;
        return end;
      }
    }
    return NONE;
  }

  /** The key for people: {@code (1, "Smith")}; hexadecimal where it is no key of this table. */
  public String describe(byte[] key) {
    try {
      return Arrays.stream(decode(key))
          .map(KeyCodec::literal)
          .collect(Collectors.joining(", ", "(", ")"));
    } catch (CodecException e) {
      return "x'" + HexFormat.of().formatHex(key) + "'";
    }
  }

  /**
   * A bound for people: the columns that it has, as far as they are whole; empty for the beginning
   * of the table.
   */
  public String describeBound(byte[] bound) {
    List<String> columns = new ArrayList<>();
    try {
      ByteReader reader = reader(bound);
      for (int i = 0; i < types.length && reader.remaining() > 0; i++) {
        columns.add(literal(read(i, reader)));
      }
    } catch (CodecException e) {
      return "x'" + HexFormat.of().formatHex(bound) + "'";
    }
    return columns.isEmpty() ? "" : "(" + String.join(", ", columns) + ")";
  }

  private static String literal(Object value) {
    if (value instanceof byte[] bytes) {
      return "x'" + HexFormat.of().formatHex(bytes) + "'";
    }
    return value instanceof String text ? '"' + text + '"' : String.valueOf(value);
  }
}
