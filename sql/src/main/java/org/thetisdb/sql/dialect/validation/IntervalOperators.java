package org.thetisdb.sql.dialect.validation;

import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.thetisdb.sql.dialect.Conversion;
import org.thetisdb.sql.dialect.IntervalCalls;
import org.thetisdb.sql.dialect.ScalarFunctions;
import org.thetisdb.sql.dialect.TimestampTypes;
import org.thetisdb.sql.dialect.TypeFactory;
import org.thetisdb.sql.dialect.TypedFunction;
import org.thetisdb.sql.dialect.expression.FiniteTimes;
import org.thetisdb.sql.function.time.ClockParts;
import org.thetisdb.sql.function.time.IntervalParts;
import org.thetisdb.sql.parse.form.TimeParts;

/**
 * What {@code + - * /}, EXTRACT and aggregates mean beside intervals, and beside two times. For one
 * compilation; not thread-safe.
 */
final class IntervalOperators {
  private static final SqlOperator TRUNCATED = ScalarFunctions.byName("date trunc by", 2);

  /** What values of a type are to such operators. */
  private enum Kind {
    DATE,
    TIME,
    CLOCK,
    SPAN,
    NUMBER,
    TEXT,
    OTHER
  }

  private final Validator validator;

  IntervalOperators(Validator validator) {
    this.validator = validator;
  }

  /** Puts what is meant in place of an operator with two operands. */
  void binary(SqlValidatorScope scope, SqlBasicCall call) {
    Kind first = kind(type(scope, call, 0));
    Kind second = kind(type(scope, call, 1));
    SqlOperator meant =
        switch (call.getKind()) {
          case PLUS -> plus(first, second);
          case MINUS -> minus(first, second);
          case TIMES ->
              first == Kind.SPAN && second == Kind.NUMBER
                  ? IntervalCalls.TIMES
                  : first == Kind.NUMBER && second == Kind.SPAN
                      ? IntervalCalls.TIMES_INTERVAL
                      : null;
          case DIVIDE -> first == Kind.SPAN && second == Kind.NUMBER ? IntervalCalls.DIVIDED : null;
          default -> null;
        };
    if (meant != null) {
      call.setOperator(meant);
      return;
    }
    boolean sum = call.getKind() == SqlKind.PLUS;
    if (sum && second.compareTo(Kind.SPAN) < 0 && plus(second, first) != null) {
      swap(call);
      call.setOperator(plus(second, first));
    } else if (sum || call.getKind() == SqlKind.MINUS) {
      read(scope, call, first, second);
    }
  }

  /** Of two operands of which the first one is no interval, or both are. */
  private static SqlOperator plus(Kind first, Kind second) {
    return switch (first) {
      case DATE ->
          second == Kind.SPAN
              ? IntervalCalls.DATE_PLUS
              : second == Kind.TIME ? IntervalCalls.DATE_AT_TIME : null;
      case TIME -> second == Kind.SPAN ? IntervalCalls.TIME_PLUS : null;
      case CLOCK -> second == Kind.SPAN ? IntervalCalls.TIMESTAMP_PLUS : null;
      case SPAN -> second == Kind.SPAN ? IntervalCalls.PLUS : null;
      case NUMBER, TEXT, OTHER -> null;
    };
  }

  private static SqlOperator minus(Kind first, Kind second) {
    return switch (first) {
      case DATE ->
          second == Kind.SPAN
              ? IntervalCalls.DATE_MINUS
              : second == Kind.CLOCK ? IntervalCalls.DATE_SINCE : null;
      case TIME ->
          second == Kind.SPAN
              ? IntervalCalls.TIME_MINUS
              : second == Kind.TIME ? IntervalCalls.BETWEEN_TIMES : null;
      case CLOCK ->
          switch (second) {
            case SPAN -> IntervalCalls.TIMESTAMP_MINUS;
            case CLOCK -> IntervalCalls.BETWEEN;
            case DATE -> IntervalCalls.SINCE_DATE;
            case TIME, NUMBER, TEXT, OTHER -> null;
          };
      case SPAN -> second == Kind.SPAN ? IntervalCalls.MINUS : null;
      case NUMBER, TEXT, OTHER -> null;
    };
  }

  private static void swap(SqlBasicCall call) {
    SqlNode first = call.operand(0);
    call.setOperand(0, call.operand(1));
    call.setOperand(1, first);
  }

  /** A text beside a time or an interval, or a time of the day beside a timestamp. */
  private void read(SqlValidatorScope scope, SqlBasicCall call, Kind first, Kind second) {
    boolean minus = call.getKind() == SqlKind.MINUS;
    if (second == Kind.TEXT && first.compareTo(Kind.SPAN) <= 0 && first != Kind.DATE) {
      // as in PostgreSQL a constant without a type is of the other operand's where that can be
      RelDataType as =
          minus ? type(scope, call, 0) : TypeFactory.interval(validator.getTypeFactory());
      again(scope, call, 1, Conversion.to(as));
    } else if (first == Kind.TEXT && second.compareTo(Kind.SPAN) <= 0 && second != Kind.DATE) {
      again(
          scope,
          call,
          0,
          Conversion.to(
              minus || second == Kind.SPAN
                  ? type(scope, call, 1)
                  : TypeFactory.interval(validator.getTypeFactory())));
    } else if (first == Kind.CLOCK && second == Kind.TIME) {
      again(scope, call, 1, IntervalCalls.OF_TIME);
    } else if (first == Kind.TIME && second == Kind.CLOCK && !minus) {
      again(scope, call, 0, IntervalCalls.OF_TIME);
    } else if (first == Kind.SPAN && second == Kind.TIME && minus) {
      again(scope, call, 1, IntervalCalls.OF_TIME);
    }
  }

  private void again(SqlValidatorScope scope, SqlBasicCall call, int operand, SqlOperator as) {
    SqlNode given = call.operand(operand);
    SqlNode read = as.createCall(given.getParserPosition(), given);
    validator.deriveType(scope, read);
    call.setOperand(operand, read);
    binary(scope, call);
  }

  /** {@code -interval}, and the aggregates of intervals. */
  void unary(SqlValidatorScope scope, SqlBasicCall call) {
    boolean negated = call.getKind() == SqlKind.MINUS_PREFIX;
    if (!negated && call.getKind() != SqlKind.SUM && call.getKind() != SqlKind.AVG) {
      return;
    }
    SqlValidatorScope inner = scope.getOperandScope(call);
    if (TypeFactory.isInterval(validator.deriveType(inner, call.operand(0)))) {
      call.setOperator(
          negated
              ? IntervalCalls.NEGATED
              : call.getKind() == SqlKind.SUM ? IntervalCalls.SUM : IntervalCalls.AVERAGE);
    }
  }

  /** TIMESTAMPDIFF of a date and a timestamp, which Calcite takes for numbers of one kind. */
  void difference(SqlValidatorScope scope, SqlBasicCall call) {
    for (int i = 1; i < call.operandCount(); i++) {
      if (call.operand(i) instanceof SqlDynamicParam) {
        return;
      }
    }
    int first = call.operandCount() - 2;
    Kind from = kind(type(scope, call, first));
    Kind to = kind(type(scope, call, first + 1));
    int date =
        from == Kind.DATE && to == Kind.CLOCK
            ? first
            : from == Kind.CLOCK && to == Kind.DATE ? first + 1 : -1;
    if (date >= 0) {
      SqlNode given = call.operand(date);
      RelDataType other = type(scope, call, 2 * first + 1 - date);
      SqlNode read = Conversion.to(other).createCall(given.getParserPosition(), given);
      validator.deriveType(scope, read);
      call.setOperand(date, read);
    }
  }

  /** {@code (begin, interval) OVERLAPS (begin, interval)}. */
  void overlaps(SqlValidatorScope scope, SqlBasicCall call) {
    for (int i = 0; i < call.operandCount(); i++) {
      if (call.operand(i) instanceof SqlBasicCall period
          && period.getKind() == SqlKind.ROW
          && period.operandCount() == 2
          && TypeFactory.isInterval(type(scope, period, 1))) {
        SqlNode end =
            SqlStdOperatorTable.PLUS.createCall(
                period.getParserPosition(), period.operand(0), period.<SqlNode>operand(1));
        call.setOperand(
            i,
            SqlStdOperatorTable.ROW.createCall(period.getParserPosition(), period.operand(0), end));
      }
    }
  }

  /** EXTRACT, DATE_PART and DATE_TRUNC of an interval; says whether it is one of these. */
  boolean part(SqlValidatorScope scope, SqlBasicCall call) {
    if (call.operandCount() == 2 && call.getOperator().getName().equals("to_char_")) {
      if (TypeFactory.isInterval(type(scope, call, 0))) {
        call.setOperator(IntervalCalls.TO_CHAR);
      }
      return true;
    }
    if (call.operandCount() == 2 && call.getOperator().equals(TRUNCATED)) {
      if (type(scope, call, 1).getSqlTypeName() == SqlTypeName.DATE) {
        call.setOperand(1, moment(call.operand(1)));
      }
      return true;
    }
    boolean extract = call.getKind() == SqlKind.EXTRACT;
    boolean floor = call.getKind() == SqlKind.FLOOR;
    if (floor && call.operand(1) instanceof SqlIntervalQualifier unit) {
      if (TypeFactory.isInterval(type(scope, call, 0))) {
        SqlNode span = call.operand(0);
        call.setOperand(0, text(call, unit.timeUnitRange.name()));
        call.setOperand(1, span);
        call.setOperator(IntervalCalls.DATE_TRUNC);
      } else if (type(scope, call, 0).getSqlTypeName() == SqlTypeName.DATE) {
        call.setOperand(0, moment(call.operand(0)));
      }
      return true;
    }
    if (!extract && !call.getOperator().getName().equalsIgnoreCase("DATE_PART")) {
      return false;
    }
    RelDataType of = type(scope, call, 1);
    String unit = unit(call);
    boolean part = call.getOperator().getName().equalsIgnoreCase("DATE_PART");
    if (unit != null && TypeFactory.isInterval(of)) {
      extracted(call, unit, part);
      return true;
    }
    if (isOfMoment(of)) {
      ofInfinity(call, unit, of.getSqlTypeName() == SqlTypeName.DATE, part);
    }
    if (unit != null && ClockParts.has(unit)) {
      boolean time = of.getSqlTypeName() == SqlTypeName.TIME;
      if (time || TimestampTypes.isOne(of)) {
        call.setOperand(0, text(call, unit));
        call.setOperator(IntervalCalls.seconds(time, part));
      }
    }
    return true;
  }

  /** DATE_TRUNC of a date is the point in time at which a part of the server's days begins. */
  private static SqlNode moment(SqlNode date) {
    SqlParserPos place = date.getParserPosition();
    SqlDataTypeSpec type =
        new SqlDataTypeSpec(
            new SqlBasicTypeNameSpec(
                SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, TimestampTypes.DIGITS, place),
            place);
    return SqlStdOperatorTable.CAST.createCall(place, date, type);
  }

  private static boolean isOfMoment(RelDataType of) {
    return of.getSqlTypeName() == SqlTypeName.DATE || TimestampTypes.isOne(of);
  }

  /**
   * Of infinite dates and times most parts are null. Those that grow without end are infinite,
   * which whole numbers and decimals are not.
   */
  private static void ofInfinity(SqlBasicCall call, String unit, boolean date, boolean part) {
    String known = unit == null ? null : TimeParts.named(unit);
    SqlNode time = call.operand(1);
    if (known == null || time instanceof SqlLiteral || isOrNull(time)) {
      return;
    }
    SqlParserPos place = call.getParserPosition();
    if (!TimeParts.isEndless(known)) {
      TypedFunction finite = date ? FiniteTimes.DATE_OR_NULL : FiniteTimes.OR_NULL;
      call.setOperand(1, finite.createCall(place, time));
    } else if (part && (date || !known.equals("epoch"))) {
      call.setOperand(0, text(call, known));
      call.setOperator(ScalarFunctions.byName("date part by", 2));
    }
  }

  private static boolean isOrNull(SqlNode time) {
    return time instanceof SqlCall call
        && (call.getOperator().equals(FiniteTimes.OR_NULL)
            || call.getOperator().equals(FiniteTimes.DATE_OR_NULL));
  }

  /** The name of the part that is asked for; null if it is no constant. */
  private static String unit(SqlBasicCall call) {
    return call.operand(0) instanceof SqlIntervalQualifier qualifier
        ? qualifier.timeFrameName != null ? qualifier.timeFrameName : qualifier.timeUnitRange.name()
        : call.operand(0) instanceof SqlCharStringLiteral literal
            ? literal.getValueAs(String.class)
            : null;
  }

  private static void extracted(SqlBasicCall call, String unit, boolean part) {
    call.setOperand(0, text(call, unit.toLowerCase(Locale.ROOT)));
    boolean exact = IntervalParts.digits(unit) > 0;
    call.setOperator(
        part
            ? IntervalCalls.DATE_PART
            : exact ? IntervalCalls.EXTRACT_EXACT : IntervalCalls.EXTRACT_WHOLE);
  }

  private static SqlNode text(SqlCall call, String value) {
    return SqlLiteral.createCharString(value.toLowerCase(Locale.ROOT), call.getParserPosition());
  }

  private RelDataType type(SqlValidatorScope scope, SqlCall call, int operand) {
    return validator.deriveType(scope, call.operand(operand));
  }

  private static Kind kind(RelDataType type) {
    if (TypeFactory.isInterval(type)) {
      return Kind.SPAN;
    }
    if (List.of(SqlTypeName.TIMESTAMP, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE)
        .contains(type.getSqlTypeName())) {
      return Kind.CLOCK;
    }
    if (type.getSqlTypeName() == SqlTypeName.DATE) {
      return Kind.DATE;
    }
    if (type.getSqlTypeName() == SqlTypeName.TIME) {
      return Kind.TIME;
    }
    if (SqlTypeUtil.isCharacter(type) || type.getSqlTypeName() == SqlTypeName.NULL) {
      return Kind.TEXT;
    }
    return SqlTypeUtil.isNumeric(type) ? Kind.NUMBER : Kind.OTHER;
  }
}
