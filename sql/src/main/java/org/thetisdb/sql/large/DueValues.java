package org.thetisdb.sql.large;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.LargeTables;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** Lists entries about which something is to be done. */
final class DueValues extends LargeStatement {
  /** Entries that are looked at by one run. */
  private static final int ENTRIES = 1_000;

  DueValues() {
    super(
        LargeText.DUE,
        List.of(SqlType.of(SqlTypeName.VARBINARY)),
        List.of(
            column("id", SqlType.of(SqlTypeName.BIGINT)),
            column("kind", SqlType.of(SqlTypeName.INTEGER)),
            column("next_key", SqlType.of(SqlTypeName.VARBINARY))));
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public boolean hasPlan() {
    return false;
  }

  @Override
  public SqlResult run(Context context, Object[] arguments, GeneratedValues generated) {
    byte[] after = (byte[]) arguments[0];
    List<Row> entries =
        context.scan(
            after == null ? LargeTables.PENDING.all() : LargeTables.PENDING.after(after), ENTRIES);
    List<Object[]> due = new ArrayList<>();
    for (Row entry : entries) {
      if (Sweep.isDue(context, entry)) {
        due.add(new Object[] {entry.getLong(0), entry.getInt(1), null});
      }
    }
    if (entries.size() == ENTRIES) {
      due.add(new Object[] {null, null, entries.get(ENTRIES - 1).encodedKey()});
    }
    return new SqlResult(-1, due);
  }
}
