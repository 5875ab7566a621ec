package org.thetisdb.sql.run.change;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.TableScan;
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

  /** What to do when one transaction could not delete all rows; empty for other errors. */
  public static String advice(int errorNumber) {
    boolean tooMany =
        errorNumber == ErrorCode.ROW_TOO_LARGE.number()
            || errorNumber == ErrorCode.TOO_MANY_KEYS.number()
            || errorNumber == ErrorCode.PROCEDURE_TOO_LONG.number();
    return tooMany
        ? " In a transaction TRUNCATE deletes row by row; by itself, with auto-commit, it takes any number of rows."
        : "";
  }

  @Override
  public List<String> sequencesToRestart() {
    return restarts;
  }

  /** Many rows go by a definition, which the site says when there are too many to be named. */
  @Override
  public boolean isChange() {
    return false;
  }

  @Override
  public boolean hasPlan() {
    return deletions.stream().allMatch(SqlStatement::hasPlan);
  }

  @Override
  protected TableScan[] scans() {
    return NO_SCANS;
  }

  @Override
  protected void planRun(Plan target, RunContext run) {
    deletions.forEach(deletion -> deletion.plan(target, NO_ARGUMENTS, none -> 0));
  }

  @Override
  protected SqlResult run(RunContext run) {
    run.changeTogether(
        () -> deletions.forEach(deletion -> deletion.run(run.context(), NO_ARGUMENTS, none -> 0)));
    return new SqlResult(0, NO_ROWS); // as PostgreSQL, which does not count them
  }
}
