package org.thetisdb.sql.plan.scalar;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.thetisdb.sql.dialect.expression.NumberCalls;
import org.thetisdb.sql.dialect.expression.PatternCalls;
import org.thetisdb.sql.dialect.expression.TimestampLiterals;
import org.thetisdb.sql.evaluation.ShortCircuits;
import org.thetisdb.sql.growth.GrowthGuards;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.query.RowFunction;

/**
 * Compiles expressions: columns, parameters and plain constants directly, all others by generated
 * code. Stateless.
 */
public final class Scalars {
  /** Methods of more are not compiled to machine code, and have a bound in class files. */
  private static final int NODES_OF_METHOD = 300;

  private Scalars() {}

  /** Compiles expressions over rows of a type. */
  public static RowFunction compile(
      RexBuilder builder, List<RexNode> expressions, RelDataType rowType) {
    return compile(builder, expressions, rowType, false);
  }

  private static RowFunction compile(
      RexBuilder builder, List<RexNode> expressions, RelDataType rowType, boolean filter) {
    Scalar[] simple = new Scalar[expressions.size()];
    List<RexNode> others = new ArrayList<>();
    List<Integer> otherAt = new ArrayList<>();
    for (int i = 0; i < simple.length; i++) {
      RexNode expression = RexUtil.expandSearch(builder, null, expressions.get(i));
      simple[i] = simple(expression);
      if (simple[i] == null) {
        simple[i] = new LongConditions(builder, rowType, filter).compile(expression);
      }
      if (simple[i] == null) {
        simple[i] = new LongCases(builder, rowType).compile(expression);
      }
      if (simple[i] == null) {
        others.add(expression);
        otherAt.add(i);
      }
    }
    return new RowFunction(
        simple,
        otherAt.stream().mapToInt(Integer::intValue).toArray(),
        others.isEmpty() ? null : generate(builder, others, rowType, filter));
  }

  /** Compiles one expression. */
  public static Scalar compile(RexBuilder builder, RexNode expression, RelDataType rowType) {
    return compile(builder, List.of(expression), rowType).single();
  }

  /** Compiles a condition that rows have to meet: it may give false where it is unknown. */
  public static Scalar filter(RexBuilder builder, RexNode condition, RelDataType rowType) {
    return compile(builder, List.of(condition), rowType, true).single();
  }

  private static Function1<DataContext, Object[]> generate(
      RexBuilder builder, List<RexNode> expressions, RelDataType rowType, boolean filter) {
    // References that came from elsewhere may say NOT NULL where the row does not.
    List<RexNode> typed = RexUtil.fixUp(builder, expressions, RelOptUtil.getFieldTypeList(rowType));
    List<RexNode> counted =
        typed.stream()
            .map(one -> ShortCircuits.apply(one, filter, builder))
            .map(one -> NumberCalls.apply(one, builder))
            .map(one -> TimestampLiterals.apply(PatternCalls.apply(one, builder), builder))
            .map(one -> GrowthGuards.apply(one, builder))
            .toList();
    List<Function1<DataContext, Object[]>> parts = new ArrayList<>();
    for (List<RexNode> some : inMethods(counted)) {
      parts.add(GeneratedCode.of(builder, some, rowType)::values);
    }
    return parts.size() == 1 ? parts.get(0) : inTurn(parts, counted.size());
  }

  /** Expressions in groups, in their order, of each of which one method is made. */
  static List<List<RexNode>> inMethods(List<RexNode> expressions) {
    List<List<RexNode>> groups = new ArrayList<>();
    int nodes = NODES_OF_METHOD;
    for (RexNode expression : expressions) {
      if (nodes >= NODES_OF_METHOD) {
        groups.add(new ArrayList<>());
        nodes = 0;
      }
      groups.get(groups.size() - 1).add(expression);
      nodes += expression.nodeCount();
    }
    return groups;
  }

  /** The values of several functions behind each other. */
  private static Function1<DataContext, Object[]> inTurn(
      List<Function1<DataContext, Object[]>> parts, int size) {
    return context -> {
      Object[] values = new Object[size];
      int at = 0;
      for (Function1<DataContext, Object[]> part : parts) {
        Object[] some = part.apply(context);
        System.arraycopy(some, 0, values, at, some.length);
        at += some.length;
      }
      return values;
    };
  }

  /** A column, parameter or plain constant; null for all else. */
  static Scalar simple(RexNode expression) {
    if (expression instanceof RexInputRef ref) {
      int index = ref.getIndex();
      return run -> run.rowValue(index);
    }
    if (expression instanceof RexDynamicParam parameter) {
      int index = parameter.getIndex();
      return run -> run.calcArgument(index);
    }
    return expression instanceof RexLiteral literal ? constant(literal) : null;
  }

  private static Scalar constant(RexLiteral literal) {
    if (literal.isNull()) {
      return run -> null;
    }
    Object value =
        switch (literal.getType().getSqlTypeName()) {
          case BOOLEAN -> literal.getValueAs(Boolean.class);
          case TINYINT -> literal.getValueAs(Byte.class);
          case SMALLINT -> literal.getValueAs(Short.class);
          case INTEGER, DATE, TIME -> literal.getValueAs(Integer.class);
          case BIGINT -> literal.getValueAs(Long.class);
          case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TimestampLiterals.us(literal);
          case DECIMAL -> literal.getValueAs(java.math.BigDecimal.class);
          case DOUBLE, FLOAT -> literal.getValueAs(Double.class);
          case VARCHAR -> literal.getValueAs(String.class);
          case CHAR -> literal.getValueAs(String.class);
          default -> null;
        };
    return value == null ? null : run -> value;
  }
}
