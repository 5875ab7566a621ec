package org.thetisdb.sql.run;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;

/** TRUNCATE: deletions of all rows of some tables, one after the other. Immutable. */
public final class TruncateStatement extends Change {
  private static final Object[] NO_ARGUMENTS = {};

  private final List<String> tables;
  private final List<SqlStatement> deletions;
  private final List<String> restarts;

  /**
   * A statement.
   *
   * @param tables in the order in which they are emptied
   * @param deletions of the tables, those that refer to others before these
   * @param restarts the sequences that begin anew
   */
  public TruncateStatement(
      Signature signature,
      List<String> tables,
      List<SqlStatement> deletions,
      List<String> restarts) {
    super(signature, null);
    this.tables = List.copyOf(tables);
    this.deletions = List.copyOf(deletions);
    this.restarts = List.copyOf(restarts);
  }

  /** The names of all tables that lose their rows, those that CASCADE adds among them. */
  public List<String> tables() {
    return tables;
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
    try {
      run.changeTogether(
          () ->
              deletions.forEach(deletion -> deletion.run(run.context(), NO_ARGUMENTS, none -> 0)));
    } catch (ThetisException e) {
      throw e.code() == ErrorCode.ROW_TOO_LARGE ? tooManyRows(e) : e;
    }
    return new SqlResult(0, NO_ROWS); // as PostgreSQL, which does not count them
  }

  private static ThetisException tooManyRows(ThetisException tooLarge) {
    return ThetisException.withMessage(
            ErrorCode.ROW_TOO_LARGE,
            "These are too many rows to be deleted in one transaction. TRUNCATE by itself, with auto-commit, takes any number.")
        .causedBy(tooLarge);
  }
}
