package org.thetisdb.sql.run;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;

/** EXPLAIN: shows the plan of a statement, and touches nothing. Immutable. */
public final class ExplainStatement extends CompiledStatement {
  private static final TableScan[] NO_SCANS = {};

  private final SqlStatement explained;
  private final List<String> lines;

  /** An explanation of a statement by lines of text. */
  public ExplainStatement(Signature signature, SqlStatement explained, List<String> lines) {
    super(signature);
    this.explained = explained;
    this.lines = List.copyOf(lines);
  }

  /** The statement that is explained. */
  public SqlStatement explained() {
    return explained;
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
    return true;
  }

  @Override
  protected TableScan[] scans() {
    return NO_SCANS;
  }

  @Override
  protected void planRun(Plan target, RunContext run) {
    // names nothing, since nothing is touched
  }

  @Override
  protected SqlResult run(RunContext run) {
    List<Object[]> rows = new ArrayList<>();
    for (String line : lines) {
      rows.add(new Object[] {line});
    }
    return new SqlResult(-1, rows);
  }
}
