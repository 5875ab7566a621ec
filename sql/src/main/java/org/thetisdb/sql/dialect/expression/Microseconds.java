package org.thetisdb.sql.dialect.expression;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.thetisdb.sql.dialect.Conversion;
import org.thetisdb.sql.dialect.OperandType;
import org.thetisdb.sql.dialect.OwnFunctions;
import org.thetisdb.sql.dialect.TimestampTypes;
import org.thetisdb.sql.dialect.TypedFunction;
import org.thetisdb.sql.function.time.Microsecond;

/**
 * Timestamps are numbers of microseconds where they are calculated with, as in rows, and Calcite's
 * functions take them for milliseconds. What only compares or passes them on does not mind; every
 * other function of Calcite's is given milliseconds, and what it makes of them becomes microseconds
 * again. Functions of ours count in microseconds. For one compilation; not thread-safe.
 */
public final class Microseconds extends RexShuttle {
  private static final Set<SqlKind> PASSED_ON =
      EnumSet.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.SEARCH,
          SqlKind.BETWEEN,
          SqlKind.IN,
          SqlKind.CASE,
          SqlKind.COALESCE,
          SqlKind.NULLIF,
          SqlKind.NVL,
          SqlKind.GREATEST,
          SqlKind.LEAST,
          SqlKind.GREATEST_PG,
          SqlKind.LEAST_PG,
          SqlKind.REINTERPRET,
          SqlKind.ROW,
          SqlKind.ITEM,
          SqlKind.ARRAY_VALUE_CONSTRUCTOR);

  private static final TypedFunction TO_MS = function("us_to_ms", "toMs", 1);
  private static final TypedFunction TO_MS_OR_0 = function("us_to_ms_or_0", "toMsOrZero", 1);
  private static final TypedFunction TO_MS_UP = function("us_to_ms_up", "toMsUp", 1);
  private static final TypedFunction OF_DATE = function("us_of_date", "ofDate", 1);
  private static final TypedFunction TO_US = function("ms_to_us", "ofMs", 1);
  private static final TypedFunction WITH_REST = function("ms_with_us", "withRest", 2);
  private static final TypedFunction ROUNDED = function("us_rounded", "rounded", 2);

  private final RexBuilder builder;

  private Microseconds(RexBuilder builder) {
    this.builder = builder;
  }

  /** The plan with functions that count in microseconds. */
  public static RelNode apply(RelNode plan, RexBuilder builder) {
    Microseconds microseconds = new Microseconds(builder);
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(microseconds);
          }
        });
  }

  private static TypedFunction function(String name, String method, int operands) {
    return new TypedFunction(
        name + "_",
        (types, all) -> all.get(0),
        Collections.nCopies(operands, OperandType.ANY),
        false,
        true,
        method(method));
  }

  private static Method method(String name) {
    return Arrays.stream(Microsecond.class.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no method " + name));
  }

  /** Calcite makes no code that compares constants of a window that are NULL. */
  @Override
  public RexNode visitOver(RexOver over) {
    SqlKind kind = over.getAggOperator().getKind();
    if ((kind == SqlKind.MIN || kind == SqlKind.MAX)
        && RexUtil.isNullLiteral(over.getOperands().get(0), true)) {
      return builder.makeNullLiteral(over.getType());
    }
    return super.visitOver(RangeFrames.inPlaceOf(over, builder));
  }

  @Override
  public RexNode visitCall(RexCall call) {
    RexNode visited = super.visitCall(call);
    if (!(visited instanceof RexCall inner)) {
      return visited;
    }
    if (inner.getOperator() instanceof SqlUserDefinedFunction) {
      return FiniteTimes.checkedOperands(inner, builder);
    }
    if (PASSED_ON.contains(inner.getKind())) {
      return SqlKind.COMPARISON.contains(inner.getKind()) ? compared(inner) : inner;
    }
    SqlOperator operator = inner.getOperator();
    if (operator.equals(SqlStdOperatorTable.CURRENT_TIMESTAMP)
        || operator.equals(SqlStdOperatorTable.LOCALTIMESTAMP)) {
      return builder.makeCall(inner.getType(), OwnFunctions.byName("now"), List.of());
    }
    boolean takes =
        inner.getOperands().stream().anyMatch(one -> TimestampTypes.isOne(one.getType()));
    if (inner.getKind() == SqlKind.CAST && takes) {
      return cast(inner);
    }
    if (inner.getKind() == SqlKind.CAST && isDate(inner.getOperands().get(0))) {
      return dateCast(inner);
    }
    if (inner.getKind() == SqlKind.FLOOR && isDate(inner.getOperands().get(0))) {
      return FiniteTimes.floor(inner, builder);
    }
    return takes || TimestampTypes.isOne(inner.getType())
        ? byMilliseconds((RexCall) FiniteTimes.checkedDates(inner, builder))
        : FiniteTimes.checkedDates(inner, builder);
  }

  /** Calcite's code takes the days of a date beside a timestamp for milliseconds by itself. */
  private RexNode compared(RexCall comparison) {
    RexNode one = comparison.getOperands().get(0);
    RexNode other = comparison.getOperands().get(1);
    if (TimestampTypes.isOne(one.getType()) && isDate(other)) {
      return comparison.clone(comparison.getType(), List.of(one, begin(other, builder)));
    }
    return isDate(one) && TimestampTypes.isOne(other.getType())
        ? comparison.clone(comparison.getType(), List.of(begin(one, builder), other))
        : comparison;
  }

  private static boolean isDate(RexNode node) {
    return node.getType().getSqlTypeName() == SqlTypeName.DATE;
  }

  /** The midnight with which a date begins. */
  static RexNode begin(RexNode date, RexBuilder builder) {
    RelDataTypeFactory types = builder.getTypeFactory();
    RelDataType type =
        types.createTypeWithNullability(
            types.createSqlType(SqlTypeName.TIMESTAMP, TimestampTypes.DIGITS),
            date.getType().isNullable());
    return builder.makeCall(type, OF_DATE, List.of(date));
  }

  private RexNode cast(RexCall cast) {
    RexNode time = cast.getOperands().get(0);
    RelDataType to = cast.getType();
    if (SqlTypeUtil.isCharacter(to)) {
      return builder.makeCall(to, Conversion.to(to), List.of(time));
    }
    if (to.getSqlTypeName() == SqlTypeName.DATE) {
      return builder.makeCall(to, FiniteTimes.DATE_OF, List.of(time));
    }
    if (!TimestampTypes.isOne(to)) {
      return byMilliseconds(cast);
    }
    if (to.getPrecision() < time.getType().getPrecision()) {
      RexNode digits = builder.makeExactLiteral(BigDecimal.valueOf(to.getPrecision()));
      return builder.makeCall(to, ROUNDED, List.of(time, digits));
    }
    return to.getSqlTypeName() == time.getType().getSqlTypeName()
        ? cast
        : builder.makeCall(to, SqlStdOperatorTable.REINTERPRET, List.of(time));
  }

  private RexNode dateCast(RexCall cast) {
    if (!TimestampTypes.isOne(cast.getType())) {
      return cast;
    }
    RexNode begin = begin(cast.getOperands().get(0), builder);
    return cast.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
        ? begin
        : builder.makeCall(cast.getType(), SqlStdOperatorTable.REINTERPRET, List.of(begin));
  }

  private RexNode byMilliseconds(RexCall call) {
    List<RexNode> operands = new ArrayList<>();
    List<RexNode> times = new ArrayList<>();
    TypedFunction down =
        switch (call.getKind()) {
          case FLOOR -> TO_MS_OR_0;
          case CEIL -> TO_MS_UP;
          default -> TO_MS;
        };
    for (RexNode operand : call.getOperands()) {
      if (TimestampTypes.isOne(operand.getType())) {
        times.add(operand);
        operands.add(builder.makeCall(operand.getType(), down, List.of(operand)));
      } else {
        operands.add(operand);
      }
    }
    RexNode milliseconds = call.clone(call.getType(), operands);
    if (!TimestampTypes.isOne(call.getType())) {
      return milliseconds;
    }
    if (call.getKind() == SqlKind.FLOOR) {
      RexNode begin = builder.makeCall(call.getType(), TO_US, List.of(milliseconds));
      return builder.makeCall(call.getType(), FiniteTimes.KEPT, List.of(times.get(0), begin));
    }
    boolean moved = call.getKind() != SqlKind.CEIL;
    return moved && times.size() == 1
        ? builder.makeCall(call.getType(), WITH_REST, List.of(milliseconds, times.get(0)))
        : builder.makeCall(call.getType(), TO_US, List.of(milliseconds));
  }
}
