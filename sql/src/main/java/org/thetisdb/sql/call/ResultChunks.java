package org.thetisdb.sql.call;

import java.util.List;
import java.util.Map;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;
import org.thetisdb.sql.statement.RowStream;

/**
 * A long result, read and encoded piece by piece, one of which is held at a time. Not thread-safe;
 * may pass from one thread to another between two calls.
 */
public final class ResultChunks implements AutoCloseable {
  /** A piece ends with the row that makes it as long as this. */
  public static final int PIECE_BYTES = 256 << 10;

  private final RowStream rows;
  private final List<ColumnInfo> columns;
  private long left;
  private boolean begun;
  private Object[] next;

  /**
   * Nothing is read yet.
   *
   * @param rowLimit most rows of all pieces; at least 1
   */
  ResultChunks(RowStream rows, List<ColumnInfo> columns, long rowLimit) {
    this.rows = rows;
    this.columns = columns;
    this.left = rowLimit;
  }

  /**
   * The next piece, as a site sends it. Takes as long as its rows take to be found.
   *
   * @param fetchRows most rows of it; 0 for as many as fit
   * @param cursor what the rest is to be known by, if there is a rest
   * @throws org.thetisdb.core.error.ThetisException for what SQL refuses
   */
  public byte[] next(int fetchRows, long cursor) {
    List<ColumnInfo> told = begun ? List.of() : columns;
    if (!begun) {
      begun = true;
      next = rows.next();
    }
    EncodedRows encoded = new EncodedRows(Long.MAX_VALUE);
    while (next != null
        && encoded.listBytes() < PIECE_BYTES
        && (fetchRows == 0 || encoded.count() < fetchRows)) {
      encoded.add(next);
      next = --left == 0 ? null : rows.next();
    }
    long rest = next == null ? 0 : cursor;
    return StatementResult.encode(List.of(), told, rest, Map.of(), encoded);
  }

  /** Whether the last piece was read. */
  public boolean isEnded() {
    return begun && next == null;
  }

  @Override
  public void close() {
    rows.close();
  }
}
