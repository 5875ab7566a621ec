package org.thetisdb.procedures;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.RowImage;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.core.value.Sendable;

/**
 * A row: its key, which is fixed, and its other columns, which can be changed. A change reaches the
 * table when the row is {@linkplain Context#put put}.
 *
 * <pre>{@code
 * Row row = ORDERS.row(7, 1);
 * row.setString("item", "bread").setTimestamp("at", Instant.parse("2026-01-01T00:00:00Z"));
 * String item = row.getString("item");
 * long id = row.getLong("id");
 * String note = row.isNull("note") ? "" : row.getString("note");
 * }</pre>
 *
 * <p>Columns go by name, in which upper and lower case differ, or, a little faster, by number: that
 * of their definition, from 0, the key's first. A procedure that returns a row sends it as a map of
 * its columns.
 *
 * <p><b>Errors.</b> Getters of numbers and booleans throw {@link IllegalStateException} where the
 * column is null, other getters return null. Getters and setters throw {@link
 * IllegalArgumentException} for a name that is no column's, and for a column of another type, and
 * {@link IndexOutOfBoundsException} for a number that is no column's. Setters throw {@link
 * IllegalArgumentException} for a column of the key, for a value that is out of the range of the
 * type, and for null where it is not allowed. An INT can be read as a long. Not thread-safe.
 */
public final class Row implements Sendable {
  private final Table table;
  private final byte[] key;
  private final RowImage image;

  /** Takes down what is looked at besides the key; null if nobody wants to know. */
  private final ColumnsRead read;

  /** The key with the number of its table, when that is known. */
  private RowKey numbered;

  private Row(Table table, byte[] key, RowImage image, ColumnsRead read) {
    this.table = table;
    this.key = key;
    this.image = image;
    this.read = read;
  }

  static Row create(Table table, byte[] key) {
    return new Row(table, key, new RowImage(table.rows()), null);
  }

  /**
   * For the engine: a row with this key and image, which it neither copies nor changes.
   *
   * @hidden
   */
  public static Row of(Table table, byte[] key, byte[] image) {
    return of(table, key, image, null);
  }

  /**
   * For the engine: a row with this key and image, which it neither copies nor changes.
   *
   * @param read takes note of the columns that are looked at; null if they do not matter
   * @hidden
   */
  public static Row of(Table table, byte[] key, byte[] image, ColumnsRead read) {
    return new Row(table, key, new RowImage(table.rows(), image), read);
  }

  /**
   * For the engine: a row with this key and image, which it takes over.
   *
   * @hidden
   */
  public static Row taking(Table table, byte[] key, byte[] image) {
    return new Row(table, key, new RowImage(table.rows(), image, false), null);
  }

  /**
   * For the engine: the same for a key that has the number of its table.
   *
   * @hidden
   */
  public static Row taking(Table table, RowKey key, byte[] image) {
    Row row = taking(table, key.bytes(), image);
    row.numbered = key;
    return row;
  }

  /** {@return the table that the row is of} */
  public Table table() {
    return table;
  }

  /**
   * For the engine: the key; must not be changed.
   *
   * @hidden
   */
  public byte[] encodedKey() {
    return key;
  }

  /**
   * For the engine: the key in the table with this number.
   *
   * @hidden
   */
  public RowKey keyIn(int tableId) {
    if (numbered == null || numbered.tableId() != tableId) {
      numbered = new RowKey(tableId, key);
    }
    return numbered;
  }

  /**
   * For the engine: the other columns; must not be changed, and later changes of the row do not.
   *
   * @throws IllegalArgumentException if a column has no value that must have one
   * @hidden
   */
  public byte[] encodedImage() {
    return whole().toBytes();
  }

  /**
   * For the engine: about how many bytes of the heap key and columns take.
   *
   * @hidden
   */
  public int heldBytes() {
    return key.length + image.heldBytes();
  }

  /**
   * Whether a column is null.
   *
   * @param column its number
   * @return whether it is; false for columns of the key
   */
  public boolean isNull(int column) {
    return isKey(column) ? table.keys().isNull(key, column) : image(column).isNull(column);
  }

  /**
   * Reads any column.
   *
   * @param column its number
   * @return a value of the class that {@link ColumnType} names, or a {@link LargeValue}; null where
   *     the column is null
   */
  public Object get(int column) {
    return isKey(column) ? table.keys().decode(key, column) : image(column).get(column);
  }

  /**
   * For the engine: appends what {@link #get(int)} returns.
   *
   * @hidden
   */
  public void write(int column, EncodedRows target) {
    if (isKey(column)) {
      target.put(get(column));
    } else {
      image(column).write(column, target);
    }
  }

  /**
   * Reads a BOOLEAN column.
   *
   * @param column its number
   * @return its value
   * @throws IllegalStateException if the column is null
   */
  public boolean getBoolean(int column) {
    return (boolean) present(column, ColumnType.BOOLEAN);
  }

  /**
   * Reads an INT column.
   *
   * @param column its number
   * @return its value
   * @throws IllegalStateException if the column is null
   */
  public int getInt(int column) {
    require(column, ColumnType.INT);
    requirePresent(column);
    return isKey(column)
        ? (int) table.keys().decodeLong(key, column)
        : image(column).getInt(column);
  }

  /**
   * Reads a LONG or INT column.
   *
   * @param column its number
   * @return its value
   * @throws IllegalStateException if the column is null
   */
  public long getLong(int column) {
    if (type(column) == ColumnType.INT) {
      return getInt(column);
    }
    require(column, ColumnType.LONG);
    requirePresent(column);
    return isKey(column) ? table.keys().decodeLong(key, column) : image(column).getLong(column);
  }

  /**
   * Reads a DOUBLE column.
   *
   * @param column its number
   * @return its value
   * @throws IllegalStateException if the column is null
   */
  public double getDouble(int column) {
    return (double) present(column, ColumnType.DOUBLE);
  }

  /**
   * Reads a DECIMAL column.
   *
   * @param column its number
   * @return its value, which may be one of {@link org.thetisdb.core.value.SpecialDecimals}; null
   *     where the column is null. One of the key has no trailing zeros
   */
  public BigDecimal getDecimal(int column) {
    require(column, ColumnType.DECIMAL);
    return isKey(column)
        ? (BigDecimal) table.keys().decode(key, column)
        : image(column).getDecimal(column);
  }

  /**
   * Reads a STRING column.
   *
   * @param column its number
   * @return its value; null where the column is null
   * @throws IllegalStateException if the value lies beside the row; see {@link #getLargeValue(int)}
   */
  public String getString(int column) {
    require(column, ColumnType.STRING);
    return isKey(column)
        ? (String) table.keys().decode(key, column)
        : (String) present(image(column).getText(column), column);
  }

  /**
   * Reads a BYTES column.
   *
   * @param column its number
   * @return a copy of its value; null where the column is null
   * @throws IllegalStateException if the value lies beside the row; see {@link #getLargeValue(int)}
   */
  public byte[] getBytes(int column) {
    return (byte[]) present(nullable(column, ColumnType.BYTES), column);
  }

  /**
   * Reads what stands for a STRING or BYTES of more than 1 MiB, which SQL has stored beside the
   * row. A procedure cannot read such a value itself, and may return its row; clients fetch it.
   *
   * @param column its number
   * @return what stands for the value; null for a column that holds its value
   */
  public LargeValue getLargeValue(int column) {
    return isKey(column) ? null : image(column).largeValue(column);
  }

  private Object present(Object value, int column) {
    if (value instanceof LargeValue large) {
      throw new IllegalStateException(
          "column \"%s\" of table \"%s\" holds a value of %d bytes beside the row; clients read such values in pieces"
              .formatted(table.schema().column(column).name(), table.name(), large.bytes()));
    }
    return value;
  }

  /**
   * Reads a TIMESTAMP column.
   *
   * @param column its number
   * @return its value, in whole microseconds; null where the column is null
   */
  public Instant getTimestamp(int column) {
    return (Instant) nullable(column, ColumnType.TIMESTAMP);
  }

  /**
   * Reads a UUID column.
   *
   * @param column its number
   * @return its value; null where the column is null
   */
  public UUID getUuid(int column) {
    return (UUID) nullable(column, ColumnType.UUID);
  }

  /**
   * Sets any column that is not in the key.
   *
   * @param column its number
   * @param value of the column's type, or a number that widens to it as {@link ColumnType#convert}
   *     says; null makes the column null
   * @return this row
   */
  public Row set(int column, Object value) {
    image.set(changeable(column), value);
    return this;
  }

  /**
   * Makes a column null that may be.
   *
   * @param column its number
   * @return this row
   */
  public Row setNull(int column) {
    return set(column, null);
  }

  /**
   * Sets a BOOLEAN column.
   *
   * @param column its number
   * @param value the value
   * @return this row
   */
  public Row setBoolean(int column, boolean value) {
    require(changeable(column), ColumnType.BOOLEAN);
    image.setBoolean(column, value);
    return this;
  }

  /**
   * Sets an INT column, or a LONG, DOUBLE or DECIMAL one.
   *
   * @param column its number
   * @param value the value
   * @return this row
   */
  public Row setInt(int column, int value) {
    if (type(changeable(column)) != ColumnType.INT) {
      return set(column, value);
    }
    image.setInt(column, value);
    return this;
  }

  /**
   * Sets a LONG column.
   *
   * @param column its number
   * @param value the value
   * @return this row
   */
  public Row setLong(int column, long value) {
    require(changeable(column), ColumnType.LONG);
    image.setLong(column, value);
    return this;
  }

  /**
   * Sets a DOUBLE column.
   *
   * @param column its number
   * @param value the value
   * @return this row
   */
  public Row setDouble(int column, double value) {
    require(changeable(column), ColumnType.DOUBLE);
    image.setDouble(column, value);
    return this;
  }

  /**
   * Sets a DECIMAL column.
   *
   * @param column its number
   * @param value of up to 300 digits; null makes the column null
   * @return this row
   */
  public Row setDecimal(int column, BigDecimal value) {
    if (value == null || type(changeable(column)) != ColumnType.DECIMAL) {
      return set(column, value);
    }
    image.setDecimal(column, value);
    return this;
  }

  /**
   * Sets a STRING column.
   *
   * @param column its number
   * @param value a text without half a surrogate pair; null makes the column null
   * @return this row
   */
  public Row setString(int column, String value) {
    if (value == null || type(changeable(column)) != ColumnType.STRING) {
      return set(column, value);
    }
    image.setString(column, value);
    return this;
  }

  /**
   * Sets a BYTES column.
   *
   * @param column its number
   * @param value the bytes, of which a copy is taken; null makes the column null
   * @return this row
   */
  public Row setBytes(int column, byte[] value) {
    return set(column, value);
  }

  /**
   * Sets a TIMESTAMP column.
   *
   * @param column its number
   * @param value a time, of which parts finer than a microsecond are cut off; null makes the column
   *     null
   * @return this row
   */
  public Row setTimestamp(int column, Instant value) {
    return set(column, value);
  }

  /**
   * Sets a UUID column.
   *
   * @param column its number
   * @param value the value; null makes the column null
   * @return this row
   */
  public Row setUuid(int column, UUID value) {
    return set(column, value);
  }

  /**
   * Whether a column is null.
   *
   * @param column its name
   * @return whether it is; false for columns of the key
   */
  public boolean isNull(String column) {
    return isNull(index(column));
  }

  /**
   * Reads any column.
   *
   * @param column its name
   * @return a value of the class that {@link ColumnType} names, or a {@link LargeValue}; null where
   *     the column is null
   */
  public Object get(String column) {
    return get(index(column));
  }

  /**
   * Reads a BOOLEAN column.
   *
   * @param column its name
   * @return its value
   * @throws IllegalStateException if the column is null
   */
  public boolean getBoolean(String column) {
    return getBoolean(index(column));
  }

  /**
   * Reads an INT column.
   *
   * @param column its name
   * @return its value
   * @throws IllegalStateException if the column is null
   */
  public int getInt(String column) {
    return getInt(index(column));
  }

  /**
   * Reads a LONG or INT column.
   *
   * @param column its name
   * @return its value
   * @throws IllegalStateException if the column is null
   */
  public long getLong(String column) {
    return getLong(index(column));
  }

  /**
   * Reads a DOUBLE column.
   *
   * @param column its name
   * @return its value
   * @throws IllegalStateException if the column is null
   */
  public double getDouble(String column) {
    return getDouble(index(column));
  }

  /**
   * Reads a DECIMAL column.
   *
   * @param column its name
   * @return its value; null where the column is null. One of the key has no trailing zeros
   */
  public BigDecimal getDecimal(String column) {
    return getDecimal(index(column));
  }

  /**
   * Reads a STRING column.
   *
   * @param column its name
   * @return its value; null where the column is null
   * @throws IllegalStateException if the value lies beside the row; see {@link #getLargeValue(int)}
   */
  public String getString(String column) {
    return getString(index(column));
  }

  /**
   * Reads a BYTES column.
   *
   * @param column its name
   * @return a copy of its value; null where the column is null
   * @throws IllegalStateException if the value lies beside the row; see {@link #getLargeValue(int)}
   */
  public byte[] getBytes(String column) {
    return getBytes(index(column));
  }

  /**
   * Reads what stands for a STRING or BYTES of more than 1 MiB, which SQL has stored beside the
   * row. A procedure cannot read such a value itself, and may return its row; clients fetch it.
   *
   * @param column its name
   * @return what stands for the value; null for a column that holds its value
   */
  public LargeValue getLargeValue(String column) {
    return getLargeValue(index(column));
  }

  /**
   * Reads a TIMESTAMP column.
   *
   * @param column its name
   * @return its value, in whole microseconds; null where the column is null
   */
  public Instant getTimestamp(String column) {
    return getTimestamp(index(column));
  }

  /**
   * Reads a UUID column.
   *
   * @param column its name
   * @return its value; null where the column is null
   */
  public UUID getUuid(String column) {
    return getUuid(index(column));
  }

  /**
   * Sets any column that is not in the key.
   *
   * @param column its name
   * @param value of the column's type, or a number that widens to it as {@link ColumnType#convert}
   *     says; null makes the column null
   * @return this row
   */
  public Row set(String column, Object value) {
    return set(index(column), value);
  }

  /**
   * Makes a column null that may be.
   *
   * @param column its name
   * @return this row
   */
  public Row setNull(String column) {
    return setNull(index(column));
  }

  /**
   * Sets a BOOLEAN column.
   *
   * @param column its name
   * @param value the value
   * @return this row
   */
  public Row setBoolean(String column, boolean value) {
    return setBoolean(index(column), value);
  }

  /**
   * Sets an INT column, or a LONG, DOUBLE or DECIMAL one.
   *
   * @param column its name
   * @param value the value
   * @return this row
   */
  public Row setInt(String column, int value) {
    return setInt(index(column), value);
  }

  /**
   * Sets a LONG column.
   *
   * @param column its name
   * @param value the value
   * @return this row
   */
  public Row setLong(String column, long value) {
    return setLong(index(column), value);
  }

  /**
   * Sets a DOUBLE column.
   *
   * @param column its name
   * @param value the value
   * @return this row
   */
  public Row setDouble(String column, double value) {
    return setDouble(index(column), value);
  }

  /**
   * Sets a DECIMAL column.
   *
   * @param column its name
   * @param value of up to 300 digits; null makes the column null
   * @return this row
   */
  public Row setDecimal(String column, BigDecimal value) {
    return setDecimal(index(column), value);
  }

  /**
   * Sets a STRING column.
   *
   * @param column its name
   * @param value a text without half a surrogate pair; null makes the column null
   * @return this row
   */
  public Row setString(String column, String value) {
    return setString(index(column), value);
  }

  /**
   * Sets a BYTES column.
   *
   * @param column its name
   * @param value the bytes, of which a copy is taken; null makes the column null
   * @return this row
   */
  public Row setBytes(String column, byte[] value) {
    return setBytes(index(column), value);
  }

  /**
   * Sets a TIMESTAMP column.
   *
   * @param column its name
   * @param value a time, of which parts finer than a microsecond are cut off; null makes the column
   *     null
   * @return this row
   */
  public Row setTimestamp(String column, Instant value) {
    return setTimestamp(index(column), value);
  }

  /**
   * Sets a UUID column.
   *
   * @param column its name
   * @param value the value; null makes the column null
   * @return this row
   */
  public Row setUuid(String column, UUID value) {
    return setUuid(index(column), value);
  }

  /** The image, of which a column is looked at. */
  private RowImage image(int column) {
    if (read != null) {
      read.note(column);
    }
    return image;
  }

  /** The image, all of which is looked at. */
  private RowImage whole() {
    if (read != null) {
      read.noteAll();
    }
    return image;
  }

  private int index(String column) {
    return table.schema().indexOf(column);
  }

  private boolean isKey(int column) {
    return column < table.schema().keyColumns();
  }

  private ColumnType type(int column) {
    return table.schema().column(column).type();
  }

  private void require(int column, ColumnType type) {
    if (type(column) != type) {
      throw table.schema().wrongType(column, type.name());
    }
  }

  private void requirePresent(int column) {
    if (isNull(column)) {
      throw new IllegalStateException(
          "column \"%s\" of table \"%s\" is null; ask isNull first"
              .formatted(table.schema().column(column).name(), table.name()));
    }
  }

  private Object nullable(int column, ColumnType type) {
    require(column, type);
    return get(column);
  }

  private Object present(int column, ColumnType type) {
    require(column, type);
    requirePresent(column);
    return get(column);
  }

  private int changeable(int column) {
    if (isKey(column)) {
      throw new IllegalArgumentException(
          "column \"%s\" is in the key of table \"%s\" and cannot be changed; make another row"
              .formatted(table.schema().column(column).name(), table.name()));
    }
    return column;
  }

  /**
   * All columns by name.
   *
   * @return a map in order of the columns' definition, which is the caller's; null for null, and a
   *     {@link LargeValue} for a value that lies beside the row
   */
  public Map<String, Object> toMap() {
    Map<String, Object> columns = new LinkedHashMap<>();
    TableSchema schema = table.schema();
    for (int i = 0; i < schema.columns().size(); i++) {
      columns.put(schema.column(i).name(), get(i));
    }
    return columns;
  }

  /**
   * What is sent of a row that a procedure returns.
   *
   * @return the same as {@link #toMap}
   */
  @Override
  public Object sendableForm() {
    return toMap();
  }

  /** Equal are rows of one table with the same values in all columns. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Row row
        && table.equals(row.table)
        && Arrays.equals(key, row.key)
        && whole().equals(row.whole());
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(key) + whole().hashCode();
  }

  /** The table's name, and all columns with their values. */
  @Override
  public String toString() {
    return table.name() + toMap();
  }
}
