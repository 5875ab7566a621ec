package org.thetisdb.sql.run.change;

import java.util.List;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.run.query.OfferedQuery;
import org.thetisdb.sql.run.query.Projection;
import org.thetisdb.sql.run.query.RowFunction;
import org.thetisdb.sql.type.SqlType;

/**
 * What a change gives back of the rows that it wrote or deleted: of each row alone, of it and what
 * it was joined with, or by a query over all of them. Immutable.
 */
public final class ReturnedRows {
  private final Projection projection;
  private final RowReader reader;
  private final int[] others;
  private final int width;
  private final RowFunction function;
  private final List<SqlType> types;
  private final OfferedQuery query;

  private ReturnedRows(
      Projection projection,
      RowReader reader,
      int[] others,
      int width,
      RowFunction function,
      List<SqlType> types,
      OfferedQuery query) {
    this.projection = projection;
    this.reader = reader;
    this.others = others;
    this.width = width;
    this.function = function;
    this.types = types;
    this.query = query;
  }

  /** Of each row alone. */
  public static ReturnedRows of(Projection projection) {
    return new ReturnedRows(projection, null, null, 0, null, null, null);
  }

  /**
   * Of each row and what it was joined with.
   *
   * @param reader reads what is looked at of the row
   * @param others where in the joined row the last values are that were calculated for the row
   * @param width of the joined row
   * @param types of what the function calculates
   */
  public static ReturnedRows of(
      RowReader reader, int[] others, int width, RowFunction function, List<SqlType> types) {
    return new ReturnedRows(null, reader, others.clone(), width, function, types, null);
  }

  /** By a query over joined rows; the other parameters are those of the function above. */
  public static ReturnedRows of(RowReader reader, int[] others, int width, OfferedQuery query) {
    return new ReturnedRows(null, reader, others.clone(), width, null, null, query);
  }

  /** Whether it reads no rows but those that the change writes. */
  boolean hasPlan() {
    return query == null;
  }

  /** What becomes of a row; {@code calculated} for it, with what it was joined with at the end. */
  Object[] of(RunContext run, Row row, Object[] calculated) {
    if (projection != null) {
      return projection.apply(run, row);
    }
    Object[] joined = new Object[width];
    reader.fill(row, joined, run.context());
    for (int i = 0; i < others.length; i++) {
      joined[others[i]] = calculated[calculated.length - others.length + i];
    }
    return query == null ? calculated(run, joined) : joined;
  }

  private Object[] calculated(RunContext run, Object[] joined) {
    Object[] values = function.apply(run.withRow(joined));
    for (int i = 0; i < values.length; i++) {
      values[i] = Values.fromCalc(types.get(i), values[i]);
    }
    return values;
  }

  /** The rows of the result, once all have become something. */
  List<Object[]> finished(RunContext run, List<Object[]> rows) {
    return query == null || rows.isEmpty() ? rows : query.rows(run, rows);
  }
}
