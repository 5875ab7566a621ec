package org.thetisdb.sql.run.query;

import java.util.List;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.type.SqlType;

/**
 * Makes rows of a result out of a table's rows: columns as they are stored, and expressions.
 * Immutable.
 */
public final class Projection {
  /** Of a value: its kind, and its length or a number. */
  private static final int USUAL_HEADER_BYTES = 3;

  private final int[] columnAt;
  private final RowReader columns;
  private final RowReader input;
  private final RowFunction expressions;
  private final List<SqlType> types;

  /**
   * A projection.
   *
   * @param columnAt for each value the number in {@code columns}; -1 for an expression
   * @param input the columns that expressions look at
   * @param expressions one for each value that is no column, in order
   * @param types of all values
   */
  public Projection(
      int[] columnAt,
      RowReader columns,
      RowReader input,
      RowFunction expressions,
      List<SqlType> types) {
    this.columnAt = columnAt.clone();
    this.columns = columns;
    this.input = input;
    this.expressions = expressions;
    this.types = types;
  }

  /** How many values it makes. */
  int size() {
    return columnAt.length;
  }

  /** The values in the clients' form. */
  public Object[] apply(RunContext run, Row row) {
    Object[] values = new Object[columnAt.length];
    Object[] calculated = expressions.size() == 0 ? null : calculate(run, row);
    int expression = 0;
    for (int i = 0; i < values.length; i++) {
      values[i] =
          columnAt[i] >= 0
              ? columns.value(row, columnAt[i])
              : Values.fromCalc(types.get(i), calculated[expression++]);
    }
    return values;
  }

  /** Appends the values in the clients' form. */
  void write(RunContext run, Row row, EncodedRows target) {
    Object[] calculated = expressions.size() == 0 ? null : calculate(run, row);
    int expression = 0;
    target.beginRow(columnAt.length, aboutBytes(row));
    for (int i = 0; i < columnAt.length; i++) {
      if (columnAt[i] >= 0) {
        columns.write(row, columnAt[i], target);
      } else {
        target.put(Values.fromCalc(types.get(i), calculated[expression++]));
      }
    }
  }

  /** The part of the row that the values most likely are, and what stands before each. */
  private int aboutBytes(Row row) {
    int share = (int) ((long) row.heldBytes() * columnAt.length / input.width());
    return share + USUAL_HEADER_BYTES * (columnAt.length + 1);
  }

  private Object[] calculate(RunContext run, Row row) {
    Object[] values = new Object[input.width()];
    input.fill(row, values, run.context());
    return expressions.apply(run.withRow(values));
  }
}
