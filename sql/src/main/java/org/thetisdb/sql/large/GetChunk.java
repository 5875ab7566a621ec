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

/** Gives one piece to who may read it. */
final class GetChunk extends LargeStatement {
  GetChunk() {
    super(
        LargeText.GET,
        List.of(SqlType.of(SqlTypeName.BIGINT), SqlType.of(SqlTypeName.INTEGER)),
        List.of(column("content", SqlType.of(SqlTypeName.VARBINARY))));
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public void plan(Plan target, Object[] arguments, GeneratedValues generated) {
    target.read(LargeTables.PIECES, arguments);
    if (LargeReaders.areAsked(generated)) {
      target.read(LargeTables.PIECES, arguments[0], LargeRows.HEAD);
    }
  }

  @Override
  public SqlResult run(Context context, Object[] arguments, GeneratedValues generated) {
    Row piece = context.get(LargeTables.PIECES, arguments);
    if (piece == null) {
      return new SqlResult(-1, List.of());
    }
    if (LargeReaders.areAsked(generated)) {
      Row head = context.get(LargeTables.PIECES, arguments[0], LargeRows.HEAD);
      LargeReaders.require(generated, piece, head);
    }
    return row((Object) piece.getBytes(LargeRows.CONTENT));
  }
}
