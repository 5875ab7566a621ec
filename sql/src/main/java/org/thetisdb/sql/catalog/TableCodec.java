package org.thetisdb.sql.catalog;

import static org.thetisdb.sql.catalog.DefinitionParts.getList;
import static org.thetisdb.sql.catalog.DefinitionParts.getOptional;
import static org.thetisdb.sql.catalog.DefinitionParts.getPlaces;
import static org.thetisdb.sql.catalog.DefinitionParts.getType;
import static org.thetisdb.sql.catalog.DefinitionParts.isQualified;
import static org.thetisdb.sql.catalog.DefinitionParts.putList;
import static org.thetisdb.sql.catalog.DefinitionParts.putOptional;
import static org.thetisdb.sql.catalog.DefinitionParts.putPlaces;
import static org.thetisdb.sql.catalog.DefinitionParts.putType;
import static org.thetisdb.sql.catalog.DefinitionParts.require;
import static org.thetisdb.sql.catalog.DefinitionParts.unqualified;

import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.sql.catalog.ForeignKeyDef.OnParent;
import org.thetisdb.sql.type.SqlType;

/**
 * The stored form of tables. Each is written in the oldest format that can say all of it, so that
 * versions of the product that know no newer one read what they can understand. Stateless, safe for
 * all threads.
 */
final class TableCodec {
  /** Without comments, calculated columns and ON UPDATE. */
  private static final int FIRST = 1;

  private static final int SECOND = 2;

  /** With partial indexes. */
  private static final int PARTIAL = 3;

  /** With names that have a schema in front; in formats before a dot is part of the name. */
  private static final int NAMED = 4;

  /**
   * With RESTRICT told apart from NO ACTION, for which its code stood before, with SET DEFAULT, and
   * with foreign keys that are checked later.
   */
  private static final int TIMED = 5;

  /** With indexes of expressions. */
  private static final int CALCULATED = 6;

  /** With columns that a step has filled, or is filling. */
  private static final int FILLED = 7;

  /** With temporary tables that change when a transaction ends. */
  private static final int ENDING = 8;

  /** With tables whose rows are being copied, since they get a primary key. */
  private static final int COPYING = 9;

  /** The newest one. */
  private static final int LAST = COPYING;

  private TableCodec() {}

  private static int formatOf(TableDef table) {
    boolean named =
        isQualified(table.name())
            || table.indexes().stream().anyMatch(index -> isQualified(index.name()))
            || table.foreignKeys().stream().anyMatch(key -> isQualified(key.parent()))
            || table.columns().stream().anyMatch(column -> isQualified(column.sequence()));
    if (table.making() != null && table.making().copies()) {
      return COPYING;
    }
    if (table.onCommit() != OnCommit.PRESERVE_ROWS) {
      return ENDING;
    }
    if (!table.filled().isEmpty() || table.making() != null) {
      return FILLED;
    }
    if (table.indexes().stream().anyMatch(index -> !index.expressions().isEmpty())) {
      return CALCULATED;
    }
    if (!table.foreignKeys().stream().allMatch(ForeignKeyDef::isOfOldKind)) {
      return TIMED;
    }
    if (named) {
      return NAMED;
    }
    return table.indexes().stream().anyMatch(IndexDef::isPartial) ? PARTIAL : SECOND;
  }

  private static String getName(ByteReader in, int format) {
    return format >= NAMED ? in.getString() : unqualified(in.getString());
  }

  /** A table without its stored schema. */
  static byte[] encode(TableDef table) {
    int format = formatOf(table);
    ByteWriter out = new ByteWriter(64).putByte(format);
    out.putVarInt(table.tableId()).putString(table.name());
    putList(table.columns(), out, (to, column) -> putColumn(column, to));
    putPlaces(table.primaryKey(), out);
    putOptional(table.primaryKeyName(), out);
    putList(table.indexes(), out, (to, index) -> putIndex(index, to, format));
    putList(table.foreignKeys(), out, (to, key) -> putForeignKey(key, to, format));
    putList(
        table.checks(),
        out,
        (to, check) -> to.putString(check.name()).putString(check.conditionSql()));
    putOptional(table.comment(), out);
    if (format >= FILLED) {
      putPlaces(table.filled(), out);
      putMaking(table.making(), out, format);
    }
    if (format >= ENDING) {
      out.putByte(table.onCommit().code());
    }
    return out.toByteArray();
  }

  private static void putMaking(Backfill making, ByteWriter out, int format) {
    out.putBoolean(making != null);
    if (making != null && format >= COPYING) {
      out.putBoolean(making.copies());
    }
    if (making != null) {
      putList(making.values(), out, (to, column) -> putColumn(column, to));
      out.putBlob(encode(making.next()));
    }
  }

  private static Backfill getMaking(ByteReader in, int tableId, int format) {
    if (!in.getBoolean()) {
      return null;
    }
    boolean copies = format >= COPYING && in.getBoolean();
    List<ColumnDef> values = getList(in, from -> getColumn(from, LAST));
    TableDef next = decode(in.getBlob());
    require(
        (copies ? next.tableId() != tableId : !values.isEmpty()) && next.making() == null,
        "a table that is becoming nothing");
    return new Backfill(copies, values, next);
  }

  /** See {@link #encode}; what it is stored in is null. */
  static TableDef decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.getUnsignedByte();
    require(format >= FIRST && format <= LAST, "a table's definition of format " + format);
    TableDef table = getTable(in, format);
    in.expectEnd();
    return table;
  }

  private static TableDef getTable(ByteReader in, int format) {
    int tableId = in.getVarInt();
    String name = getName(in, format);
    List<ColumnDef> columns = getList(in, from -> getColumn(from, format));
    require(columns.size() <= TableSchema.MAX_COLUMNS, "a table of too many columns");
    int places = columns.size();
    return new TableDef(
        tableId,
        name,
        null,
        columns,
        getPlaces(in, places),
        getOptional(in),
        getList(in, from -> getIndex(from, places, format)),
        getList(in, from -> getForeignKey(from, places, format)),
        getList(in, from -> new CheckDef(from.getString(), from.getString())),
        format == FIRST ? null : getOptional(in),
        format >= FILLED ? getPlaces(in, TableSchema.MAX_COLUMNS) : List.of(),
        format >= FILLED ? getMaking(in, tableId, format) : null,
        format >= ENDING ? OnCommit.ofCode(in.getUnsignedByte()) : OnCommit.PRESERVE_ROWS);
  }

  private static void putColumn(ColumnDef column, ByteWriter out) {
    putType(column.type(), out.putString(column.name()));
    out.putVarInt(column.storedAt()).putBoolean(column.nullable());
    putOptional(column.sequence(), putOptional(column.defaultSql(), out));
    out.putBoolean(column.alwaysGenerated());
    putOptional(column.comment(), putOptional(column.generatedSql(), out));
  }

  private static ColumnDef getColumn(ByteReader in, int format) {
    String name = in.getString();
    SqlType type = getType(in);
    int storedAt = in.getVarInt();
    require(storedAt < TableSchema.MAX_COLUMNS, "a column stored at " + storedAt);
    boolean nullable = in.getBoolean();
    String defaultSql = getOptional(in);
    String sequence = format >= NAMED ? getOptional(in) : unqualified(getOptional(in));
    boolean always = in.getBoolean();
    String generatedSql = format == FIRST ? null : getOptional(in);
    String comment = format == FIRST ? null : getOptional(in);
    return new ColumnDef(
        name, type, storedAt, nullable, defaultSql, sequence, always, generatedSql, comment);
  }

  private static void putIndex(IndexDef index, ByteWriter out, int format) {
    out.putString(index.name()).putVarInt(index.tableId());
    List<Integer> columns = index.columns();
    if (format >= CALCULATED) {
      putList(index.expressions(), out, TableCodec::putExpression);
      // places of expressions stand before those of columns, so that no number is below 0
      int first = index.expressions().size();
      columns = columns.stream().map(place -> place + first).toList();
    }
    putPlaces(columns, out);
    out.putBoolean(index.unique()).putBoolean(index.constraint());
    out.putByte(index.state().code());
    if (format >= PARTIAL) {
      IndexPredicate where = index.where();
      putOptional(where == null ? null : where.conditionSql(), out);
      if (where != null) {
        putPlaces(where.columns(), out);
      }
    }
  }

  private static IndexDef getIndex(ByteReader in, int places, int format) {
    String name = getName(in, format);
    int tableId = in.getVarInt();
    List<IndexExpression> expressions =
        format >= CALCULATED ? getList(in, from -> getExpression(from, places)) : List.of();
    int first = expressions.size();
    List<Integer> columns = getPlaces(in, places + first);
    return new IndexDef(
        name,
        tableId,
        first == 0 ? columns : columns.stream().map(place -> place - first).toList(),
        in.getBoolean(),
        in.getBoolean(),
        getState(in),
        format >= PARTIAL ? getPredicate(in, places) : null,
        expressions);
  }

  private static void putExpression(ByteWriter out, IndexExpression expression) {
    putType(expression.type(), out.putString(expression.expressionSql()));
    putPlaces(expression.columns(), out);
  }

  private static IndexExpression getExpression(ByteReader in, int places) {
    return new IndexExpression(in.getString(), getType(in), getPlaces(in, places));
  }

  private static IndexPredicate getPredicate(ByteReader in, int places) {
    String conditionSql = getOptional(in);
    return conditionSql == null ? null : new IndexPredicate(conditionSql, getPlaces(in, places));
  }

  private static void putForeignKey(ForeignKeyDef key, ByteWriter out, int format) {
    putPlaces(key.columns(), out.putString(key.name()));
    putPlaces(key.parentColumns(), out.putString(key.parent()));
    out.putByte(code(key.onDelete(), format)).putByte(code(key.onUpdate(), format));
    out.putBoolean(key.enforced());
    if (format >= TIMED) {
      out.putByte(key.timing().code());
    }
  }

  private static ForeignKeyDef getForeignKey(ByteReader in, int places, int format) {
    String name = in.getString();
    List<Integer> columns = getPlaces(in, places);
    String parent = getName(in, format);
    List<Integer> parentColumns = getPlaces(in, TableSchema.MAX_COLUMNS);
    require(columns.size() == parentColumns.size(), "a foreign key of unequal sides");
    OnParent onDelete = getOnParent(in, format);
    OnParent onUpdate = format == FIRST ? OnParent.NO_ACTION : getOnParent(in, format);
    boolean enforced = in.getBoolean();
    ForeignKeyDef.Timing timing =
        format >= TIMED ? getTiming(in) : ForeignKeyDef.Timing.NOT_DEFERRABLE;
    return new ForeignKeyDef(
        name, columns, parent, parentColumns, onDelete, onUpdate, enforced, timing);
  }

  private static int code(OnParent action, int format) {
    boolean old = action == OnParent.NO_ACTION && format < TIMED;
    return old ? OnParent.RESTRICT.code() : action.code();
  }

  private static ForeignKeyDef.Timing getTiming(ByteReader in) {
    int code = in.getUnsignedByte();
    for (ForeignKeyDef.Timing timing : ForeignKeyDef.Timing.values()) {
      if (timing.code() == code) {
        return timing;
      }
    }
    throw new CodecException("a timing of a foreign key with code " + code);
  }

  private static IndexDef.State getState(ByteReader in) {
    int code = in.getUnsignedByte();
    for (IndexDef.State state : IndexDef.State.values()) {
      if (state.code() == code) {
        return state;
      }
    }
    throw new CodecException("a state of an index with code " + code);
  }

  private static OnParent getOnParent(ByteReader in, int format) {
    int code = in.getUnsignedByte();
    if (code == OnParent.RESTRICT.code() && format < TIMED) {
      return OnParent.NO_ACTION;
    }
    for (OnParent action : OnParent.values()) {
      if (action.code() == code) {
        return action;
      }
    }
    throw new CodecException("an action of a foreign key with code " + code);
  }
}
