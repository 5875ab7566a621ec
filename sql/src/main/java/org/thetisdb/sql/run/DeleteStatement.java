package org.thetisdb.sql.run;

import java.util.List;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.SqlResult;

/** DELETE. Immutable. */
public final class DeleteStatement extends Change {
  private final Targets targets;
  private final boolean planned;

  /**
   * A deletion.
   *
   * @param planned whether it writes nothing but its targets
   */
  public DeleteStatement(Signature signature, Targets targets, boolean planned) {
    super(signature);
    this.targets = targets;
    this.planned = planned;
  }

  @Override
  public boolean hasPlan() {
    return planned && targets.hasPlan();
  }

  @Override
  TableScan[] scans() {
    return targets.scans();
  }

  @Override
  void planRun(Plan target, RunContext run) {
    targets.plan(target, run);
  }

  @Override
  SqlResult run(RunContext run) {
    List<Targets.Target> found = targets.find(run);
    long deleted = 0;
    for (Targets.Target target : found) {
      Table table = target.row().table();
      if (run.context().delete(table, table.keys().decode(target.row().encodedKey()))) {
        deleted++;
      }
    }
    return new SqlResult(deleted, NO_ROWS);
  }
}
