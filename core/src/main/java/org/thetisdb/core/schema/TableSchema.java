package org.thetisdb.core.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.value.ValueCodec;

/**
 * A table's name and columns, of which the first form the primary key. Immutable, safe for all
 * threads. Columns are numbered from 0, the key's first.
 *
 * <p>A column of the key may be null only where a table holds entries of an index: such a null is a
 * value like others, and its keys are encoded in a longer form.
 *
 * <p>A table changes by versions. A later version may add columns at the end, allow null where it
 * was not allowed, and have another name; so the first columns of a row image mean the same in all
 * versions from theirs on. Each column knows the version that it came with, and the value that rows
 * from before have in it.
 */
public final class TableSchema {
  /** Most columns of a table. */
  public static final int MAX_COLUMNS = 1000;

  /**
   * Largest version.
   *
   * @hidden
   */
  public static final int MAX_VERSION = 0xffff;

  private static final int FORMAT = 1;
  private static final int FORMAT_WITH_HISTORY = 2;

  private final String name;
  private final int version;
  private final int keyColumns;
  private final List<Column> columns;

  /** The same for reading values: one kind of access, whatever the list's class. */
  private final Column[] byNumber;

  /** The version that each column came with; never falls from one column to the next. */
  private final int[] since;

  /** What rows from before the column have in it; null for null. */
  private final Object[] absent;

  private final Map<String, Integer> indexes = new HashMap<>();
  private final int hash;

  /**
   * A table whose first {@code keyColumns} columns are its primary key.
   *
   * @param version rises by one with every change of the table, from 1
   * @throws IllegalArgumentException if the columns do not make a table; the sentence says why
   * @hidden
   */
  public TableSchema(String name, int version, int keyColumns, List<Column> columns) {
    this(name, version, keyColumns, columns, ones(columns.size()), new Object[columns.size()]);
  }

  private static int[] ones(int count) {
    int[] ones = new int[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private TableSchema(
      String name,
      int version,
      int keyColumns,
      List<Column> columns,
      int[] since,
      Object[] absent) {
    this.name = name;
    this.version = version;
    this.keyColumns = keyColumns;
    this.columns = List.copyOf(columns);
    this.byNumber = columns.toArray(Column[]::new);
    this.since = since;
    this.absent = absent;
    checkTable();
    checkColumns();
    checkHistory();
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
      indexes.put(column.name(), i);
    }
  }

  private void checkHistory() {
    int last = 1;
    for (int i = 0; i < since.length; i++) {
      boolean rises = since[i] >= last && since[i] <= version && (i >= keyColumns || last == 1);
      require(rises, "has \"" + columns.get(i).name() + "\" since version " + since[i]);
      last = since[i];
      absent[i] = absent[i] == null ? null : convert(i, absent[i]);
      require(
          since[i] == 1 || absent[i] != null || columns.get(i).nullable(),
          "has no value for \"" + columns.get(i).name() + "\" in rows that are there");
    }
  }

  private void require(boolean condition, String problem) {
    if (!condition) {
      throw new IllegalArgumentException("table \"" + name + "\" " + problem);
    }
  }

  /** {@return the table's name} */
  public String name() {
    return name;
  }

  /**
   * The version, from 1.
   *
   * @hidden
   */
  public int version() {
    return version;
  }

  /** {@return how many columns, from the first, are the primary key} */
  public int keyColumns() {
    return keyColumns;
  }

  /** {@return all columns, the key's first; unmodifiable} */
  public List<Column> columns() {
    return columns;
  }

  /**
   * The column with this number.
   *
   * @param index from 0
   * @return the column
   * @throws IndexOutOfBoundsException if there is none
   */
  public Column column(int index) {
    return byNumber[index];
  }

  /**
   * The number of the column of this name.
   *
   * @param column its name, in which upper and lower case differ
   * @return its number, from 0; -1 if there is none
   */
  public int find(String column) {
    Integer index = indexes.get(column);
    return index == null ? -1 : index;
  }

  /**
   * The number of the column of this name.
   *
   * @param column its name, in which upper and lower case differ
   * @return its number, from 0
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
   * @hidden
   */
  public Object convert(int index, Object value) {
    Column column = byNumber[index];
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

  /**
   * The exception that says that a column was used as something that it is not.
   *
   * @hidden
   */
  public IllegalArgumentException wrongType(int index, String used) {
    Column column = columns.get(index);
    return new IllegalArgumentException(
        "column \"%s\" of table \"%s\" is %s, not %s"
            .formatted(column.name(), name, column.type(), used));
  }

  /**
   * The next version, with one more column.
   *
   * @param absentValue what rows that are there have in it; null for null
   * @throws IllegalArgumentException if the table cannot have the column; the sentence says why
   * @hidden
   */
  public TableSchema withColumn(Column column, Object absentValue) {
    List<Column> more = new ArrayList<>(columns);
    more.add(column);
    int[] moreSince = Arrays.copyOf(since, more.size());
    Object[] moreAbsent = Arrays.copyOf(absent, more.size());
    moreSince[columns.size()] = version + 1;
    moreAbsent[columns.size()] = absentValue;
    return new TableSchema(name, version + 1, keyColumns, more, moreSince, moreAbsent);
  }

  /**
   * The next version, in which a column that is not in the key may be null.
   *
   * @hidden
   */
  public TableSchema withNullable(int index) {
    List<Column> changed = new ArrayList<>(columns);
    changed.set(index, new Column(columns.get(index).name(), columns.get(index).type(), true));
    return new TableSchema(name, version + 1, keyColumns, changed, since, absent);
  }

  /**
   * The next version, under another name.
   *
   * @hidden
   */
  public TableSchema withName(String newName) {
    return new TableSchema(newName, version + 1, keyColumns, columns, since, absent);
  }

  /** As this table was in an earlier version, as far as row images tell. */
  TableSchema at(int earlier) {
    int count = columnsAt(earlier);
    return new TableSchema(
        name,
        earlier,
        keyColumns,
        columns.subList(0, count),
        Arrays.copyOf(since, count),
        Arrays.copyOf(absent, count));
  }

  /**
   * How many columns the table had in a version.
   *
   * @hidden
   */
  public int columnsAt(int earlier) {
    int count = columns.size();
    while (count > 0 && since[count - 1] > earlier) {
      count--;
    }
    return count;
  }

  /**
   * What a row that was written before the column was there has in it; null for null.
   *
   * @hidden
   */
  public Object absentValue(int index) {
    return absent[index] instanceof byte[] bytes ? bytes.clone() : absent[index];
  }

  /**
   * Whether this is what the table {@code earlier} became by one change or several.
   *
   * @hidden
   */
  public boolean continues(TableSchema earlier) {
    int count = earlier.columns.size();
    return version > earlier.version
        && columnsAt(earlier.version) == count
        && beginsWith(earlier)
        && Arrays.equals(since, 0, count, earlier.since, 0, count)
        && Arrays.deepEquals(Arrays.copyOf(absent, count), earlier.absent);
  }

  /**
   * Whether rows of this table can be used as rows of {@code wanted}: it has the same name and key,
   * and all columns but some of those that were added later.
   *
   * @hidden
   */
  public boolean serves(TableSchema wanted) {
    return name.equals(wanted.name)
        && wanted.columns.size() >= columnsAt(1)
        && wanted.columns.size() <= columns.size()
        && beginsWith(wanted);
  }

  private boolean beginsWith(TableSchema other) {
    boolean same = keyColumns == other.keyColumns;
    for (int i = 0; same && i < other.columns.size(); i++) {
      Column mine = columns.get(i);
      Column others = other.columns.get(i);
      same =
          mine.name().equals(others.name())
              && mine.type() == others.type()
              && (mine.nullable() || !others.nullable());
    }
    return same;
  }

  /**
   * Whether the columns and the key are the same, whatever the version.
   *
   * @hidden
   */
  public boolean hasSameColumns(TableSchema other) {
    return keyColumns == other.keyColumns && columns.equals(other.columns);
  }

  /**
   * The encoded form.
   *
   * @hidden
   */
  public byte[] encode() {
    ByteWriter writer = new ByteWriter(32 + 16 * columns.size());
    encode(writer);
    return writer.toByteArray();
  }

  /**
   * Appends the encoded form.
   *
   * @hidden
   */
  public void encode(ByteWriter target) {
    boolean history = columnsAt(1) < columns.size();
    target.putByte(history ? FORMAT_WITH_HISTORY : FORMAT).putString(name).putVarInt(version);
    target.putVarInt(keyColumns).putVarInt(columns.size());
    for (Column column : columns) {
      target.putString(column.name()).putByte(column.type().code());
      target.putBoolean(column.nullable());
    }
    for (int i = 0; history && i < since.length; i++) {
      target.putVarInt(since[i]);
      ValueCodec.encode(absent[i], target);
    }
  }

  /**
   * The schema of these bytes, all of them.
   *
   * @hidden
   */
  public static TableSchema decode(byte[] bytes) {
    ByteReader reader = new ByteReader(bytes);
    TableSchema schema = decode(reader);
    reader.expectEnd();
    return schema;
  }

  /**
   * Reads a schema and leaves the reader behind it.
   *
   * @hidden
   */
  public static TableSchema decode(ByteReader source) {
    int format = source.getByte();
    if (format != FORMAT && format != FORMAT_WITH_HISTORY) {
      throw new CodecException("a schema of format " + format);
    }
    try {
      String name = source.getString();
      int version = source.getVarInt();
      int keyColumns = source.getVarInt();
      List<Column> columns = decodeColumns(source);
      int[] since = ones(columns.size());
      Object[] absent = new Object[columns.size()];
      for (int i = 0; format == FORMAT_WITH_HISTORY && i < since.length; i++) {
        since[i] = source.getVarInt();
        absent[i] = ValueCodec.decode(source);
        if (since[i] == 1 && absent[i] != null) {
          throw new CodecException("a schema with a value for rows from before all rows");
        }
      }
      return new TableSchema(name, version, keyColumns, columns, since, absent);
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
            && hasSameColumns(schema)
            && Arrays.equals(since, schema.since)
            && Arrays.deepEquals(absent, schema.absent));
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
