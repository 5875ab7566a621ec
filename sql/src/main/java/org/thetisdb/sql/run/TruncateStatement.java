package org.thetisdb.sql.run;

import java.util.List;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;

/** TRUNCATE: deletions of all rows of some tables, one after the other. Immutable. */
public final class TruncateStatement extends Change {
  private static final Object[] NO_ARGUMENTS = {};

  private final List<SqlStatement> deletions;
  private final List<String> restarts;

  /**
   * A statement.
   *
   * @param deletions of the tables, those that refer to others before these
   * @param restarts the sequences that begin anew
   */
  public TruncateStatement(
      Signature signature, List<SqlStatement> deletions, List<String> restarts) {
    super(signature, null);
    this.deletions = List.copyOf(deletions);
    this.restarts = List.copyOf(restarts);
  }

  @Override
  public List<String> sequencesToRestart() {
    return restarts;
  }

  @Override
  public boolean hasPlan() {
    return deletions.stream().allMatch(SqlStatement::hasPlan);
  }

  @Override
  TableScan[] scans() {
    return NO_SCANS;
  }

  @Override
  void planRun(Plan target, RunContext run) {
    deletions.forEach(deletion -> deletion.plan(target, NO_ARGUMENTS, none -> 0));
  }

  @Override
  SqlResult run(RunContext run) {
    run.changeTogether(
        () -> deletions.forEach(deletion -> deletion.run(run.context(), NO_ARGUMENTS, none -> 0)));
    return new SqlResult(0, NO_ROWS); // as PostgreSQL, which does not count them
  }
}
