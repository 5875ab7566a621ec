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
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.type.SqlType;

/** What stored forms of definitions are made of. Stateless, safe for all threads. */
final class DefinitionParts {
  /** Most columns, indexes, foreign keys, checks or parameters of one definition. */
  static final int MAX_OF_DEFINITION = 1000;

  private DefinitionParts() {}

  static ByteWriter putType(SqlType type, ByteWriter out) {
    return out.putByte(type.code()).putVarInt(type.precision()).putVarInt(type.scale());
  }

  static SqlType getType(ByteReader in) {
    int code = in.getUnsignedByte();
    SqlType type = SqlType.ofCode(code, in.getVarInt(), in.getVarInt());
    require(type != null, "an SQL type with code " + code);
    return type;
  }

  static void putPlaces(List<Integer> places, ByteWriter out) {
    putList(places, out, ByteWriter::putVarInt);
  }

  static List<Integer> getPlaces(ByteReader in, int limit) {
    return getList(
        in,
        from -> {
          int place = from.getVarInt();
          require(place < limit, "column " + place + " of " + limit);
          return place;
        });
  }

  static ByteWriter putOptional(String text, ByteWriter out) {
    out.putBoolean(text != null);
    return text == null ? out : out.putString(text);
  }

  static String getOptional(ByteReader in) {
    return in.getBoolean() ? in.getString() : null;
  }

  /** What could not be read back is not written. */
  static <T> void putList(List<T> list, ByteWriter out, BiConsumer<ByteWriter, T> put) {
    if (list.size() > MAX_OF_DEFINITION) {
      throw new ThetisException(
          ErrorCode.SQL_INVALID,
          "A definition has at most %d columns, constraints or parameters; here are %d."
              .formatted(MAX_OF_DEFINITION, list.size()));
    }
    out.putVarInt(list.size());
    list.forEach(element -> put.accept(out, element));
  }

  static <T> List<T> getList(ByteReader in, Function<ByteReader, T> get) {
    int count = in.getCount(1);
    require(count <= MAX_OF_DEFINITION, "a list of " + count);
    List<T> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(get.apply(in));
    }
    return List.copyOf(list);
  }

  /** A name out of a format that knows no schemas: a dot is part of it. */
  static String unqualified(String name) {
    return name == null ? null : ObjectName.of(ObjectName.PUBLIC, name);
  }

  /** Whether a name needs a format that knows schemas. */
  static boolean isQualified(String name) {
    return name != null && name.indexOf('.') >= 0;
  }

  static void require(boolean condition, String problem) {
    if (!condition) {
      throw new CodecException(problem);
    }
  }
}
