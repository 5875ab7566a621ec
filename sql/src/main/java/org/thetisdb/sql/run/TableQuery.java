package org.thetisdb.sql.run;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.SqlResult;

/** A query of one table that needs neither sorting nor grouping: straight from row to result. */
public final class TableQuery extends CompiledStatement {
  private static final TableScan[] NO_SCANS = {};

  private final TableScan scan;
  private final Projection projection;
  private final RowLimit limit;
  private final boolean locks;

  /**
   * A query.
   *
   * @param locks whether its rows are to be locked as if they were written
   */
  public TableQuery(
      Signature signature, TableScan scan, Projection projection, RowLimit limit, boolean locks) {
    super(signature);
    this.scan = scan;
    this.projection = projection;
    this.limit = limit;
    this.locks = locks;
  }

  @Override
  public boolean isQuery() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return !locks;
  }

  @Override
  public boolean hasPlan() {
    return scan.hasPlan();
  }

  @Override
  TableScan[] scans() {
    return NO_SCANS;
  }

  @Override
  void planRun(Plan target, RunContext run) {
    scan.plan(target, run, locks);
  }

  @Override
  SqlResult run(RunContext run) {
    long skipped = limit.skipped(run);
    long wanted = limit.wanted(run);
    List<Object[]> rows = new ArrayList<>(1);
    TableScan.Cursor cursor = wanted == 0 ? null : scan.open(run, null);
    while (rows.size() < wanted) {
      Row row = cursor.next();
      if (row == null) {
        break;
      }
      if (skipped > 0) {
        skipped--;
      } else {
        add(rows, row, run);
      }
    }
    return new SqlResult(-1, rows);
  }

  private void add(List<Object[]> rows, Row row, RunContext run) {
    if (rows.size() == run.maxRows()) {
      throw run.tooManyRows();
    }
    rows.add(projection.apply(run, row));
    if (locks) {
      run.context().put(row);
    }
  }
}
