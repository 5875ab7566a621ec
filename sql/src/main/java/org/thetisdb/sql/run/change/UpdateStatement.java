package org.thetisdb.sql.run.change;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.context.RowMover;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.statement.SqlResult;

/** UPDATE. Immutable. */
public final class UpdateStatement extends Change {
  private final Targets targets;
  private final Assignments assignments;
  private final boolean planned;

  /**
   * An update.
   *
   * @param returning makes rows of the result of changed rows; null for none
   * @param planned whether it writes nothing but its targets
   */
  public UpdateStatement(
      Signature signature,
      ReturnedRows returning,
      Targets targets,
      Assignments assignments,
      boolean planned) {
    super(signature, returning);
    this.targets = targets;
    this.assignments = assignments;
    this.planned = planned;
  }

  @Override
  public boolean hasPlan() {
    return planned && targets.hasPlan() && !assignments.changeKey() && returnsPlanned();
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
    if (assignments.changeKey()) {
      run.changeTogether(() -> move(found, run, returned));
    } else if (found.size() == 1) {
      change(found, run, returned);
    } else {
      run.changeTogether(() -> change(found, run, returned));
    }
    return new SqlResult(found.size(), finished(run, returned));
  }

  private void change(List<Targets.Target> found, RunContext run, List<Object[]> returned) {
    for (Targets.Target target : found) {
      Row row = assignments.apply(target.row(), run, target.calculated());
      run.context().put(row);
      if (returnsRows()) {
        returned.add(returned(run, row, target.calculated()));
      }
    }
  }

  /** All old rows go before the new ones come, so that keys may be shifted. */
  private void move(List<Targets.Target> found, RunContext run, List<Object[]> returned) {
    List<RowMover.Move> moves = new ArrayList<>(found.size());
    for (Targets.Target target : found) {
      Row moved = assignments.apply(target.row(), run, target.calculated());
      moves.add(new RowMover.Move(target.row(), moved));
    }
    run.move(moves, assignments.writer());
    if (returnsRows()) {
      for (int i = 0; i < moves.size(); i++) {
        returned.add(returned(run, moves.get(i).to(), found.get(i).calculated()));
      }
    }
  }
}
