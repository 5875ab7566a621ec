package org.thetisdb.benchmarks.touch;

import java.util.List;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Adds one to a row, which begins at zero. Returns what it has now. */
public final class Touch implements Procedure {
  private static final Table TOUCHED =
      Table.define("touched").key("id", ColumnType.LONG).column("times", ColumnType.LONG).build();
  private static final int TIMES = 1;

  @Override
  public List<Table> tables() {
    return List.of(TOUCHED);
  }

  /** The one row. */
  public void plan(Plan plan, long id) {
    plan.write(TOUCHED, id);
  }

  /** Makes the row if it is not there. */
  public long run(Context ctx, long id) {
    Row row = ctx.get(TOUCHED, id);
    long times = row == null ? 1 : row.getLong(TIMES) + 1;
    ctx.put(TOUCHED.row(id).setLong(TIMES, times));
    return times;
  }
}
