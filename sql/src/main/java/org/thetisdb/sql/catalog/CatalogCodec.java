package org.thetisdb.sql.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.sql.catalog.ForeignKeyDef.OnParent;
import org.thetisdb.sql.type.SqlType;

/**
 * The stored form of definitions: a format byte, then the parts in order; numbers in variable
 * length, texts and lists with their length in front. A table's stored schema is not part of it.
 * Decoders distrust their input: what is not a definition throws {@link CodecException}. Encoders
 * refuse what is too large with a {@link ThetisException}.
 *
 * <p>Stateless, safe for all threads.
 */
public final class CatalogCodec {
  private static final int FORMAT = 1;

  /** Of tables; those of format 1 have no comments, calculated columns and ON UPDATE. */
  private static final int TABLE_FORMAT = 2;

  /** Of tables with partial indexes, which formats 1 and 2 do not have. */
  private static final int PARTIAL_FORMAT = 3;

  /** Most columns, indexes, foreign keys, checks or parameters of one definition. */
  static final int MAX_OF_DEFINITION = 1000;

  private CatalogCodec() {}

  /** The catalog's head. */
  public static byte[] encode(Head head) {
    return begin().putVarLong(head.version()).putVarInt(head.nextId()).toByteArray();
  }

  /** See {@link #encode(Head)}. */
  public static Head decodeHead(byte[] bytes) {
    return decode(bytes, in -> new Head(in.getVarLong(), in.getVarInt()));
  }

  /** A view. */
  public static byte[] encode(ViewDef view) {
    ByteWriter out = begin().putString(view.name()).putVarInt(view.id());
    putList(view.columns(), out, ByteWriter::putString);
    return out.putString(view.querySql()).toByteArray();
  }

  /** See {@link #encode(ViewDef)}. */
  public static ViewDef decodeView(byte[] bytes) {
    return decode(
        bytes,
        in ->
            new ViewDef(
                in.getString(),
                in.getVarInt(),
                getList(in, ByteReader::getString),
                in.getString()));
  }

  /** A sequence. */
  public static byte[] encode(SequenceDef sequence) {
    ByteWriter out = begin().putString(sequence.name()).putVarInt(sequence.id());
    out.putLong(sequence.start()).putLong(sequence.increment());
    putOptional(sequence.owner(), out);
    if (!sequence.hasUsualBounds()) {
      out.putLong(sequence.min()).putLong(sequence.max());
    }
    if (sequence.cycle()) {
      out.putBoolean(true);
    }
    return out.toByteArray();
  }

  /** See {@link #encode(SequenceDef)}. */
  public static SequenceDef decodeSequence(byte[] bytes) {
    return decode(
        bytes,
        in -> {
          SequenceDef usual =
              new SequenceDef(
                  in.getString(), in.getVarInt(), in.getLong(), nonZero(in), getOptional(in));
          return in.remaining() == 0
              ? usual
              : new SequenceDef(
                  usual.name(),
                  usual.id(),
                  usual.start(),
                  usual.increment(),
                  usual.owner(),
                  in.getLong(),
                  in.getLong(),
                  in.remaining() > 0 && in.getBoolean());
        });
  }

  private static long nonZero(ByteReader in) {
    long increment = in.getLong();
    require(increment != 0, "a sequence that stands still");
    return increment;
  }

  /** A procedure; the name of a class stands behind a statement that is empty. */
  public static byte[] encode(ProcedureDef procedure) {
    ByteWriter out = begin().putString(procedure.name()).putVarInt(procedure.id());
    putList(
        procedure.parameters(),
        out,
        (to, parameter) -> putType(parameter.type(), to.putString(parameter.name())));
    boolean isClass = procedure.bodySql() == null;
    out.putString(isClass ? "" : procedure.bodySql());
    return (isClass ? out.putString(procedure.className()) : out).toByteArray();
  }

  /** See {@link #encode(ProcedureDef)}. */
  public static ProcedureDef decodeProcedure(byte[] bytes) {
    return decode(
        bytes,
        in -> {
          String name = in.getString();
          int id = in.getVarInt();
          List<ProcedureDef.Parameter> parameters =
              getList(in, from -> new ProcedureDef.Parameter(from.getString(), getType(from)));
          String body = in.getString();
          return body.isEmpty()
              ? ProcedureDef.ofClass(name, id, in.getString())
              : ProcedureDef.ofStatement(name, id, parameters, body);
        });
  }

  /** A table without its stored schema. */
  public static byte[] encode(TableDef table) {
    boolean partial = table.indexes().stream().anyMatch(IndexDef::isPartial);
    int format = partial ? PARTIAL_FORMAT : TABLE_FORMAT;
    ByteWriter out = new ByteWriter(64).putByte(format);
    out.putVarInt(table.tableId()).putString(table.name());
    putList(table.columns(), out, (to, column) -> putColumn(column, to));
    putPlaces(table.primaryKey(), out);
    putOptional(table.primaryKeyName(), out);
    putList(table.indexes(), out, (to, index) -> putIndex(index, to, format));
    putList(table.foreignKeys(), out, (to, key) -> putForeignKey(key, to));
    putList(
        table.checks(),
        out,
        (to, check) -> to.putString(check.name()).putString(check.conditionSql()));
    return putOptional(table.comment(), out).toByteArray();
  }

  /** See {@link #encode(TableDef)}; what it is stored in is null. */
  public static TableDef decodeTable(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = in.getUnsignedByte();
    require(
        format >= FORMAT && format <= PARTIAL_FORMAT, "a table's definition of format " + format);
    TableDef table = getTable(in, format);
    in.expectEnd();
    return table;
  }

  private static TableDef getTable(ByteReader in, int format) {
    int tableId = in.getVarInt();
    String name = in.getString();
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
        format == FORMAT ? null : getOptional(in));
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
    String sequence = getOptional(in);
    boolean always = in.getBoolean();
    String generatedSql = format == FORMAT ? null : getOptional(in);
    String comment = format == FORMAT ? null : getOptional(in);
    return new ColumnDef(
        name, type, storedAt, nullable, defaultSql, sequence, always, generatedSql, comment);
  }

  private static ByteWriter putType(SqlType type, ByteWriter out) {
    return out.putByte(type.code()).putVarInt(type.precision()).putVarInt(type.scale());
  }

  private static SqlType getType(ByteReader in) {
    int code = in.getUnsignedByte();
    SqlType type = SqlType.ofCode(code, in.getVarInt(), in.getVarInt());
    require(type != null, "an SQL type with code " + code);
    return type;
  }

  private static void putIndex(IndexDef index, ByteWriter out, int format) {
    out.putString(index.name()).putVarInt(index.tableId());
    putPlaces(index.columns(), out);
    out.putBoolean(index.unique()).putBoolean(index.constraint());
    out.putByte(index.state().code());
    if (format == PARTIAL_FORMAT) {
      IndexPredicate where = index.where();
      putOptional(where == null ? null : where.conditionSql(), out);
      if (where != null) {
        putPlaces(where.columns(), out);
      }
    }
  }

  private static IndexDef getIndex(ByteReader in, int places, int format) {
    return new IndexDef(
        in.getString(),
        in.getVarInt(),
        getPlaces(in, places),
        in.getBoolean(),
        in.getBoolean(),
        getState(in),
        format == PARTIAL_FORMAT ? getPredicate(in, places) : null);
  }

  private static IndexPredicate getPredicate(ByteReader in, int places) {
    String conditionSql = getOptional(in);
    return conditionSql == null ? null : new IndexPredicate(conditionSql, getPlaces(in, places));
  }

  private static void putForeignKey(ForeignKeyDef key, ByteWriter out) {
    putPlaces(key.columns(), out.putString(key.name()));
    putPlaces(key.parentColumns(), out.putString(key.parent()));
    out.putByte(key.onDelete().code()).putByte(key.onUpdate().code()).putBoolean(key.enforced());
  }

  private static ForeignKeyDef getForeignKey(ByteReader in, int places, int format) {
    String name = in.getString();
    List<Integer> columns = getPlaces(in, places);
    String parent = in.getString();
    List<Integer> parentColumns = getPlaces(in, TableSchema.MAX_COLUMNS);
    require(columns.size() == parentColumns.size(), "a foreign key of unequal sides");
    OnParent onDelete = getOnParent(in);
    OnParent onUpdate = format == FORMAT ? OnParent.RESTRICT : getOnParent(in);
    boolean enforced = in.getBoolean();
    return new ForeignKeyDef(name, columns, parent, parentColumns, onDelete, onUpdate, enforced);
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

  private static OnParent getOnParent(ByteReader in) {
    int code = in.getUnsignedByte();
    for (OnParent action : OnParent.values()) {
      if (action.code() == code) {
        return action;
      }
    }
    throw new CodecException("an action of a foreign key with code " + code);
  }

  private static void putPlaces(List<Integer> places, ByteWriter out) {
    putList(places, out, ByteWriter::putVarInt);
  }

  private static List<Integer> getPlaces(ByteReader in, int limit) {
    return getList(
        in,
        from -> {
          int place = from.getVarInt();
          require(place < limit, "column " + place + " of " + limit);
          return place;
        });
  }

  private static ByteWriter putOptional(String text, ByteWriter out) {
    out.putBoolean(text != null);
    return text == null ? out : out.putString(text);
  }

  private static String getOptional(ByteReader in) {
    return in.getBoolean() ? in.getString() : null;
  }

  /** What could not be read back is not written. */
  private static <T> void putList(List<T> list, ByteWriter out, BiConsumer<ByteWriter, T> put) {
    if (list.size() > MAX_OF_DEFINITION) {
      throw new ThetisException(
          ErrorCode.SQL_INVALID,
          "A definition has at most %d columns, constraints or parameters; here are %d."
              .formatted(MAX_OF_DEFINITION, list.size()));
    }
    out.putVarInt(list.size());
    list.forEach(element -> put.accept(out, element));
  }

  private static <T> List<T> getList(ByteReader in, Function<ByteReader, T> get) {
    int count = in.getCount(1);
    require(count <= MAX_OF_DEFINITION, "a list of " + count);
    List<T> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(get.apply(in));
    }
    return List.copyOf(list);
  }

  private static ByteWriter begin() {
    return new ByteWriter(64).putByte(FORMAT);
  }

  private static <T> T decode(byte[] bytes, Function<ByteReader, T> get) {
    ByteReader in = new ByteReader(bytes);
    int format = in.getUnsignedByte();
    require(format == FORMAT, "a definition of format " + format);
    T definition = get.apply(in);
    in.expectEnd();
    return definition;
  }

  private static void require(boolean condition, String problem) {
    if (!condition) {
      throw new CodecException(problem);
    }
  }
}
