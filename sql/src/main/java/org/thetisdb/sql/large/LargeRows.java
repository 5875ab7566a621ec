package org.thetisdb.sql.large;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.LargeTables;
import org.thetisdb.sql.type.LargeTypes;

/**
 * What becomes of a large value, as rows of {@link LargeTables}.
 *
 * <pre>
 *                     piece (id, -1)   piece (id, 0..)   pending (id, kind)
 *  being uploaded     -                the pieces        UPLOAD, since when
 *  held by a row      HELD             the pieces        UPLOAD until the sweep comes by
 *  given up           GONE             the pieces        GONE, since when
 *  swept              -                -                 -
 * </pre>
 *
 * A value becomes held in the transaction that stores its row, and given up in the one that deletes
 * or overwrites that. Both write rows that nobody has written since a snapshot of theirs: a
 * transaction may have begun before the upload. A transaction that claims a value and one that
 * gives it up unclaimed write the same row, (id, -1), so one of them fails, and no row holds a
 * value that is swept (hazard 24). Chunks go some time after their value was given up, a few in
 * each transaction, so a reader of an older snapshot still has them.
 *
 * <p>The row (id, -1) also says whose table holds the value, or held it, and a piece who uploaded
 * it: by these a user is allowed to read it.
 *
 * <p>Stateless.
 */
public final class LargeRows {
  /** An upload that was begun so long ago cannot be gone on with, and its value not be stored. */
  public static final long UPLOAD_LIMIT_MS = 900_000;

  /** So long after a value was given up its pieces can still be read. */
  public static final long KEPT_MS = 300_000;

  /** The longest value that an expression of a statement may look at. */
  public static final int MAX_CALCULATED_BYTES = 8 << 20;

  static final int HEAD = -1;
  static final int CONTENT = 2;
  static final int STATE = 3;
  static final int SINCE = 2;
  static final int BYTES = 3;

  /** In place of the table of a value that no row ever held. */
  static final int NO_TABLE = -1;

  static final int HELD = 1;
  static final int GONE = 2;

  static final int KIND_UPLOAD = 0;
  static final int KIND_GONE = 1;

  private LargeRows() {}

  /** The key of the row that both a claim of a value and its giving up write. */
  public static Object[] headKey(LargeValue value) {
    return new Object[] {value.id(), HEAD};
  }

  /**
   * A row is about to hold a value that was uploaded.
   *
   * @param tableId the table of the row
   * @throws ThetisException LARGE_VALUE_GONE if it is too old, or another row has it
   */
  public static void claim(Context context, LargeValue value, int tableId) {
    if (context.now().toEpochMilli() - value.begunMs() > UPLOAD_LIMIT_MS) {
      throw gone(value, "its upload began more than 15 minutes ago, so upload it again");
    }
    Object[] key = headKey(value);
    if (context.get(LargeTables.PIECES, key) != null) {
      throw gone(value, "it was stored before; read it, and store it as a new one");
    }
    context.put(head(value.id(), HELD, tableId));
  }

  private static Row head(long id, int state, int tableId) {
    byte[] table = new ByteWriter(Integer.BYTES).putInt(tableId).toByteArray();
    return LargeTables.PIECES.row(id, HEAD).setInt(STATE, state).setBytes(CONTENT, table);
  }

  /** The table of the row that holds a value, or held it; {@link #NO_TABLE} if none did. */
  static int tableOf(Row head) {
    byte[] table = head.getBytes(CONTENT);
    return table == null || table.length != Integer.BYTES
        ? NO_TABLE
        : new ByteReader(table).getInt();
  }

  /** The row of a table that held a value does not any more. */
  public static void release(Context context, LargeValue value, int tableId) {
    abandon(context, value.id(), tableId);
  }

  static void abandon(Context context, long id, int tableId) {
    context.put(head(id, GONE, tableId));
    context.put(pending(id, KIND_GONE, context.now(), 0));
  }

  static Row pending(long id, int kind, Instant since, long bytes) {
    return LargeTables.PENDING.row(id, kind).setTimestamp(SINCE, since).setLong(BYTES, bytes);
  }

  /** Gives up all that a row of a table holds. */
  public static void releaseAll(Context context, Row row, int tableId) {
    for (int i = row.table().schema().keyColumns();
        i < row.table().schema().columns().size();
        i++) {
      LargeValue value = row.getLargeValue(i);
      if (value != null) {
        release(context, value, tableId);
      }
    }
  }

  /**
   * All of a value, for an expression.
   *
   * @return a {@link String} or {@code byte[]}
   * @throws ThetisException LARGE_VALUE_MISPLACED if it is too long for that, LARGE_VALUE_GONE
   */
  public static Object read(Context context, LargeValue value) {
    if (value.bytes() > MAX_CALCULATED_BYTES) {
      throw LargeTypes.misplaced("The operand of an expression", value);
    }
    byte[] all = new byte[value.bytes()];
    int end = 0;
    List<Row> rows = context.scan(LargeTables.PIECES.prefix(value.id()), value.pieces() + 1);
    for (Row row : rows) {
      byte[] content = row.getInt(1) == HEAD ? null : row.getBytes(CONTENT);
      if (content != null && content.length <= all.length - end) {
        System.arraycopy(content, 0, all, end, content.length);
        end += content.length;
      }
    }
    if (end < all.length) {
      throw gone(value, "it was uploaded after this transaction began to read");
    }
    return value.text() ? new String(all, StandardCharsets.UTF_8) : all;
  }

  static ThetisException gone(LargeValue value, String why) {
    return new ThetisException(ErrorCode.LARGE_VALUE_GONE, value.bytes(), why);
  }
}
