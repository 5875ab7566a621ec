package org.thetisdb.sql.plan;

import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;

/**
 * Which subqueries may become joins of all their rows. Calcite's decorrelation has wrong rows where
 * a condition may hold for a NULL of the row outside, where a window or a limit runs over more rows
 * than that one's, where a value must be single, and where one subquery lies within another. What
 * is left is what it is for: filters by equality below joins and aggregates. Stateless.
 */
final class Decorrelation {
  private Decorrelation() {}

  /** Whether each correlation of a plan is of that kind. */
  static boolean isSafe(RelNode plan) {
    if (plan instanceof Correlate correlate && !isPlain(correlate.getRight())) {
      return false;
    }
    return plan.getInputs().stream().allMatch(Decorrelation::isSafe);
  }

  private static boolean isPlain(RelNode node) {
    boolean plain;
    if (node instanceof Filter filter) {
      plain =
          RelOptUtil.conjunctions(filter.getCondition()).stream()
              .allMatch(part -> !isCorrelated(part) || isEquality(part));
    } else if (node instanceof Project project) {
      plain =
          project.getProjects().stream().noneMatch(Decorrelation::isCorrelated)
              && !RexOver.containsOver(project.getProjects(), null);
    } else if (node instanceof Aggregate aggregate) {
      plain = aggregate.getAggCallList().stream().allMatch(Decorrelation::isPlain);
    } else if (node instanceof Join join) {
      plain = join.getJoinType() == JoinRelType.INNER && !isCorrelated(join.getCondition());
    } else {
      plain = node.getInputs().isEmpty();
    }
    return plain && node.getInputs().stream().allMatch(Decorrelation::isPlain);
  }

  /** Calcite's columns of an ORDER BY within an aggregate stay where they were. */
  private static boolean isPlain(AggregateCall call) {
    return call.getAggregation().getKind() != SqlKind.SINGLE_VALUE
        && call.getCollation().getFieldCollations().isEmpty();
  }

  /** A column outside is equal to something inside. */
  private static boolean isEquality(RexNode part) {
    if (!(part instanceof RexCall call) || call.getKind() != SqlKind.EQUALS) {
      return false;
    }
    RexNode one = call.getOperands().get(0);
    RexNode other = call.getOperands().get(1);
    return (isOuterColumn(one) && !isCorrelated(other))
        || (isOuterColumn(other) && !isCorrelated(one));
  }

  private static boolean isOuterColumn(RexNode node) {
    RexNode bare = node;
    while (bare instanceof RexCall call && call.getKind() == SqlKind.CAST) {
      bare = call.getOperands().get(0);
    }
    return bare instanceof RexFieldAccess access
        && access.getReferenceExpr() instanceof RexCorrelVariable;
  }

  private static boolean isCorrelated(RexNode node) {
    boolean[] found = new boolean[1];
    node.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitCorrelVariable(RexCorrelVariable variable) {
            found[0] = true;
            return null;
          }
        });
    return found[0];
  }
}
