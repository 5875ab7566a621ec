package org.thetisdb.benchmarks.accesses;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** Makes the records of a group; those that exist begin anew. */
public final class LoadCells implements Procedure {
  @Override
  public List<Table> tables() {
    return List.of(RecordTable.TABLE);
  }

  /** All records of the group. */
  public void plan(Plan plan, long group, int fieldChars) {
    plan.writeRange(RecordTable.group(group));
  }

  /** Stores them, with fields of so many characters. */
  public long run(Context ctx, long group, int fieldChars) {
    long first = group * RecordTable.PER_CALL;
    for (long id = first; id < first + RecordTable.PER_CALL; id++) {
      ctx.put(RecordTable.row(id, 0, fieldChars));
    }
    return RecordTable.PER_CALL;
  }
}
