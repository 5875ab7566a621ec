package org.thetisdb.sql.run.change;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.run.query.RowFunction;

/** Targets that one scan finds. Immutable. */
public final class ScannedTargets implements Targets {
  private static final TableScan[] NO_SCANS = {};
  private static final Object[] NOTHING = {};

  private final TableScan scan;
  private final RowReader input;
  private final RowFunction expressions;

  /**
   * Targets.
   *
   * @param input the columns that the expressions look at
   */
  public ScannedTargets(TableScan scan, RowReader input, RowFunction expressions) {
    this.scan = scan;
    this.input = input;
    this.expressions = expressions;
  }

  @Override
  public List<Target> find(RunContext run) {
    List<Target> targets = new ArrayList<>(1);
    TableScan.Cursor cursor = scan.open(run, null);
    for (Row row = cursor.next(); row != null; row = cursor.next()) {
      if (targets.size() == run.maxRows()) {
        throw run.tooManyRows();
      }
      run.memory().keep(row.heldBytes());
      targets.add(new Target(row, calculated(run, row)));
    }
    return targets;
  }

  private Object[] calculated(RunContext run, Row row) {
    if (expressions.size() == 0) {
      return NOTHING;
    }
    Object[] values = new Object[input.width()];
    input.fill(row, values, run.context());
    return expressions.apply(run.withRow(values));
  }

  @Override
  public boolean hasPlan() {
    return scan.hasPlan();
  }

  @Override
  public void plan(Plan target, RunContext run) {
    scan.plan(target, run, true);
  }

  @Override
  public TableScan[] scans() {
    return NO_SCANS;
  }
}
