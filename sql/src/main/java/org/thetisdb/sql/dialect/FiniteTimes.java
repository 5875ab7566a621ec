package org.thetisdb.sql.dialect;

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
import org.thetisdb.sql.function.ArrayFunctions;
import org.thetisdb.sql.function.InfiniteTime;

/**
 * Operands of functions that know no infinite dates and times: what would come to a wrong value is
 * refused when it runs. Stateless.
 */
final class FiniteTimes {
  private static final TypedFunction TIME = function("finite_time_", "finite", null);
  private static final TypedFunction DATE = function("finite_date_", "finiteDate", null);

  /** The day in which a time lies, of infinite ones, too. */
  static final TypedFunction DATE_OF = function("date_of_time_", "dateOf", SqlTypeName.DATE);

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
                && ours.home() == ArrayFunctions.class);
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
          type.getSqlTypeName() == SqlTypeName.DATE || (times && Microseconds.counts(type));
      RexNode checked = takes ? checked(operand, builder) : operand;
      found |= takes && !(operand instanceof RexLiteral);
      operands.add(checked);
    }
    return found ? call.clone(call.getType(), operands) : call;
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
