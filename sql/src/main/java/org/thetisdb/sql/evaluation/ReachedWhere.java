package org.thetisdb.sql.evaluation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * The condition under which a subquery within expressions is reached: the branches of CASE around
 * it are taken, and the other operands of AND and OR leave the value open. Parts of the condition
 * that hold subqueries themselves are left out, and those that come to something else each time;
 * without them it holds more often. For one subquery; not thread-safe.
 */
final class ReachedWhere {
  private final RexSubQuery query;
  private final RexBuilder builder;
  private final List<RexNode> found = new ArrayList<>();

  private ReachedWhere(RexSubQuery query, RexBuilder builder) {
    this.query = query;
    this.builder = builder;
  }

  /**
   * The condition.
   *
   * @param filter whether the expressions are conditions, for which unknown is as good as false
   */
  static RexNode of(
      RexSubQuery query, List<RexNode> expressions, boolean filter, RexBuilder builder) {
    ReachedWhere where = new ReachedWhere(query, builder);
    expressions.forEach(expression -> where.walk(expression, List.of(), filter));
    return RexUtil.composeDisjunction(builder, where.found);
  }

  /** {@code reached} are the conditions for coming to a node. */
  private void walk(RexNode node, List<RexNode> reached, boolean filter) {
    if (node.equals(query)) {
      found.add(RexUtil.composeConjunction(builder, reached));
    } else if (node instanceof RexOver over) {
      OverParts.of(over).forEach(part -> walk(part, reached, false));
    } else if (node instanceof RexCall call) {
      switch (call.getKind()) {
        case CASE -> branches(call, reached, filter);
        case AND, OR -> operands(call, reached, filter);
        default -> call.getOperands().forEach(operand -> walk(operand, reached, false));
      }
    }
  }

  private void branches(RexCall call, List<RexNode> reached, boolean filter) {
    List<RexNode> before = new ArrayList<>(reached);
    int last = call.getOperands().size() - 1;
    for (int i = 0; i < last; i += 2) {
      RexNode when = call.getOperands().get(i);
      walk(when, before, true);
      List<RexNode> taken = new ArrayList<>(before);
      add(taken, when, SqlStdOperatorTable.IS_TRUE);
      walk(call.getOperands().get(i + 1), taken, filter);
      add(before, when, SqlStdOperatorTable.IS_NOT_TRUE);
    }
    walk(call.getOperands().get(last), before, filter);
  }

  /** Operands that cannot fail are looked at before those that follow in the text. */
  private void operands(RexCall call, List<RexNode> reached, boolean filter) {
    boolean all = call.getKind() == SqlKind.AND;
    SqlOperator open =
        !all
            ? SqlStdOperatorTable.IS_NOT_TRUE
            : filter ? SqlStdOperatorTable.IS_TRUE : SqlStdOperatorTable.IS_NOT_FALSE;
    List<RexNode> parts = all ? RelOptUtil.conjunctions(call) : RelOptUtil.disjunctions(call);
    for (int i = 0; i < parts.size(); i++) {
      List<RexNode> others = new ArrayList<>(reached);
      for (int j = 0; j < parts.size(); j++) {
        if (j < i || (j > i && !Fallible.mayFail(parts.get(j)))) {
          add(others, parts.get(j), open);
        }
      }
      walk(parts.get(i), others, filter);
    }
  }

  private void add(List<RexNode> conditions, RexNode condition, SqlOperator is) {
    if (RexUtil.SubQueryFinder.find(condition) == null && RexUtil.isDeterministic(condition)) {
      conditions.add(builder.makeCall(is, condition));
    }
  }
}
