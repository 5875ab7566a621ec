package org.thetisdb.sql.large;

import java.time.Instant;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.LargeTables;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * Takes one piece. Each piece writes the entry of its upload, so that it and a sweep which gives
 * the upload up exclude each other.
 */
final class PutChunk extends LargeStatement {
  PutChunk() {
    super(
        LargeText.PUT,
        List.of(
            SqlType.of(SqlTypeName.BIGINT),
            SqlType.of(SqlTypeName.INTEGER),
            SqlType.of(SqlTypeName.VARBINARY)),
        List.of(column("begun_ms", SqlType.of(SqlTypeName.BIGINT))));
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public void plan(Plan target, Object[] arguments, GeneratedValues generated) {
    target.write(LargeTables.PENDING, arguments[0], LargeRows.KIND_UPLOAD);
    target.write(LargeTables.PIECES, arguments[0], arguments[1]);
    target.read(LargeTables.PIECES, arguments[0], LargeRows.HEAD);
  }

  @Override
  public SqlResult run(Context context, Object[] arguments, GeneratedValues generated) {
    long id = (Long) arguments[0];
    int piece = (Integer) arguments[1];
    byte[] content = (byte[]) arguments[2];
    if (content == null || content.length == 0 || content.length > LargeValue.PIECE_BYTES) {
      throw new ThetisException(ErrorCode.BAD_VALUE, "A piece has 1 to 262,144 bytes.");
    }
    Row entry = context.get(LargeTables.PENDING, id, LargeRows.KIND_UPLOAD);
    boolean decided = context.get(LargeTables.PIECES, id, LargeRows.HEAD) != null;
    Instant since = piece == 0 ? context.now() : since(context, entry);
    long before = piece == 0 ? 0 : entry.getLong(LargeRows.BYTES);
    if (decided || (piece == 0 && entry != null)) {
      throw new ThetisException(
          ErrorCode.UNIQUE_VIOLATION, "id", LargeTables.PENDING.name(), "an upload of this id");
    }
    if (before != (long) piece * LargeValue.PIECE_BYTES) {
      throw new ThetisException(
          ErrorCode.BAD_VALUE, "Pieces come in order, all but the last full.");
    }
    long bytes = before + content.length;
    if (bytes > LargeValue.MAX_BYTES) {
      throw new ThetisException(ErrorCode.LARGE_VALUE_TOO_LONG, LargeValue.MAX_BYTES);
    }
    context.put(LargeRows.pending(id, LargeRows.KIND_UPLOAD, since, bytes));
    context.put(LargeReaders.ownPiece(id, piece, generated).setBytes(LargeRows.CONTENT, content));
    return row(since.toEpochMilli());
  }

  private static Instant since(Context context, Row entry) {
    Instant since = entry == null ? Instant.EPOCH : entry.getTimestamp(LargeRows.SINCE);
    if (context.now().toEpochMilli() - since.toEpochMilli() > LargeRows.UPLOAD_LIMIT_MS) {
      throw new ThetisException(
          ErrorCode.LARGE_VALUE_GONE, 0, "its upload was given up after 15 minutes");
    }
    return since;
  }
}
