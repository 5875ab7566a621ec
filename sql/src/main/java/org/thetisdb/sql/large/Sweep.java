package org.thetisdb.sql.large;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.LargeTables;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * Does what is due about one entry: gives an upload up that nobody stored, or clears some pieces of
 * a value away that was given up, when no result can need them any more (hazard 24).
 */
final class Sweep extends LargeStatement {
  /** Pieces that are deleted in one transaction. */
  private static final int PIECES = 16;

  /**
   * Between the time from which on nobody may claim an upload and the time at which it is given up.
   * Only clocks of sites that differ by more than this and {@link LargeRows.KEPT_MS} could let a
   * claim come after the last piece has gone.
   */
  private static final long MARGIN_MS = 60_000;

  Sweep() {
    super(
        LargeText.SWEEP,
        List.of(SqlType.of(SqlTypeName.BIGINT), SqlType.of(SqlTypeName.INTEGER)),
        List.of(column("done", SqlType.of(SqlTypeName.BOOLEAN))));
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public void plan(Plan target, Object[] arguments, GeneratedValues generated) {
    target.write(LargeTables.PENDING, arguments[0], LargeRows.KIND_UPLOAD);
    target.write(LargeTables.PENDING, arguments[0], LargeRows.KIND_GONE);
    target.write(LargeTables.PIECES, arguments[0], LargeRows.HEAD);
    if (isGone(arguments)) {
      target.writeRange(LargeTables.PIECES.prefix(arguments[0]));
    }
  }

  private static boolean isGone(Object[] arguments) {
    return (Integer) arguments[1] == LargeRows.KIND_GONE;
  }

  @Override
  public SqlResult run(Context context, Object[] arguments, GeneratedValues generated) {
    long id = (Long) arguments[0];
    Row entry = context.get(LargeTables.PENDING, arguments);
    if (entry == null || !isDue(context, entry)) {
      return row(true);
    }
    if (isGone(arguments)) {
      return row(clear(context, id));
    }
    if (context.get(LargeTables.PIECES, id, LargeRows.HEAD) == null) {
      LargeRows.abandon(context, id, LargeRows.NO_TABLE);
    }
    context.delete(LargeTables.PENDING, arguments);
    return row(true);
  }

  /** Whether something is to be done about an entry. */
  static boolean isDue(Context context, Row entry) {
    long ageMs = context.now().toEpochMilli() - entry.getTimestamp(LargeRows.SINCE).toEpochMilli();
    return entry.getInt(1) == LargeRows.KIND_GONE
        ? ageMs > LargeRows.KEPT_MS
        : ageMs > LargeRows.UPLOAD_LIMIT_MS + MARGIN_MS;
  }

  /** Clears some pieces away; whether these were the last. */
  private static boolean clear(Context context, long id) {
    List<Row> pieces = context.scan(LargeTables.PIECES.prefix(id), PIECES + 1);
    for (Row piece : pieces) {
      if (piece.getInt(1) != LargeRows.HEAD) {
        context.delete(LargeTables.PIECES, id, piece.getInt(1));
      }
    }
    if (pieces.size() > PIECES) {
      return false;
    }
    context.delete(LargeTables.PIECES, id, LargeRows.HEAD);
    context.delete(LargeTables.PENDING, id, LargeRows.KIND_UPLOAD);
    context.delete(LargeTables.PENDING, id, LargeRows.KIND_GONE);
    return true;
  }
}
