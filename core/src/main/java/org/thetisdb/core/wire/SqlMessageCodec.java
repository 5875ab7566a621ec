package org.thetisdb.core.wire;

import static org.thetisdb.core.wire.MessageKinds.CANCEL;
import static org.thetisdb.core.wire.MessageKinds.CLOSE_CURSOR;
import static org.thetisdb.core.wire.MessageKinds.DESCRIBE;
import static org.thetisdb.core.wire.MessageKinds.DESCRIPTION;
import static org.thetisdb.core.wire.MessageKinds.END_READING;
import static org.thetisdb.core.wire.MessageKinds.END_SESSION;
import static org.thetisdb.core.wire.MessageKinds.FETCH;
import static org.thetisdb.core.wire.MessageKinds.RESULT;
import static org.thetisdb.core.wire.MessageKinds.STATEMENT;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;
import org.thetisdb.core.wire.SqlReply.Description;
import org.thetisdb.core.wire.SqlReply.Result;
import org.thetisdb.core.wire.SqlReply.TypeInfo;
import org.thetisdb.core.wire.SqlRequest.Cancel;
import org.thetisdb.core.wire.SqlRequest.CloseCursor;
import org.thetisdb.core.wire.SqlRequest.Describe;
import org.thetisdb.core.wire.SqlRequest.EndReading;
import org.thetisdb.core.wire.SqlRequest.EndSession;
import org.thetisdb.core.wire.SqlRequest.Fetch;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** The part of {@link MessageCodec} for messages of SQL. Stateless. */
final class SqlMessageCodec {

  private SqlMessageCodec() {}

  static void encode(SqlRequest message, ByteWriter out) {
    if (message instanceof Statement m) {
      out.putByte(STATEMENT).putVarLong(m.requestId());
      out.putVarLong(m.session()).putVarLong(m.sequence());
      out.putBoolean(m.repetition()).putVarInt(m.timeoutMs());
      m.vector().encode(out);
      out.putVarInt(m.flags()).putString(m.sql()).putBlob(m.arguments());
      out.putVarLong(m.maxRows()).putVarInt(m.fetchRows());
    } else if (message instanceof Describe m) {
      out.putByte(DESCRIBE).putVarLong(m.requestId()).putString(m.sql());
    } else if (message instanceof Fetch m) {
      out.putByte(FETCH).putVarLong(m.requestId()).putVarLong(m.session());
      out.putVarLong(m.cursor()).putVarInt(m.fetchRows());
    } else if (message instanceof CloseCursor m) {
      out.putByte(CLOSE_CURSOR).putVarLong(m.session()).putVarLong(m.cursor());
    } else if (message instanceof Cancel m) {
      out.putByte(CANCEL).putVarLong(m.requestId());
    } else if (message instanceof EndReading m) {
      out.putByte(END_READING).putVarLong(m.session());
    } else if (message instanceof EndSession m) {
      out.putByte(END_SESSION).putVarLong(m.session());
    } else {
      throw MessageCodec.unencodable(message);
    }
  }

  static void encode(SqlReply message, ByteWriter out) {
    if (message instanceof Result m) {
      out.putByte(RESULT).putVarLong(m.requestId());
      out.putVarInt(m.errorNumber()).putString(m.message());
      m.vector().encode(out);
      out.putByte(m.transaction().code());
      out.putVarInt(m.updateCounts().size());
      m.updateCounts().forEach(out::putVarLong);
      SqlColumnCodec.encode(m.columns(), out);
      out.putBlob(m.rows()).putVarLong(m.cursor());
    } else if (message instanceof Description m) {
      out.putByte(DESCRIPTION).putVarLong(m.requestId());
      out.putVarInt(m.errorNumber()).putString(m.message()).putBoolean(m.query());
      out.putVarInt(m.parameters().size());
      m.parameters().forEach(type -> SqlColumnCodec.encodeType(type, out));
      SqlColumnCodec.encode(m.columns(), out);
    } else {
      throw MessageCodec.unencodable(message);
    }
  }

  static Message decode(int kind, ByteReader in) {
    return switch (kind) {
      case STATEMENT -> decodeStatement(in);
      case DESCRIBE -> new Describe(in.getVarLong(), in.getString());
      case FETCH -> new Fetch(in.getVarLong(), in.getVarLong(), in.getVarLong(), in.getVarInt());
      case CLOSE_CURSOR -> new CloseCursor(in.getVarLong(), in.getVarLong());
      case CANCEL -> new Cancel(in.getVarLong());
      case END_SESSION -> new EndSession(in.getVarLong());
      case END_READING -> new EndReading(in.getVarLong());
      case RESULT -> decodeResult(in);
      case DESCRIPTION -> decodeDescription(in);
      default -> throw MessageCodec.unknown(kind);
    };
  }

  private static Statement decodeStatement(ByteReader in) {
    return new Statement(
        in.getVarLong(),
        in.getVarLong(),
        in.getVarLong(),
        in.getBoolean(),
        in.getVarInt(),
        VersionVector.decode(in),
        in.getVarInt(),
        in.getString(),
        in.getBlob(),
        in.getVarLong(),
        in.getVarInt());
  }

  private static Result decodeResult(ByteReader in) {
    long requestId = in.getVarLong();
    int errorNumber = in.getVarInt();
    String message = in.getString();
    VersionVector vector = VersionVector.decode(in);
    TransactionStatus transaction = TransactionStatus.ofCode(in.getByte());
    int counts = in.getCount(1);
    List<Long> updateCounts = new ArrayList<>(counts);
    for (int i = 0; i < counts; i++) {
      updateCounts.add(in.getVarLong());
    }
    List<ColumnInfo> columns = SqlColumnCodec.decode(in);
    return new Result(
        requestId,
        errorNumber,
        message,
        vector,
        transaction,
        updateCounts,
        columns,
        ByteSlice.of(in.getBlob()),
        in.getVarLong());
  }

  private static Description decodeDescription(ByteReader in) {
    long requestId = in.getVarLong();
    int errorNumber = in.getVarInt();
    String message = in.getString();
    boolean query = in.getBoolean();
    int count = in.getCount(SqlColumnCodec.TYPE_BYTES);
    List<TypeInfo> parameters = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      parameters.add(SqlColumnCodec.decodeType(in));
    }
    return new Description(
        requestId, errorNumber, message, query, parameters, SqlColumnCodec.decode(in));
  }
}
