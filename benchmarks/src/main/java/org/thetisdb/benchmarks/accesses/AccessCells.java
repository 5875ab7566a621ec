package org.thetisdb.benchmarks.accesses;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Reads some records, and reads and changes others. */
public final class AccessCells implements Procedure {
  @Override
  public List<Table> tables() {
    return List.of(Cells.TABLE);
  }

  /** All of them. */
  public void plan(Plan plan, List<Long> read, List<Long> changed) {
    for (long id : read) {
      plan.read(Cells.TABLE, Cells.partition(id), id);
    }
    for (long id : changed) {
      plan.write(Cells.TABLE, Cells.partition(id), id);
    }
  }

  /** Returns how many records it met. */
  public long run(Context ctx, List<Long> read, List<Long> changed) {
    long met = 0;
    for (long id : read) {
      met += ReadCells.look(ctx, id);
    }
    for (long id : changed) {
      Row row = ctx.get(Cells.TABLE, Cells.partition(id), id);
      if (row == null) {
        throw ctx.abort("There is no record " + id + ".");
      }
      ctx.put(Cells.row(id, row.getLong(Cells.CHANGES) + 1));
      met++;
    }
    return met;
  }
}
