package org.thetisdb.sql.run.change;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.run.query.RowFunction;
import org.thetisdb.sql.run.scalar.ValueSource;

/** Rows that stand in the statement. Immutable. */
public final class ListedRows implements InsertRows {
  private static final TableScan[] NO_SCANS = {};
  private static final Object[] NO_ROW = {};

  private final List<List<ValueSource>> rows;
  private final RowFunction expressions;
  private final boolean planned;

  /**
   * Rows.
   *
   * @param rows for each row a source for each column of the table
   * @param expressions of all rows together
   * @param planned whether the expressions come to the same while keys are planned
   */
  public ListedRows(List<List<ValueSource>> rows, RowFunction expressions, boolean planned) {
    this.rows = rows;
    this.expressions = expressions;
    this.planned = planned;
  }

  @Override
  public List<Object[]> values(RunContext run) {
    Object[] calculated = expressions.size() == 0 ? NO_ROW : expressions.apply(run.withRow(NO_ROW));
    List<Object[]> all = new ArrayList<>(rows.size());
    for (List<ValueSource> sources : rows) {
      Object[] values = new Object[sources.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = sources.get(i).value(run, calculated);
      }
      all.add(values);
    }
    return all;
  }

  @Override
  public boolean hasPlan() {
    return planned;
  }

  @Override
  public TableScan[] scans() {
    return NO_SCANS;
  }
}
