package org.thetisdb.core.wire;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;
import org.thetisdb.core.wire.SqlReply.TypeInfo;

/** The form of result columns. Remembers some of those that it has read; thread-safe. */
public final class SqlColumnCodec {
  /** The fewest bytes of a type. */
  static final int TYPE_BYTES = 3;

  /** The fewest bytes of a column. */
  private static final int COLUMN_BYTES = 8;

  private static final ColumnMemo MEMO = new ColumnMemo();

  private SqlColumnCodec() {}

  /** Appends columns. */
  public static void encode(List<ColumnInfo> columns, ByteWriter out) {
    if (columns instanceof EncodedColumns known) {
      out.putBytes(known.encoded());
      return;
    }
    out.putVarInt(columns.size());
    for (ColumnInfo column : columns) {
      out.putString(column.label());
      encodeType(column.type(), out);
      out.putBoolean(column.nullable()).putBoolean(column.identity());
      out.putString(column.table()).putString(column.column());
    }
  }

  /** Reads columns and leaves the reader behind them. */
  public static List<ColumnInfo> decode(ByteReader in) {
    EncodedColumns known = MEMO.find(in);
    if (known != null) {
      return known;
    }
    int start = in.position();
    List<ColumnInfo> columns = decodeAll(in);
    if (!columns.isEmpty()) {
      int end = in.position();
      known = new EncodedColumns(columns, in.bytesSince(start));
      in.returnTo(start);
      MEMO.keep(known, in);
      in.skip(end - start);
    }
    return columns;
  }

  private static List<ColumnInfo> decodeAll(ByteReader in) {
    int count = in.getCount(COLUMN_BYTES);
    List<ColumnInfo> columns = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      columns.add(
          new ColumnInfo(
              in.getString(),
              decodeType(in),
              in.getBoolean(),
              in.getBoolean(),
              in.getString(),
              in.getString()));
    }
    return columns;
  }

  static void encodeType(TypeInfo type, ByteWriter out) {
    out.putVarInt(type.code()).putVarInt(type.precision()).putVarInt(type.scale());
  }

  static TypeInfo decodeType(ByteReader in) {
    return new TypeInfo(in.getVarInt(), in.getVarInt(), in.getVarInt());
  }
}
