package org.thetisdb.sql.dialect.validation;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.thetisdb.sql.dialect.IntervalCalls;
import org.thetisdb.sql.dialect.TypeFactory;

/**
 * Types of parameters that are added to dates, times and intervals, or taken from them. For one
 * compilation; not thread-safe.
 */
final class TimeParameters {
  private final Validator validator;
  private final ParameterTypes types;
  private final ParameterInference inference;

  TimeParameters(Validator validator, ParameterTypes types, ParameterInference inference) {
    this.validator = validator;
    this.types = types;
    this.inference = inference;
  }

  /** Types the parameters of a sum or the like; says whether it is one of times or intervals. */
  boolean infer(SqlValidatorScope scope, SqlCall call, RelDataType known, RelDataType wanted) {
    for (int i = 0; i < call.operandCount(); i++) {
      RelDataType type = inference.typeIn(scope, call.operand(i));
      if (type != null && (SqlTypeUtil.isInterval(type) || TypeFactory.isInterval(type))) {
        besideInterval(scope, call, i, wanted);
        return true;
      }
    }
    if (known != null && known.getSqlTypeName() == SqlTypeName.DATE) {
      besideDate(scope, call);
      return true;
    }
    boolean clock =
        known != null
            && (known.getSqlTypeName() == SqlTypeName.TIMESTAMP
                || known.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                || known.getSqlTypeName() == SqlTypeName.TIME);
    if (clock) {
      RelDataType span = TypeFactory.interval(validator.getTypeFactory());
      for (int i = 0; i < call.operandCount(); i++) {
        boolean first = i == 0 && call.getKind() == SqlKind.MINUS;
        open(scope, call.operand(i), first ? known : span);
      }
    }
    return clock;
  }

  /** Beside an interval that is written out stands a time, beside others another interval. */
  private void besideInterval(
      SqlValidatorScope scope, SqlCall call, int interval, RelDataType wanted) {
    RelDataType type;
    if (call.getKind() == SqlKind.TIMES || call.getKind() == SqlKind.DIVIDE) {
      type = types.of(SqlTypeName.DOUBLE);
    } else if (wanted != null
        && (SqlTypeUtil.isDatetime(wanted) || TypeFactory.isInterval(wanted))) {
      type = wanted;
    } else if (isIntervalWrittenOut(call.operand(interval))
        && !(call.getKind() == SqlKind.MINUS && interval == 0)) {
      type = types.concrete(SqlTypeName.TIMESTAMP);
    } else {
      type = TypeFactory.interval(validator.getTypeFactory());
    }
    call.getOperandList().forEach(operand -> open(scope, operand, type));
  }

  /** Whether it is an interval that is not calculated from anything. */
  static boolean isIntervalWrittenOut(SqlNode operand) {
    if (operand instanceof SqlLiteral literal) {
      return literal.getTypeName().getName().startsWith("INTERVAL");
    }
    return operand instanceof SqlCall call
        && call.getOperator().equals(IntervalCalls.TO_INTERVAL)
        && isWrittenOut(call.operand(0));
  }

  private static boolean isWrittenOut(SqlNode operand) {
    return operand instanceof SqlLiteral
        || (operand instanceof SqlCall call
            && call.getOperandList().stream().allMatch(TimeParameters::isWrittenOut));
  }

  /** A parameter is of this type, unless its value says another one. */
  private void open(SqlValidatorScope scope, SqlNode operand, RelDataType type) {
    if (operand instanceof SqlDynamicParam parameter && !types.isTyped(parameter)) {
      types.leaveOpen(parameter);
      types.set(parameter, type);
    } else {
      inference.infer(scope, operand, type);
    }
  }

  /** Beside a date stands a number of days; but a date is taken from dates alone. */
  private void besideDate(SqlValidatorScope scope, SqlCall call) {
    for (int i = 0; i < call.operandCount(); i++) {
      boolean date = i == 0 && call.getKind() == SqlKind.MINUS;
      open(scope, call.operand(i), types.of(date ? SqlTypeName.DATE : SqlTypeName.INTEGER));
    }
  }
}
