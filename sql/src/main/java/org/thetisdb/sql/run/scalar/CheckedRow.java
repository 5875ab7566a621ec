package org.thetisdb.sql.run.scalar;

import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.integrity.RowCheck;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.RunErrors;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.TableScan;

/** A CHECK condition that generated code evaluates. Immutable. */
public final class CheckedRow implements RowCheck {
  private static final Object[] NOTHING = {};
  private static final TableScan[] NO_SCANS = {};

  private final RowReader input;
  private final Scalar condition;

  /**
   * A condition.
   *
   * @param input the columns that it looks at
   */
  public CheckedRow(RowReader input, Scalar condition) {
    this.input = input;
    this.condition = condition;
  }

  @Override
  public boolean allows(Context context, Row row) {
    Object[] values = new Object[input.width()];
    input.fill(row, values, context);
    RunContext run = new RunContext(context, NOTHING, NOTHING, null, NO_SCANS, 0);
    return RunErrors.mapped(() -> !Boolean.FALSE.equals(condition.eval(run.withRow(values))));
  }
}
