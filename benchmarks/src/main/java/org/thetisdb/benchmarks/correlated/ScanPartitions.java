package org.thetisdb.benchmarks.correlated;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Reads all records of some partitions. Returns how many records there are. */
public final class ScanPartitions implements Procedure {
  @Override
  public List<Table> tables() {
    return List.of(Records.TABLE);
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** Each partition as one range. */
  public void plan(Plan plan, List<Long> partitions) {
    for (long partition : partitions) {
      plan.readRange(Records.partition(partition));
    }
  }

  /** Looks into each record. */
  public long run(Context ctx, List<Long> partitions) {
    long found = 0;
    for (long partition : partitions) {
      for (Row row : ctx.scan(Records.partition(partition), Records.PER_PARTITION)) {
        found += row.getString(Records.FIELD).isEmpty() ? 0 : 1;
      }
    }
    return found;
  }
}
