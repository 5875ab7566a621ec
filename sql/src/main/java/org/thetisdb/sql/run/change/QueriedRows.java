package org.thetisdb.sql.run.change;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.run.query.GeneratedRows;
import org.thetisdb.sql.run.query.RowFunction;
import org.thetisdb.sql.run.scalar.ValueSource;

/** Rows that a query gives, with other columns filled up. Immutable. */
public final class QueriedRows implements InsertRows {
  private final GeneratedRows rows;
  private final int[] columns;
  private final List<ValueSource> others;
  private final RowFunction defaults;

  /**
   * Rows.
   *
   * @param columns for each value of the query its place in the table
   * @param others for each column of the table where its value comes from; null for the query's
   * @param defaults the expressions of {@code others}
   */
  public QueriedRows(
      GeneratedRows rows, int[] columns, List<ValueSource> others, RowFunction defaults) {
    this.rows = rows;
    this.columns = columns.clone();
    this.others = others;
    this.defaults = defaults;
  }

  @Override
  public List<Object[]> values(RunContext run) {
    List<Object[]> all = new ArrayList<>();
    for (Object[] queried : rows.toList(run)) {
      Object[] calculated = defaults.size() == 0 ? queried : defaults.apply(run);
      Object[] values = new Object[others.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = others.get(i) == null ? null : others.get(i).value(run, calculated);
      }
      for (int i = 0; i < columns.length; i++) {
        values[columns[i]] = queried[i];
      }
      all.add(values);
    }
    return all;
  }

  @Override
  public boolean hasPlan() {
    return false;
  }

  @Override
  public TableScan[] scans() {
    return rows.scans();
  }
}
