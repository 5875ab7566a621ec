package org.thetisdb.sql.operator;

import java.math.BigDecimal;
import org.apache.calcite.linq4j.tree.BinaryExpression;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.ConstantExpression;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.ExpressionType;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.sql.dialect.expression.MonthFrames;

/**
 * What the code of windows may keep from one row to the next. Calcite's adds the rows that are new
 * in a frame to what it gathered for the row before, and where the bounds of the frame stay, it
 * keeps the result. A frame with EXCLUDE has other rows even so; and a result that is a collection
 * is what was gathered itself, so that it would go on growing.
 *
 * @param excludes whether a frame of the plan has EXCLUDE: each is gathered anew for each row
 * @param collects whether a result is a collection: it is gathered anew where the bounds move
 * @param shifts whether a frame is bounded by months
 */
record WindowFrames(boolean excludes, boolean collects, boolean shifts) {
  /** Of Calcite's code: the last row of the frame of the row before. */
  private static final String LAST_END = "prevEnd";

  /** What the windows of a plan need. */
  static WindowFrames of(RelNode plan) {
    boolean excludes = false;
    boolean collects = false;
    boolean shifts = false;
    for (RelNode input : plan.getInputs()) {
      WindowFrames below = of(input);
      excludes |= below.excludes;
      collects |= below.collects;
      shifts |= below.shifts;
    }
    if (plan instanceof Window window) {
      shifts |=
          window.constants.stream()
              .anyMatch(
                  constant ->
                      constant.getValue() instanceof BigDecimal number
                          && MonthFrames.isMarked(number.longValue()));
      for (Window.Group group : window.groups) {
        excludes |= group.exclude != RexWindowExclusion.EXCLUDE_NO_OTHER;
        collects |= group.aggCalls.stream().anyMatch(WindowFrames::isCollection);
      }
    }
    return new WindowFrames(excludes, collects, shifts);
  }

  private static boolean isCollection(Window.RexWinAggCall call) {
    SqlTypeName type = call.getType().getSqlTypeName();
    return type == SqlTypeName.ARRAY || type == SqlTypeName.MULTISET || type == SqlTypeName.MAP;
  }

  /** The same code for all rows. */
  BlockStatement applyTo(BlockStatement code) {
    return excludes || collects || shifts ? code.accept(new Anew()) : code;
  }

  private final class Anew extends Shuttle {
    @Override
    public Expression visit(BinaryExpression binary, Expression left, Expression right) {
      if (right instanceof ConstantExpression constant && MonthFrames.isMarked(constant.value)) {
        boolean later = binary.getNodeType() == ExpressionType.Add;
        return Expressions.call(MonthFrames.class, later ? "later" : "earlier", left, right);
      }
      boolean gathersAnew =
          (excludes || collects) && binary.getNodeType() == ExpressionType.LessThan;
      boolean looksAgain = excludes && binary.getNodeType() == ExpressionType.NotEqual;
      return isLastEnd(right) && (gathersAnew || looksAgain)
          ? Expressions.constant(true)
          : super.visit(binary, left, right);
    }

    private static boolean isLastEnd(Expression expression) {
      return expression instanceof ParameterExpression variable
          && variable.name.startsWith(LAST_END);
    }
  }
}
