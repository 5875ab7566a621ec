package org.thetisdb.sql.dialect;

import static org.thetisdb.sql.dialect.OperandType.ANY;
import static org.thetisdb.sql.dialect.OperandType.INTERVAL;
import static org.thetisdb.sql.dialect.OperandType.NUMBER;
import static org.thetisdb.sql.dialect.OperandType.TEXT;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AggregateFunctionImpl;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedAggFunction;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Optionality;
import org.thetisdb.sql.function.ArrayFunctions;
import org.thetisdb.sql.function.time.ClockParts;
import org.thetisdb.sql.function.time.IntervalFormat;
import org.thetisdb.sql.function.time.IntervalFunctions;
import org.thetisdb.sql.function.time.IntervalParts;
import org.thetisdb.sql.function.time.IntervalTotal;

/** The functions of intervals, and what operators beside intervals stand for. Stateless. */
public final class IntervalCalls {
  private static final TypedFunction.Result SPAN = (types, all) -> TypeFactory.interval(types);
  private static final TypedFunction.Result CLOCK = (types, all) -> timestamp(types);
  private static final TypedFunction.Result SAME_AS_FIRST =
      (types, all) -> types.createTypeWithNullability(all.get(0), true);

  /** A cast to INTERVAL. */
  public static final TypedFunction TO_INTERVAL = of("interval", SPAN, "itself", INTERVAL);

  /** A cast to INTERVAL[]. */
  public static final TypedFunction TO_INTERVALS =
      new TypedFunction(
          "interval_",
          (types, all) -> types.createArrayType(TypeFactory.interval(types), -1),
          List.of(OperandType.INTERVALS),
          false,
          true,
          method(ArrayFunctions.class, "itself", 1));

  /** A time of the day as an interval. */
  public static final TypedFunction OF_TIME = of("interval_of_time", SPAN, "ofTime", ANY);

  public static final TypedFunction PLUS = of("interval_plus", SPAN, "sum", INTERVAL, INTERVAL);
  public static final TypedFunction MINUS =
      of("interval_minus", SPAN, "difference", INTERVAL, INTERVAL);
  public static final TypedFunction NEGATED = of("interval_negated", SPAN, "negated", INTERVAL);
  public static final TypedFunction TIMES = of("interval_times", SPAN, "times", INTERVAL, NUMBER);
  public static final TypedFunction TIMES_INTERVAL =
      of("times_interval", SPAN, "timesInterval", NUMBER, INTERVAL);
  public static final TypedFunction DIVIDED =
      of("interval_divided", SPAN, "dividedBy", INTERVAL, NUMBER);

  public static final TypedFunction TIMESTAMP_PLUS =
      of("timestamp_plus", SAME_AS_FIRST, "plus", ANY, INTERVAL);
  public static final TypedFunction TIMESTAMP_MINUS =
      of("timestamp_minus", SAME_AS_FIRST, "minus", ANY, INTERVAL);
  public static final TypedFunction DATE_PLUS = of("date_plus", CLOCK, "datePlus", ANY, INTERVAL);
  public static final TypedFunction DATE_MINUS =
      of("date_minus", CLOCK, "dateMinus", ANY, INTERVAL);
  public static final TypedFunction TIME_PLUS =
      of("time_plus", SAME_AS_FIRST, "timePlus", ANY, INTERVAL);
  public static final TypedFunction TIME_MINUS =
      of("time_minus", SAME_AS_FIRST, "timeMinus", ANY, INTERVAL);
  public static final TypedFunction DATE_AT_TIME =
      of("date_at_time", CLOCK, "dateAtTime", ANY, ANY);

  public static final TypedFunction BETWEEN = of("between_timestamps", SPAN, "between", ANY, ANY);
  public static final TypedFunction SINCE_DATE = of("since_date", SPAN, "sinceDate", ANY, ANY);
  public static final TypedFunction DATE_SINCE = of("date_since", SPAN, "dateSince", ANY, ANY);
  public static final TypedFunction BETWEEN_TIMES =
      of("between_times", SPAN, "betweenTimes", ANY, ANY);

  /** AGE of two timestamps. */
  public static final TypedFunction AGE =
      of("age", SPAN, "age", OperandType.CLOCK, OperandType.CLOCK);

  /** EXTRACT of what is a whole number. */
  public static final TypedFunction EXTRACT_WHOLE =
      part("extract", "whole", (types, all) -> type(types, SqlTypeName.BIGINT));

  /** EXTRACT of seconds. */
  public static final TypedFunction EXTRACT_EXACT =
      part("extract_exact", "exact", (types, all) -> decimal(types));

  public static final TypedFunction DATE_PART =
      part("date_part", "part", (types, all) -> type(types, SqlTypeName.DOUBLE));
  public static final TypedFunction DATE_TRUNC = part("date_trunc", "truncated", SPAN);

  /** TO_CHAR of an interval. */
  public static final TypedFunction TO_CHAR =
      new TypedFunction(
          "to_char_",
          (types, all) -> type(types, SqlTypeName.VARCHAR),
          List.of(INTERVAL, TEXT),
          false,
          true,
          method(IntervalFormat.class, "toChar", 2));

  private static final TypedFunction SECONDS =
      clock("extract_seconds", "exact", (types, all) -> decimal(types));
  private static final TypedFunction SECONDS_OF_TIME =
      clock("extract_seconds_of_time", "exactOfTime", (types, all) -> decimal(types));
  private static final TypedFunction SECONDS_PART =
      clock("seconds_part", "part", (types, all) -> type(types, SqlTypeName.DOUBLE));
  private static final TypedFunction SECONDS_PART_OF_TIME =
      clock("seconds_part_of_time", "partOfTime", (types, all) -> type(types, SqlTypeName.DOUBLE));

  /** MAKE_INTERVAL with all its operands. */
  public static final TypedFunction MAKE =
      of("make_interval", SPAN, "make", NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER);

  public static final SqlFunction SUM = aggregate("sum_", IntervalTotal.Sum.class);
  public static final SqlFunction AVERAGE = aggregate("avg_", IntervalTotal.Average.class);

  private static final Map<String, TypedFunction> BY_NAME =
      Map.of(
          "justify_hours", of("justify_hours", SPAN, "justifyHours", INTERVAL),
          "justify_days", of("justify_days", SPAN, "justifyDays", INTERVAL),
          "justify_interval", of("justify_interval", SPAN, "justify", INTERVAL));

  private IntervalCalls() {}

  /** The function of this name; null if there is none here. */
  static TypedFunction byName(String name, int operands) {
    TypedFunction function = BY_NAME.get(name);
    return function != null && function.takes(operands) ? function : null;
  }

  /** EXTRACT or DATE_PART of the seconds of a timestamp or a time of the day. */
  public static TypedFunction seconds(boolean time, boolean part) {
    if (time) {
      return part ? SECONDS_PART_OF_TIME : SECONDS_OF_TIME;
    }
    return part ? SECONDS_PART : SECONDS;
  }

  private static TypedFunction clock(String name, String method, TypedFunction.Result result) {
    return new TypedFunction(
        name + "_", result, List.of(TEXT, ANY), false, true, method(ClockParts.class, method, 2));
  }

  private static TypedFunction of(
      String name, TypedFunction.Result result, String method, OperandType... wants) {
    return new TypedFunction(
        name + "_",
        result,
        List.of(wants),
        false,
        true,
        method(IntervalFunctions.class, method, wants.length));
  }

  private static TypedFunction part(String name, String method, TypedFunction.Result result) {
    return new TypedFunction(
        name + "_",
        result,
        List.of(TEXT, INTERVAL),
        false,
        true,
        method(IntervalParts.class, method, 2));
  }

  private static Method method(Class<?> of, String name, int parameters) {
    return Arrays.stream(of.getMethods())
        .filter(method -> method.getName().equals(name))
        .filter(method -> method.getParameterCount() == parameters)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no method " + name));
  }

  private static SqlFunction aggregate(String name, Class<?> by) {
    return new Total(name, by);
  }

  /** SUM or AVG. */
  private static final class Total extends SqlUserDefinedAggFunction {
    Total(String name, Class<?> by) {
      super(
          new SqlIdentifier(name, SqlParserPos.ZERO),
          SqlKind.OTHER_FUNCTION,
          binding -> TypeFactory.interval(binding.getTypeFactory()),
          null,
          new ValueFunctions.Operands(OperandTypes.ANY),
          AggregateFunctionImpl.create(by),
          false,
          false,
          Optionality.FORBIDDEN);
    }

    /** Calcite would look for a function of this name among those that everybody may call. */
    @Override
    public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
      validator.deriveType(scope.getOperandScope(call), call.operand(0));
      return TypeFactory.interval(validator.getTypeFactory());
    }
  }

  private static RelDataType timestamp(RelDataTypeFactory types) {
    return types.createTypeWithNullability(
        types.createSqlType(SqlTypeName.TIMESTAMP, TimestampTypes.DIGITS), true);
  }

  private static RelDataType type(RelDataTypeFactory types, SqlTypeName name) {
    return types.createTypeWithNullability(types.createSqlType(name), true);
  }

  private static RelDataType decimal(RelDataTypeFactory types) {
    return types.createTypeWithNullability(types.createSqlType(SqlTypeName.DECIMAL), true);
  }
}
