package org.thetisdb.core.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * A table's name and columns, of which the first form the primary key. Immutable, safe for all
 * threads. Columns are numbered from 0, the key's first.
 */
public final class TableSchema {
  /** Most columns of a table. */
  public static final int MAX_COLUMNS = 1000;

  /** Largest version. */
  public static final int MAX_VERSION = 0xffff;

  private static final int FORMAT = 1;

  private final String name;
  private final int version;
  private final int keyColumns;
  private final List<Column> columns;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final int hash;

  /**
   * A table whose first {@code keyColumns} columns are its primary key.
   *
   * @param version rises by one with every change of the table, from 1
   * @throws IllegalArgumentException if the columns do not make a table; the sentence says why
   */
  public TableSchema(String name, int version, int keyColumns, List<Column> columns) {
    this.name = name;
    this.version = version;
    this.keyColumns = keyColumns;
    this.columns = List.copyOf(columns);
    checkTable();
    checkColumns();
    this.hash = 31 * name.hashCode() + this.columns.hashCode();
  }

  private void checkTable() {
    Column.requireName("table", name);
    require(version >= 1 && version <= MAX_VERSION, "has the version " + version);
    require(keyColumns >= 1, "has no key; every table needs a primary key");
    require(keyColumns <= columns.size(), "has a key of more columns than there are");
    require(columns.size() <= MAX_COLUMNS, "has more than " + MAX_COLUMNS + " columns");
  }

  private void checkColumns() {
    Map<String, Integer> folded = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      boolean first = folded.put(column.name().toLowerCase(Locale.ROOT), i) == null;
      require(first, "has two columns named \"" + column.name() + "\"");
      require(
          i >= keyColumns || !column.nullable(),
          "has \"" + column.name() + "\" in its key, which therefore cannot be nullable");
      indexes.put(column.name(), i);
    }
  }

  private void require(boolean condition, String problem) {
    if (!condition) {
      throw new IllegalArgumentException("table \"" + name + "\" " + problem);
    }
  }

  /** The table's name. */
  public String name() {
    return name;
  }

  /** The version, from 1. */
  public int version() {
    return version;
  }

  /** How many columns, from the first, are the primary key. */
  public int keyColumns() {
    return keyColumns;
  }

  /** All columns, the key's first. */
  public List<Column> columns() {
    return columns;
  }

  /** The column with this number. */
  public Column column(int index) {
    return columns.get(index);
  }

  /** The number of the column of this name, -1 if there is none. Upper and lower case differ. */
  public int find(String column) {
    Integer index = indexes.get(column);
    return index == null ? -1 : index;
  }

  /**
   * The number of the column of this name.
   *
   * @throws IllegalArgumentException if there is none; the sentence lists those that are
   */
  public int indexOf(String column) {
    int index = find(column);
    if (index < 0) {
      String known = columns.stream().map(Column::name).collect(Collectors.joining(", "));
      require(false, "has no column \"" + column + "\"; it has " + known);
    }
    return index;
  }

  /**
   * The value as the column holds it, see {@link ColumnType#convert}; null stays null.
   *
   * @throws IllegalArgumentException if the column cannot hold it; the sentence says why
   */
  public Object convert(int index, Object value) {
    Column column = columns.get(index);
    if (value == null) {
      require(column.nullable(), "does not allow null in \"" + column.name() + "\"");
      return null;
    }
    Object converted = column.type().convert(value);
    if (converted == null) {
      throw wrongType(index, value.getClass().getSimpleName());
    }
    return converted;
  }

  /** The exception that says that a column was used as something that it is not. */
  public IllegalArgumentException wrongType(int index, String used) {
    Column column = columns.get(index);
    return new IllegalArgumentException(
        "column \"%s\" of table \"%s\" is %s, not %s"
            .formatted(column.name(), name, column.type(), used));
  }

  /** Whether the columns and the key are the same, whatever the version. */
  public boolean hasSameColumns(TableSchema other) {
    return keyColumns == other.keyColumns && columns.equals(other.columns);
  }

  /** The encoded form. */
  public byte[] encode() {
    ByteWriter writer = new ByteWriter(32 + 16 * columns.size());
    encode(writer);
    return writer.toByteArray();
  }

  /** Appends the encoded form. */
  public void encode(ByteWriter target) {
    target.putByte(FORMAT).putString(name).putVarInt(version);
    target.putVarInt(keyColumns).putVarInt(columns.size());
    for (Column column : columns) {
      target.putString(column.name()).putByte(column.type().code());
      target.putBoolean(column.nullable());
    }
  }

  /** The schema of these bytes, all of them. */
  public static TableSchema decode(byte[] bytes) {
    ByteReader reader = new ByteReader(bytes);
    TableSchema schema = decode(reader);
    reader.expectEnd();
    return schema;
  }

  /** Reads a schema and leaves the reader behind it. */
  public static TableSchema decode(ByteReader source) {
    int format = source.getByte();
    if (format != FORMAT) {
      throw new CodecException("a schema of format " + format);
    }
    try {
      String name = source.getString();
      int version = source.getVarInt();
      int keyColumns = source.getVarInt();
      return new TableSchema(name, version, keyColumns, decodeColumns(source));
    } catch (IllegalArgumentException e) {
      throw new CodecException("a schema that is none: " + e.getMessage());
    }
  }

  private static List<Column> decodeColumns(ByteReader source) {
    Column[] columns = new Column[source.getCount(3)];
    for (int i = 0; i < columns.length; i++) {
      String name = source.getString();
      columns[i] = new Column(name, ColumnType.ofCode(source.getByte()), source.getBoolean());
    }
    return List.of(columns);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof TableSchema schema
            && hash == schema.hash
            && version == schema.version
            && name.equals(schema.name)
            && hasSameColumns(schema));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /**
   * The table for people, the key before the bar: {@code checking(id LONG NOT NULL | balance
   * LONG)}.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(name).append('(');
    for (int i = 0; i < columns.size(); i++) {
      text.append(i == 0 ? "" : i == keyColumns ? " | " : ", ").append(columns.get(i));
    }
    return text.append(')').toString();
  }
}
