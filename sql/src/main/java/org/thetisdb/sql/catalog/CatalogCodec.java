package org.thetisdb.sql.catalog;

import static org.thetisdb.sql.catalog.DefinitionParts.getList;
import static org.thetisdb.sql.catalog.DefinitionParts.getOptional;
import static org.thetisdb.sql.catalog.DefinitionParts.getType;
import static org.thetisdb.sql.catalog.DefinitionParts.isQualified;
import static org.thetisdb.sql.catalog.DefinitionParts.putList;
import static org.thetisdb.sql.catalog.DefinitionParts.putOptional;
import static org.thetisdb.sql.catalog.DefinitionParts.putType;
import static org.thetisdb.sql.catalog.DefinitionParts.require;

import java.util.List;
import java.util.function.UnaryOperator;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ThetisException;

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

  /** With names that have a schema in front; in format 1 a dot is part of the name. */
  private static final int NAMED_FORMAT = 2;

  private CatalogCodec() {}

  /** The catalog's head. */
  public static byte[] encode(Head head) {
    return begin().putVarLong(head.version()).putVarInt(head.nextId()).toByteArray();
  }

  /** See {@link #encode(Head)}. */
  public static Head decodeHead(byte[] bytes) {
    return decode(bytes, (in, name) -> new Head(in.getVarLong(), in.getVarInt()));
  }

  /** A schema. */
  public static byte[] encode(SchemaDef schema) {
    ByteWriter out = begin().putString(schema.name()).putVarInt(schema.id());
    return putOptional(schema.comment(), out).toByteArray();
  }

  /** See {@link #encode(SchemaDef)}. */
  public static SchemaDef decodeSchema(byte[] bytes) {
    return decode(
        bytes, (in, name) -> new SchemaDef(in.getString(), in.getVarInt(), getOptional(in)));
  }

  /** A comment. */
  public static byte[] encode(CommentDef comment) {
    ByteWriter out = begin().putVarInt(comment.id()).putByte(comment.subject().code());
    out.putVarInt(comment.subjectId()).putString(comment.part());
    return out.putString(comment.comment()).toByteArray();
  }

  /** See {@link #encode(CommentDef)}. */
  public static CommentDef decodeComment(byte[] bytes) {
    return decode(
        bytes,
        (in, name) ->
            new CommentDef(
                in.getVarInt(),
                CommentDef.Subject.ofCode(in.getUnsignedByte()),
                in.getVarInt(),
                in.getString(),
                in.getString()));
  }

  /** A view. */
  public static byte[] encode(ViewDef view) {
    ByteWriter out = begin(view.name()).putString(view.name()).putVarInt(view.id());
    putList(view.columns(), out, ByteWriter::putString);
    out.putString(view.querySql());
    if (!view.seen().isEmpty()) {
      putList(
          view.seen(),
          out,
          (to, seen) ->
              putList(
                  seen.columns(),
                  to.putString(seen.table()),
                  (of, column) -> of.putString(column.now()).putString(column.then())));
    }
    return out.toByteArray();
  }

  /** See {@link #encode(ViewDef)}. */
  public static ViewDef decodeView(byte[] bytes) {
    return decode(
        bytes,
        (in, name) ->
            new ViewDef(
                name.apply(in.getString()),
                in.getVarInt(),
                getList(in, ByteReader::getString),
                in.getString(),
                in.remaining() == 0 ? List.of() : getList(in, CatalogCodec::getSeen)));
  }

  private static ViewDef.Seen getSeen(ByteReader in) {
    return new ViewDef.Seen(
        in.getString(),
        getList(in, from -> new ViewDef.SeenColumn(from.getString(), from.getString())));
  }

  /** A sequence. */
  public static byte[] encode(SequenceDef sequence) {
    ByteWriter out = begin(sequence.name(), sequence.owner());
    out.putString(sequence.name()).putVarInt(sequence.id());
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
        (in, name) -> {
          SequenceDef usual =
              new SequenceDef(
                  name.apply(in.getString()),
                  in.getVarInt(),
                  in.getLong(),
                  nonZero(in),
                  name.apply(getOptional(in)));
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
    ByteWriter out = begin(procedure.name()).putString(procedure.name()).putVarInt(procedure.id());
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
        (in, named) -> {
          String name = named.apply(in.getString());
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
    return TableCodec.encode(table);
  }

  /** See {@link #encode(TableDef)}; what it is stored in is null. */
  public static TableDef decodeTable(byte[] bytes) {
    return TableCodec.decode(bytes);
  }

  /** The oldest format that can say these names, so that older versions read what they can. */
  private static ByteWriter begin(String... names) {
    int format = FORMAT;
    for (String name : names) {
      format = isQualified(name) ? NAMED_FORMAT : format;
    }
    return new ByteWriter(64).putByte(format);
  }

  /** Reads a definition, with what makes names of this format into those of the catalog. */
  @FunctionalInterface
  private interface Reading<T> {
    T of(ByteReader in, UnaryOperator<String> name);
  }

  private static <T> T decode(byte[] bytes, Reading<T> reading) {
    ByteReader in = new ByteReader(bytes);
    int format = in.getUnsignedByte();
    require(format == FORMAT || format == NAMED_FORMAT, "a definition of format " + format);
    T definition =
        reading.of(in, format == FORMAT ? DefinitionParts::unqualified : UnaryOperator.identity());
    in.expectEnd();
    return definition;
  }
}
