package org.thetisdb.sql.run;

import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;

/** Finds rows of a table by key, range or index, and filters them. Immutable. */
public final class TableScan {
  private final RowSource source;
  private final RowReader filterInput;
  private final Scalar filter;
  private final RowReader output;
  private final int outerWidth;

  /**
   * A scan.
   *
   * @param source finds the rows
   * @param filterInput the columns that the filter looks at
   * @param filter null if all rows are wanted
   * @param output the columns that generated code gets
   * @param outerWidth how many values of the row around keys and filter look at
   */
  public TableScan(
      RowSource source, RowReader filterInput, Scalar filter, RowReader output, int outerWidth) {
    this.source = source;
    this.filterInput = filterInput;
    this.filter = filter;
    this.output = output;
    this.outerWidth = outerWidth;
  }

  /** Whether its keys follow from the arguments alone. */
  public boolean hasPlan() {
    return outerWidth == 0 && source.hasPlan();
  }

  /** Names its keys. */
  public void plan(Plan target, RunContext run, boolean written) {
    source.plan(target, run, written);
  }

  /** The rows that pass the filter. */
  public Cursor open(RunContext run, Object[] outer) {
    return new Cursor(run, outer);
  }

  /** For generated code. */
  Enumerable<Object[]> enumerable(RunContext run, Object[] outer) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object[]> enumerator() {
        return new RowEnumerator(run, outer);
      }
    };
  }

  /** The rows of one scan. Not thread-safe. */
  public final class Cursor {
    private final RunContext run;
    private final Object[] input;
    private final RowSource.Cursor rows;

    Cursor(RunContext run, Object[] outer) {
      this.run = run;
      this.input = filter == null && outerWidth == 0 ? null : input(outer);
      this.rows = source.open(run.withRow(input));
    }

    private Object[] input(Object[] outer) {
      Object[] values = new Object[filterInput.width() + outerWidth];
      if (outerWidth > 0) {
        System.arraycopy(outer, 0, values, filterInput.width(), outerWidth);
      }
      return values;
    }

    /** The next row; null behind the last one. */
    public Row next() {
      Row row = rows.next();
      while (row != null && !passes(row)) {
        row = rows.next();
      }
      return row;
    }

    private boolean passes(Row row) {
      if (filter == null) {
        return true;
      }
      filterInput.fill(row, input, run.context());
      return Boolean.TRUE.equals(filter.eval(run.withRow(input)));
    }
  }

  private final class RowEnumerator implements Enumerator<Object[]> {
    private final RunContext run;
    private final Object[] outer;
    private Cursor cursor;
    private Object[] current;

    RowEnumerator(RunContext run, Object[] outer) {
      this.run = run;
      this.outer = outer;
      this.cursor = open(run, outer);
    }

    @Override
    public Object[] current() {
      return current;
    }

    @Override
    public boolean moveNext() {
      Row row = cursor.next();
      current = row == null ? null : output.compact(row, run.context());
      run.memory().onRow();
      if (row != null && run.guard() != null) {
        run.guard().onRow();
      }
      return row != null;
    }

    @Override
    public void reset() {
      cursor = open(run, outer);
    }

    @Override
    public void close() {}
  }
}
