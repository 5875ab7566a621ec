package org.thetisdb.sql.run.scalar;

import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.integrity.RowValue;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.RunErrors;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.SqlType;

/** A calculated column, whose expression generated code evaluates. Immutable. */
public final class CalculatedColumn implements RowValue {
  private static final Object[] NOTHING = {};
  private static final TableScan[] NO_SCANS = {};

  private final ColumnDef column;
  private final RowReader input;
  private final Scalar expression;
  private final SqlType type;

  /**
   * A column.
   *
   * @param input the columns that the expression looks at
   * @param type of the expression
   */
  public CalculatedColumn(ColumnDef column, RowReader input, Scalar expression, SqlType type) {
    this.column = column;
    this.input = input;
    this.expression = expression;
    this.type = type;
  }

  @Override
  public Object of(Context context, Row row) {
    Object[] values = new Object[input.width()];
    input.fill(row, values, context);
    RunContext run = new RunContext(context, NOTHING, NOTHING, null, NO_SCANS, 0);
    Object value = RunErrors.mapped(() -> expression.eval(run.withRow(values)));
    Object given = type == null ? value : Values.fromCalc(type, value);
    Object fitting = Coercion.coerce(column.type(), given, "column \"" + column.name() + '"');
    return Values.toStored(column.type(), fitting);
  }
}
