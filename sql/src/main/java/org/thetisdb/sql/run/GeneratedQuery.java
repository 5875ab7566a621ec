package org.thetisdb.sql.run;

import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.GeneratedValues;
import org.thetisdb.sql.RowStream;
import org.thetisdb.sql.SqlResult;

/** A query that generated code runs: joins, groups, sorts. Immutable. */
public final class GeneratedQuery extends CompiledStatement {
  private final GeneratedRows rows;

  /** A query whose result are these rows. */
  public GeneratedQuery(Signature signature, GeneratedRows rows) {
    super(signature);
    this.rows = rows;
  }

  @Override
  public boolean isQuery() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return true;
  }

  @Override
  public boolean hasPlan() {
    return rows.hasPlan();
  }

  @Override
  TableScan[] scans() {
    return rows.scans();
  }

  @Override
  void planRun(Plan target, RunContext run) {
    rows.plan(target, run);
  }

  @Override
  SqlResult run(RunContext run) {
    return new SqlResult(-1, rows.toList(run));
  }

  @Override
  public RowStream open(Context context, Object[] arguments, GeneratedValues generated) {
    return RunErrors.mapped(
        () -> rows.stream(signature().begin(context, arguments, generated, scans())));
  }
}
