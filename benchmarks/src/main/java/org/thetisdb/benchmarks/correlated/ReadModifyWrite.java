package org.thetisdb.benchmarks.correlated;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Reads three different records and changes them. */
public final class ReadModifyWrite implements Procedure {
  @Override
  public List<Table> tables() {
    return List.of(Records.TABLE);
  }

  /** The three. */
  public void plan(Plan plan, long first, long second, long third) {
    plan.write(Records.TABLE, first).write(Records.TABLE, second).write(Records.TABLE, third);
  }

  /** Counts the change in each, and writes its field anew. */
  public long run(Context ctx, long first, long second, long third) {
    change(ctx, first);
    change(ctx, second);
    change(ctx, third);
    return 3;
  }

  private static void change(Context ctx, long id) {
    Row row = ctx.get(Records.TABLE, id);
    if (row == null) {
      throw ctx.abort("There is no record " + id + ".");
    }
    long changes = row.getLong(Records.CHANGES) + 1;
    ctx.put(
        row.setLong(Records.CHANGES, changes).setString(Records.FIELD, Records.text(id, changes)));
  }
}
