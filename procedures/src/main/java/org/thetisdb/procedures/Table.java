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
 * A table as a procedure names it. Two tables are equal if they have the same name, key and
 * columns; it is the definition, not the data. Immutable, safe for all threads; best kept in a
 * static field.
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

  /** Begins the definition of a table. */
  public static Builder define(String name) {
    return new Builder(name);
  }

  /** The table of a schema. */
  public static Table of(TableSchema schema) {
    return new Table(schema);
  }

  /** The name. */
  public String name() {
    return schema.name();
  }

  /** Key and columns. */
  public TableSchema schema() {
    return schema;
  }

  /** A new row with this key, in which all other columns are still to be set. */
  public Row row(Object... key) {
    return Row.create(this, keys.encode(key));
  }

  /** A new row with this key, which is one number. */
  public Row row(long key) {
    return Row.create(this, keys.encode(key));
  }

  /** A new row with this key, which is two numbers. */
  public Row row(long first, long second) {
    return Row.create(this, keys.encode(first, second));
  }

  /** A new row with this key, which is three numbers. */
  public Row row(long first, long second, long third) {
    return Row.create(this, keys.encode(first, second, third));
  }

  /** A new row with this key, which is four numbers. */
  public Row row(long first, long second, long third, long fourth) {
    return Row.create(this, keys.encode(first, second, third, fourth));
  }

  /** All keys. */
  public KeyRange all() {
    return new KeyRange(this, KeyRange.OPEN, KeyRange.OPEN);
  }

  /** The keys that are, or begin with, these columns. */
  public KeyRange prefix(Object... key) {
    return beginningWith(keys.encodePrefix(key));
  }

  /** The keys that are, or begin with, this number. */
  public KeyRange prefix(long key) {
    return beginningWith(keys.encodePrefix(key));
  }

  /** The keys that are, or begin with, these numbers. */
  public KeyRange prefix(long first, long second) {
    return beginningWith(keys.encodePrefix(first, second));
  }

  /** The keys that are, or begin with, these numbers. */
  public KeyRange prefix(long first, long second, long third) {
    return beginningWith(keys.encodePrefix(first, second, third));
  }

  private KeyRange beginningWith(byte[] prefix) {
    return new KeyRange(this, prefix, KeyCodec.end(prefix));
  }

  /** The keys from the first that is, or begins with, these columns to the end of the table. */
  public KeyRange from(Object... key) {
    return new KeyRange(this, keys.encodePrefix(key), KeyRange.OPEN);
  }

  /** For the engine: the keys behind one that is encoded. */
  public KeyRange after(byte[] key) {
    return new KeyRange(this, Arrays.copyOf(key, key.length + 1), KeyRange.OPEN);
  }

  /** For the engine: the form of keys. */
  public KeyCodec keys() {
    return keys;
  }

  /** For the engine: the form of rows. */
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

  /** Collects key and columns, in order. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final List<Column> key = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();

    private Builder(String name) {
      this.name = name;
    }

    /** Adds a column to the primary key. */
    public Builder key(String column, ColumnType type) {
      key.add(new Column(column, type, false));
      return this;
    }

    /** Adds a column that always has a value. */
    public Builder column(String column, ColumnType type) {
      columns.add(new Column(column, type, false));
      return this;
    }

    /** Adds a column that may be null. */
    public Builder nullable(String column, ColumnType type) {
      columns.add(new Column(column, type, true));
      return this;
    }

    /**
     * The table.
     *
     * @throws IllegalArgumentException if the columns do not make one; the sentence says why
     */
    public Table build() {
      List<Column> all = new ArrayList<>(key);
      all.addAll(columns);
      return new Table(new TableSchema(name, 1, key.size(), all));
    }
  }
}
