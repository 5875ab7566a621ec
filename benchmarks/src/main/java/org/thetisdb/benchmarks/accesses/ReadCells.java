package org.thetisdb.benchmarks.accesses;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Reads some records. */
public final class ReadCells implements Procedure {
  @Override
  public List<Table> tables() {
    return List.of(RecordTable.TABLE);
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** All of them. */
  public void plan(Plan plan, List<Long> read) {
    for (long id : read) {
      plan.read(RecordTable.TABLE, RecordTable.partition(id), id);
    }
  }

  /** Returns how many records it met. */
  public long run(Context ctx, List<Long> read) {
    long met = 0;
    for (long id : read) {
      met += look(ctx, id);
    }
    return met;
  }

  static int look(Context ctx, long id) {
    Row row = ctx.get(RecordTable.TABLE, RecordTable.partition(id), id);
    return row == null || row.getString(RecordTable.FIRST_FIELD).isEmpty() ? 0 : 1;
  }
}
