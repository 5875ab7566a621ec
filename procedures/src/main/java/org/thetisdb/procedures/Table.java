package org.thetisdb.procedures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.schema.Column;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.RowCodec;
import org.thetisdb.core.schema.TableSchema;

/**
 * A table as a procedure names it: the definition, not the data. Immutable, safe for all threads;
 * best kept in a static field.
 *
 * <pre>{@code
 * Table orders =
 *     Table.define("orders")
 *         .key("district", ColumnType.INT) // the primary key: one column or several, in order
 *         .key("id", ColumnType.LONG)
 *         .column("item", ColumnType.STRING) // always has a value
 *         .nullable("note", ColumnType.STRING) // may be null
 *         .build();
 * Row row = orders.row(7, 1).setString("item", "bread");
 * }</pre>
 *
 * <p>Two tables are equal if they have the same name, key and columns. Methods that take a key
 * throw {@link IllegalArgumentException} if the values are not as many, or not of the types, that
 * the key has, if one is null, or if the key has more than 4,096 encoded bytes.
 */
public final class Table {
  private final TableSchema schema;
  private final KeyCodec keys;
  private final RowCodec rows;

  private Table(TableSchema schema) {
    this.schema = schema;
    this.keys = new KeyCodec(schema);
    this.rows = new RowCodec(schema);
  }

  /**
   * Begins the definition of a table.
   *
   * @param name up to 63 letters, digits and underscores, no digit first; {@link Builder#build}
   *     checks it
   * @return a builder without columns
   */
  public static Builder define(String name) {
    return new Builder(name);
  }

  /**
   * For the engine: the table of a schema.
   *
   * @hidden
   */
  public static Table of(TableSchema schema) {
    return new Table(schema);
  }

  /** {@return the name} */
  public String name() {
    return schema.name();
  }

  /** {@return key and columns} */
  public TableSchema schema() {
    return schema;
  }

  /**
   * A new row. It is in no table until a {@link Context} puts it there.
   *
   * @param key a value for each column of the key
   * @return a row in which all other columns are null, and still to be set
   */
  public Row row(Object... key) {
    return Row.create(this, keys.encode(key));
  }

  /**
   * A new row whose key is one INT or LONG.
   *
   * @param key the key
   * @return a row in which all other columns are null, and still to be set
   */
  public Row row(long key) {
    return Row.create(this, keys.encode(key));
  }

  /**
   * A new row whose key is two columns of INT or LONG.
   *
   * @param first the first column of the key
   * @param second the second column of the key
   * @return a row in which all other columns are null, and still to be set
   */
  public Row row(long first, long second) {
    return Row.create(this, keys.encode(first, second));
  }

  /**
   * A new row whose key is three columns of INT or LONG.
   *
   * @param first the first column of the key
   * @param second the second column of the key
   * @param third the third column of the key
   * @return a row in which all other columns are null, and still to be set
   */
  public Row row(long first, long second, long third) {
    return Row.create(this, keys.encode(first, second, third));
  }

  /**
   * A new row whose key is four columns of INT or LONG.
   *
   * @param first the first column of the key
   * @param second the second column of the key
   * @param third the third column of the key
   * @param fourth the fourth column of the key
   * @return a row in which all other columns are null, and still to be set
   */
  public Row row(long first, long second, long third, long fourth) {
    return Row.create(this, keys.encode(first, second, third, fourth));
  }

  /** {@return the range of all keys} */
  public KeyRange all() {
    return new KeyRange(this, KeyRange.OPEN, KeyRange.OPEN);
  }

  /**
   * The keys that begin with some values.
   *
   * @param key values of the first columns of the key, or of all
   * @return the range of the keys that are, or begin with, these columns
   */
  public KeyRange prefix(Object... key) {
    return beginningWith(keys.encodePrefix(key));
  }

  /**
   * The keys whose first column, an INT or LONG, has this value.
   *
   * @param key the first column
   * @return the range of these keys
   */
  public KeyRange prefix(long key) {
    return beginningWith(keys.encodePrefix(key));
  }

  /**
   * The keys whose first two columns, each INT or LONG, have these values.
   *
   * @param first the first column
   * @param second the second one
   * @return the range of these keys
   */
  public KeyRange prefix(long first, long second) {
    return beginningWith(keys.encodePrefix(first, second));
  }

  /**
   * The keys whose first three columns, each INT or LONG, have these values.
   *
   * @param first the first column
   * @param second the second one
   * @param third the third one
   * @return the range of these keys
   */
  public KeyRange prefix(long first, long second, long third) {
    return beginningWith(keys.encodePrefix(first, second, third));
  }

  private KeyRange beginningWith(byte[] prefix) {
    return new KeyRange(this, prefix, KeyCodec.end(prefix));
  }

  /**
   * The keys from one on.
   *
   * @param key values of the first columns of the key, or of all
   * @return the range from the first key that is, or begins with, these columns to the table's end
   */
  public KeyRange from(Object... key) {
    return new KeyRange(this, keys.encodePrefix(key), KeyRange.OPEN);
  }

  /**
   * For the engine: the keys behind one that is encoded.
   *
   * @hidden
   */
  public KeyRange after(byte[] key) {
    return new KeyRange(this, Arrays.copyOf(key, key.length + 1), KeyRange.OPEN);
  }

  /**
   * For the engine: the form of keys.
   *
   * @hidden
   */
  public KeyCodec keys() {
    return keys;
  }

  /**
   * For the engine: the form of rows.
   *
   * @hidden
   */
  public RowCodec rows() {
    return rows;
  }

  String describeKey(byte[] key) {
    return keys.describe(key);
  }

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof Table table && schema.equals(table.schema));
  }

  @Override
  public int hashCode() {
    return schema.hashCode();
  }

  @Override
  public String toString() {
    return schema.toString();
  }

  /**
   * Collects key and columns, in order. Methods that add a column throw {@link
   * IllegalArgumentException} for a name that is not up to 63 letters, digits and underscores
   * without a digit in front. Not thread-safe.
   */
  public static final class Builder {
    private final String name;
    private final List<Column> key = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();

    private Builder(String name) {
      this.name = name;
    }

    /**
     * Adds a column to the primary key, which is never null.
     *
     * @param column its name, unlike that of every other column, whatever the case
     * @param type what it holds
     * @return this builder
     */
    public Builder key(String column, ColumnType type) {
      key.add(new Column(column, type, false));
      return this;
    }

    /**
     * Adds a column that always has a value.
     *
     * @param column its name, unlike that of every other column, whatever the case
     * @param type what it holds
     * @return this builder
     */
    public Builder column(String column, ColumnType type) {
      columns.add(new Column(column, type, false));
      return this;
    }

    /**
     * Adds a column that may be null.
     *
     * @param column its name, unlike that of every other column, whatever the case
     * @param type what it holds
     * @return this builder
     */
    public Builder nullable(String column, ColumnType type) {
      columns.add(new Column(column, type, true));
      return this;
    }

    /**
     * The table. The builder may be used on for a table with more columns.
     *
     * @return a table with the columns that were added so far
     * @throws IllegalArgumentException if the columns do not make one; the sentence says why
     */
    public Table build() {
      List<Column> all = new ArrayList<>(key);
      all.addAll(columns);
      return new Table(new TableSchema(name, 1, key.size(), all));
    }
  }
}
