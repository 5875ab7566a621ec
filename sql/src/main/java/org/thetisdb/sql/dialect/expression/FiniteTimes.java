package org.thetisdb.sql.dialect.expression;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.sql.dialect.Conversion;
import org.thetisdb.sql.dialect.OperandType;
import org.thetisdb.sql.dialect.TimestampTypes;
import org.thetisdb.sql.dialect.TypedFunction;
import org.thetisdb.sql.function.ArrayFunctions;
import org.thetisdb.sql.function.time.InfiniteTime;

/**
 * Operands of functions that know no infinite dates and times: what would come to a wrong value is
 * refused when it runs. Stateless.
 */
public final class FiniteTimes {
  private static final TypedFunction TIME = function("finite_time_", "finite", null);
  private static final TypedFunction DATE = function("finite_date_", "finiteDate", null);

  /** The day in which a time lies, of infinite ones, too. */
  static final TypedFunction DATE_OF = function("date_of_time_", "dateOf", SqlTypeName.DATE);

  /** A date or time; null for an infinite one, of which most parts are null. */
  public static final TypedFunction OR_NULL = orNull("finite_time_or_null_", "finiteOrNull");

  public static final TypedFunction DATE_OR_NULL =
      orNull("finite_date_or_null_", "finiteDateOrNull");

  /** A time that was calculated from another one, which stays what it is if it is infinite. */
  static final TypedFunction KEPT =
      new TypedFunction(
          "infinite_time_kept_",
          (types, all) -> all.get(0),
          List.of(OperandType.ANY, OperandType.ANY),
          false,
          true,
          method("kept"));

  private static final TypedFunction KEPT_DATE =
      new TypedFunction(
          "infinite_date_kept_",
          (types, all) -> all.get(0),
          List.of(OperandType.ANY, OperandType.ANY),
          false,
          true,
          method("keptDate"));

  private static final TypedFunction DATE_OR_0 =
      function("finite_date_or_0_", "finiteDateOrZero", null);

  /** Functions of ours that know what is infinite, or only pass it on. */
  private static final Set<String> KNOWING =
      Set.of(
          "isfinite",
          "to_char",
          "at time zone",
          "date_bin",
          "timestamp_plus",
          "timestamp_minus",
          "date_plus",
          "date_minus",
          "date_at_time",
          "us_of_date",
          "us_rounded",
          "finite_time",
          "finite_date",
          "date_of_time",
          "finite_time_or_null",
          "finite_date_or_null",
          "infinite_time_kept",
          "infinite_date_kept",
          "finite_date_or_0",
          "us_to_ms_or_0",
          "extract_seconds",
          "seconds_part",
          "date trunc by",
          "date part by",
          "timestamp_text");

  private FiniteTimes() {}

  private static TypedFunction function(String name, String method, SqlTypeName result) {
    return new TypedFunction(
        name,
        (types, all) ->
            result == null
                ? all.get(0)
                : types.createTypeWithNullability(types.createSqlType(result), true),
        List.of(OperandType.ANY),
        false,
        true,
        method(method));
  }

  private static TypedFunction orNull(String name, String method) {
    return new TypedFunction(
        name,
        (types, all) -> types.createTypeWithNullability(all.get(0), true),
        List.of(OperandType.ANY),
        false,
        true,
        method(method));
  }

  private static Method method(String name) {
    return Arrays.stream(InfiniteTime.class.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no method " + name));
  }

  /** A call of a function of ours. */
  static RexNode checkedOperands(RexCall call, RexBuilder builder) {
    String name = call.getOperator().getName();
    String bare = name.endsWith("_") ? name.substring(0, name.length() - 1) : name;
    boolean passes =
        call.getOperator() instanceof Conversion
            || (call.getOperator() instanceof TypedFunction ours
                && ours.declaringClass() == ArrayFunctions.class);
    boolean knows = passes || KNOWING.contains(bare);
    return knows ? call : checked(call, builder, true);
  }

  /** A call of Calcite's function, whose times are looked at when they become milliseconds. */
  static RexNode checkedDates(RexCall call, RexBuilder builder) {
    return checked(call, builder, false);
  }

  private static RexNode checked(RexCall call, RexBuilder builder, boolean times) {
    List<RexNode> operands = new ArrayList<>();
    boolean found = false;
    for (RexNode operand : call.getOperands()) {
      RelDataType type = operand.getType();
      boolean takes =
          type.getSqlTypeName() == SqlTypeName.DATE || (times && TimestampTypes.isOne(type));
      RexNode checked = takes ? checked(operand, builder) : operand;
      found |= takes && !(operand instanceof RexLiteral);
      operands.add(checked);
    }
    return found ? call.clone(call.getType(), operands) : call;
  }

  /** FLOOR of a date, which stays if it is infinite. */
  static RexNode floor(RexCall floor, RexBuilder builder) {
    List<RexNode> operands = new ArrayList<>(floor.getOperands());
    RexNode date = operands.get(0);
    if (date instanceof RexLiteral) {
      return floor;
    }
    operands.set(0, builder.makeCall(date.getType(), DATE_OR_0, List.of(date)));
    RexNode begin = floor.clone(floor.getType(), operands);
    return builder.makeCall(floor.getType(), KEPT_DATE, List.of(date, begin));
  }

  /** A date or time that is refused if it is infinite. */
  static RexNode checked(RexNode time, RexBuilder builder) {
    if (time instanceof RexLiteral) {
      return time;
    }
    boolean date = time.getType().getSqlTypeName() == SqlTypeName.DATE;
    return builder.makeCall(time.getType(), date ? DATE : TIME, List.of(time));
  }
}
