package org.thetisdb.benchmarks.correlated;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Counts the records of a partition that are whole, and adds up their changes; returns both. */
public final class SumChanges implements Procedure {
  @Override
  public List<Table> tables() {
    return List.of(Records.TABLE);
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** The partition. */
  public void plan(Plan plan, long partition) {
    plan.readRange(Records.partition(partition));
  }

  /** A record is whole if its field says what its number and its changes say. */
  public List<Long> run(Context ctx, long partition) {
    long whole = 0;
    long changes = 0;
    for (Row row : ctx.scan(Records.partition(partition), Records.PER_PARTITION)) {
      long own = row.getLong(Records.CHANGES);
      whole += row.getString(Records.FIELD).equals(Records.text(row.getLong(0), own)) ? 1 : 0;
      changes += own;
    }
    return List.of(whole, changes);
  }
}
