package org.thetisdb.benchmarks.correlated;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** Makes the records of a partition; those that exist begin anew. */
public final class LoadRecords implements Procedure {
  @Override
  public List<Table> tables() {
    return List.of(Records.TABLE);
  }

  /** All records of the partition. */
  public void plan(Plan plan, long partition) {
    plan.writeRange(Records.partition(partition));
  }

  /** Stores them. */
  public long run(Context ctx, long partition) {
    long first = partition * Records.PER_PARTITION;
    for (long id = first; id < first + Records.PER_PARTITION; id++) {
      ctx.put(Records.fresh(id));
    }
    return Records.PER_PARTITION;
  }
}
