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
 * A row: its key, which is fixed, and its other columns, which can be changed. Columns go by name
 * or, a little faster, by number: that of their definition, from 0, the key's first. A change
 * reaches the table when the row is put. A procedure that returns a row sends it as a map of its
 * columns.
 *
 * <p>Getters of numbers and booleans throw {@link IllegalStateException} where the column is null,
 * other getters return null. Getters and setters throw {@link IllegalArgumentException} for a
 * column that is not there, or that holds another type. An INT can be read as a long. Not
 * thread-safe.
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

  /** For the engine: a row with this key and image, which it neither copies nor changes. */
  public static Row of(Table table, byte[] key, byte[] image) {
    return of(table, key, image, null);
  }

  /**
   * For the engine: a row with this key and image, which it neither copies nor changes.
   *
   * @param read is told which columns are looked at; null if nobody wants to know
   */
  public static Row of(Table table, byte[] key, byte[] image, ColumnsRead read) {
    return new Row(table, key, new RowImage(table.rows(), image), read);
  }

  /** For the engine: a row with this key and image, which it takes over. */
  public static Row taking(Table table, byte[] key, byte[] image) {
    return new Row(table, key, new RowImage(table.rows(), image, false), null);
  }

  /** The same for a key that has the number of its table. */
  public static Row taking(Table table, RowKey key, byte[] image) {
    Row row = taking(table, key.bytes(), image);
    row.numbered = key;
    return row;
  }

  /** The table that the row is of. */
  public Table table() {
    return table;
  }

  /** For the engine: the key; must not be changed. */
  public byte[] encodedKey() {
    return key;
  }

  /** For the engine: the key in the table with this number. */
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
   */
  public byte[] encodedImage() {
    return whole().toBytes();
  }

  /** For the engine: about how many bytes of the heap key and columns take. */
  public int heldBytes() {
    return key.length + image.heldBytes();
  }

  /** Whether a column is null. */
  public boolean isNull(int column) {
    return isKey(column) ? table.keys().isNull(key, column) : image(column).isNull(column);
  }

  /** Any column; null where it is null. */
  public Object get(int column) {
    return isKey(column) ? table.keys().decode(key, column) : image(column).get(column);
  }

  /** For the engine: appends what {@link #get(int)} returns. */
  public void write(int column, EncodedRows target) {
    if (isKey(column)) {
      target.put(get(column));
    } else {
      image(column).write(column, target);
    }
  }

  /** A BOOLEAN. */
  public boolean getBoolean(int column) {
    return (boolean) present(column, ColumnType.BOOLEAN);
  }

  /** An INT. */
  public int getInt(int column) {
    require(column, ColumnType.INT);
    requirePresent(column);
    return isKey(column)
        ? (int) table.keys().decodeLong(key, column)
        : image(column).getInt(column);
  }

  /** A LONG or an INT. */
  public long getLong(int column) {
    if (type(column) == ColumnType.INT) {
      return getInt(column);
    }
    require(column, ColumnType.LONG);
    requirePresent(column);
    return isKey(column) ? table.keys().decodeLong(key, column) : image(column).getLong(column);
  }

  /** A DOUBLE. */
  public double getDouble(int column) {
    return (double) present(column, ColumnType.DOUBLE);
  }

  /** A DECIMAL, or null. */
  public BigDecimal getDecimal(int column) {
    require(column, ColumnType.DECIMAL);
    return isKey(column)
        ? (BigDecimal) table.keys().decode(key, column)
        : image(column).getDecimal(column);
  }

  /**
   * A STRING, or null.
   *
   * @throws IllegalStateException for one that lies beside the row; see {@link #getLargeValue}
   */
  public String getString(int column) {
    require(column, ColumnType.STRING);
    return isKey(column)
        ? (String) table.keys().decode(key, column)
        : (String) present(image(column).getText(column), column);
  }

  /**
   * A copy of BYTES, or null.
   *
   * @throws IllegalStateException for those that lie beside the row; see {@link #getLargeValue}
   */
  public byte[] getBytes(int column) {
    return (byte[]) present(nullable(column, ColumnType.BYTES), column);
  }

  /** What stands for a STRING or BYTES beside the row; null for a column that holds its value. */
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

  /** A TIMESTAMP, or null. */
  public Instant getTimestamp(int column) {
    return (Instant) nullable(column, ColumnType.TIMESTAMP);
  }

  /** A UUID, or null. */
  public UUID getUuid(int column) {
    return (UUID) nullable(column, ColumnType.UUID);
  }

  /** Sets any column that is not in the key; whole numbers widen, null makes it null. */
  public Row set(int column, Object value) {
    image.set(changeable(column), value);
    return this;
  }

  /** Makes a column null that may be. */
  public Row setNull(int column) {
    return set(column, null);
  }

  /** Sets a BOOLEAN. */
  public Row setBoolean(int column, boolean value) {
    require(changeable(column), ColumnType.BOOLEAN);
    image.setBoolean(column, value);
    return this;
  }

  /** Sets an INT, or with a number that fits one a wider column. */
  public Row setInt(int column, int value) {
    if (type(changeable(column)) != ColumnType.INT) {
      return set(column, value);
    }
    image.setInt(column, value);
    return this;
  }

  /** Sets a LONG. */
  public Row setLong(int column, long value) {
    require(changeable(column), ColumnType.LONG);
    image.setLong(column, value);
    return this;
  }

  /** Sets a DOUBLE. */
  public Row setDouble(int column, double value) {
    require(changeable(column), ColumnType.DOUBLE);
    image.setDouble(column, value);
    return this;
  }

  /** Sets a DECIMAL. */
  public Row setDecimal(int column, BigDecimal value) {
    if (value == null || type(changeable(column)) != ColumnType.DECIMAL) {
      return set(column, value);
    }
    image.setDecimal(column, value);
    return this;
  }

  /** Sets a STRING. */
  public Row setString(int column, String value) {
    if (value == null || type(changeable(column)) != ColumnType.STRING) {
      return set(column, value);
    }
    image.setString(column, value);
    return this;
  }

  /** Sets BYTES, of which a copy is taken. */
  public Row setBytes(int column, byte[] value) {
    return set(column, value);
  }

  /** Sets a TIMESTAMP, which keeps microseconds. */
  public Row setTimestamp(int column, Instant value) {
    return set(column, value);
  }

  /** Sets a UUID. */
  public Row setUuid(int column, UUID value) {
    return set(column, value);
  }

  /** Whether a column is null. */
  public boolean isNull(String column) {
    return isNull(index(column));
  }

  /** Any column; null where it is null. */
  public Object get(String column) {
    return get(index(column));
  }

  /** A BOOLEAN. */
  public boolean getBoolean(String column) {
    return getBoolean(index(column));
  }

  /** An INT. */
  public int getInt(String column) {
    return getInt(index(column));
  }

  /** A LONG or an INT. */
  public long getLong(String column) {
    return getLong(index(column));
  }

  /** A DOUBLE. */
  public double getDouble(String column) {
    return getDouble(index(column));
  }

  /** A DECIMAL, or null. */
  public BigDecimal getDecimal(String column) {
    return getDecimal(index(column));
  }

  /** A STRING, or null. */
  public String getString(String column) {
    return getString(index(column));
  }

  /** A copy of BYTES, or null. */
  public byte[] getBytes(String column) {
    return getBytes(index(column));
  }

  /** What stands for a STRING or BYTES beside the row; null for a column that holds its value. */
  public LargeValue getLargeValue(String column) {
    return getLargeValue(index(column));
  }

  /** A TIMESTAMP, or null. */
  public Instant getTimestamp(String column) {
    return getTimestamp(index(column));
  }

  /** A UUID, or null. */
  public UUID getUuid(String column) {
    return getUuid(index(column));
  }

  /** Sets any column that is not in the key; whole numbers widen, null makes it null. */
  public Row set(String column, Object value) {
    return set(index(column), value);
  }

  /** Makes a column null that may be. */
  public Row setNull(String column) {
    return setNull(index(column));
  }

  /** Sets a BOOLEAN. */
  public Row setBoolean(String column, boolean value) {
    return setBoolean(index(column), value);
  }

  /** Sets an INT, or with a number that fits one a wider column. */
  public Row setInt(String column, int value) {
    return setInt(index(column), value);
  }

  /** Sets a LONG. */
  public Row setLong(String column, long value) {
    return setLong(index(column), value);
  }

  /** Sets a DOUBLE. */
  public Row setDouble(String column, double value) {
    return setDouble(index(column), value);
  }

  /** Sets a DECIMAL. */
  public Row setDecimal(String column, BigDecimal value) {
    return setDecimal(index(column), value);
  }

  /** Sets a STRING. */
  public Row setString(String column, String value) {
    return setString(index(column), value);
  }

  /** Sets BYTES, of which a copy is taken. */
  public Row setBytes(String column, byte[] value) {
    return setBytes(index(column), value);
  }

  /** Sets a TIMESTAMP, which keeps microseconds. */
  public Row setTimestamp(String column, Instant value) {
    return setTimestamp(index(column), value);
  }

  /** Sets a UUID. */
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

  /** All columns by name, in order of their definition; the map is the caller's. */
  public Map<String, Object> toMap() {
    Map<String, Object> columns = new LinkedHashMap<>();
    TableSchema schema = table.schema();
    for (int i = 0; i < schema.columns().size(); i++) {
      columns.put(schema.column(i).name(), get(i));
    }
    return columns;
  }

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

  @Override
  public String toString() {
    return table.name() + toMap();
  }
}
