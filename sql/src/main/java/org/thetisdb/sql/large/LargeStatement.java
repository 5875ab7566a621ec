package org.thetisdb.sql.large;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.procedures.Plan;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** What the statements about pieces have in common. Immutable. */
abstract class LargeStatement implements SqlStatement {
  private final String text;
  private final List<SqlType> parameters;
  private final List<SqlColumn> columns;

  LargeStatement(String text, List<SqlType> parameters, List<SqlColumn> columns) {
    this.text = text;
    this.parameters = parameters;
    this.columns = columns;
  }

  static SqlColumn column(String label, SqlType type) {
    return new SqlColumn(label, type, true, false, "", "");
  }

  static SqlResult row(Object... values) {
    return new SqlResult(-1, List.<Object[]>of(values));
  }

  @Override
  public final String text() {
    return text;
  }

  @Override
  public final List<SqlType> parameters() {
    return parameters;
  }

  @Override
  public final List<SqlColumn> columns() {
    return columns;
  }

  @Override
  public final boolean isQuery() {
    return true;
  }

  @Override
  public final List<String> sequences() {
    return List.of();
  }

  @Override
  public final Object[] checkArguments(Object[] arguments) {
    if (arguments.length != parameters.size()) {
      throw new ThetisException(ErrorCode.WRONG_PARAMETERS, parameters.size(), arguments.length);
    }
    Object[] checked = new Object[arguments.length];
    for (int i = 0; i < checked.length; i++) {
      checked[i] = checked(parameters.get(i).name(), arguments[i]);
    }
    return checked;
  }

  private static Object checked(SqlTypeName type, Object given) {
    if (type == SqlTypeName.BIGINT) {
      return wholeNumber(given, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    return type == SqlTypeName.INTEGER
        ? (Object) (int) wholeNumber(given, 0, LargeValue.MAX_BYTES / LargeValue.PIECE_BYTES)
        : bytes(given);
  }

  private static long wholeNumber(Object given, long min, long max) {
    if (!(given instanceof Long || given instanceof Integer)
        || ((Number) given).longValue() < min
        || ((Number) given).longValue() > max) {
      throw new ThetisException(ErrorCode.BAD_VALUE, "A number of a piece is not like that.");
    }
    return ((Number) given).longValue();
  }

  /** Null begins a sweep. */
  private static byte[] bytes(Object given) {
    if (given != null && !(given instanceof byte[])) {
      throw new ThetisException(ErrorCode.BAD_VALUE, "A piece is given as bytes.");
    }
    return (byte[]) given;
  }

  @Override
  public boolean hasPlan() {
    return true;
  }

  @Override
  public void plan(Plan target, Object[] arguments, GeneratedValues generated) {
    throw new IllegalStateException("has no plan");
  }
}
