package org.thetisdb.sql.run.query;

import java.util.Set;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.run.CompiledStatement;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.RunErrors;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.RowStream;
import org.thetisdb.sql.statement.SqlResult;

/** A query that generated code runs: joins, groups, sorts. Immutable. */
public final class GeneratedQuery extends CompiledStatement {
  private final GeneratedRows rows;
  private final Set<ClusterTable> clusterTables;

  /**
   * A query whose result are these rows.
   *
   * @param clusterTables about the cluster, which it reads
   */
  public GeneratedQuery(Signature signature, GeneratedRows rows, Set<ClusterTable> clusterTables) {
    super(signature);
    this.rows = rows;
    this.clusterTables = Set.copyOf(clusterTables);
  }

  @Override
  public Set<ClusterTable> clusterTables() {
    return clusterTables;
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
  protected TableScan[] scans() {
    return rows.scans();
  }

  @Override
  protected void planRun(Plan target, RunContext run) {
    rows.plan(target, run);
  }

  @Override
  protected SqlResult run(RunContext run) {
    return new SqlResult(-1, rows.toList(run));
  }

  @Override
  public RowStream open(Context context, Object[] arguments, GeneratedValues generated) {
    return RunErrors.mapped(
        () -> rows.stream(signature().begin(context, arguments, generated, scans())));
  }
}
