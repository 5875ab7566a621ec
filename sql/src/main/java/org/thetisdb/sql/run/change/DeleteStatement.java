package org.thetisdb.sql.run.change;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.statement.SqlResult;

/** DELETE. Immutable. */
public final class DeleteStatement extends Change {
  private final Targets targets;
  private final boolean planned;

  /**
   * A deletion.
   *
   * @param returning makes rows of the result of deleted rows; null for none
   * @param planned whether it writes nothing but its targets
   */
  public DeleteStatement(
      Signature signature, ReturnedRows returning, Targets targets, boolean planned) {
    super(signature, returning);
    this.targets = targets;
    this.planned = planned;
  }

  @Override
  public boolean hasPlan() {
    return planned && targets.hasPlan() && returnsPlanned();
  }

  @Override
  public RowLockMode lockMode() {
    return RowLockMode.UPDATE;
  }

  @Override
  protected TableScan[] scans() {
    return targets.scans();
  }

  @Override
  protected void planRun(Plan target, RunContext run) {
    targets.plan(target, run);
  }

  @Override
  protected SqlResult run(RunContext run) {
    List<Targets.Target> found = targets.find(run);
    List<Object[]> returned = returnsRows() ? new ArrayList<>(found.size()) : NO_ROWS;
    if (planned) {
      long count = delete(found, run, returned); // nobody refers to its rows
      return new SqlResult(count, finished(run, returned));
    }
    long[] deleted = {0};
    run.changeTogether(() -> deleted[0] = delete(found, run, returned));
    return new SqlResult(deleted[0], finished(run, returned));
  }

  private long delete(List<Targets.Target> found, RunContext run, List<Object[]> returned) {
    long deleted = 0;
    for (Targets.Target target : found) {
      Object[] values = returned(run, target.row(), target.calculated());
      Table table = target.row().table();
      if (run.context().delete(table, table.keys().decode(target.row().encodedKey()))) {
        deleted++;
        if (values != null) {
          returned.add(values);
        }
      }
    }
    return deleted;
  }
}
