package org.thetisdb.sql.plan.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Which subqueries may become joins of all their rows. Calcite's decorrelation has wrong rows where
 * a condition may hold for a NULL of the row outside, where a window or a limit runs over more rows
 * than that one's, where a value must be single, and where one subquery lies within another. What
 * is left is what it is for: filters by equality below joins and aggregates. Stateless.
 */
public final class Decorrelation {
  private Decorrelation() {}

  /** Whether each correlation of a plan is of that kind. */
  public static boolean isSafe(RelNode plan) {
    if (plan instanceof Correlate correlate
        && !(isPlain(correlate.getRight())
            && keepsTotals(correlate)
            && correlate.getRequiredColumns().asList().stream()
                .noneMatch(column -> isConstantKey(correlate.getLeft(), column)))) {
      return false;
    }
    return plan.getInputs().stream().allMatch(Decorrelation::isSafe);
  }

  /**
   * Whether a column is a constant by which rows are grouped: Calcite leaves it out where a
   * subquery looks at it, and what is grouped by nothing has a row of no rows.
   */
  private static boolean isConstantKey(RelNode node, int column) {
    if (node instanceof Project project) {
      return project.getProjects().get(column) instanceof RexInputRef below
          && isConstantKey(project.getInput(), below.getIndex());
    }
    if (node instanceof Aggregate groups) {
      return column < groups.getGroupCount()
          && groups.getInput() instanceof Project values
          && values.getProjects().get(groups.getGroupSet().nth(column)) instanceof RexLiteral;
    }
    if (node instanceof BiRel both) {
      int first = both.getLeft().getRowType().getFieldCount();
      return column < first
          ? isConstantKey(both.getLeft(), column)
          : column - first < both.getRight().getRowType().getFieldCount()
              && isConstantKey(both.getRight(), column - first);
    }
    return (node instanceof Filter || node instanceof Sort)
        && isConstantKey(node.getInput(0), column);
  }

  /**
   * The same plan, in which a query that has one row for each row around, as an aggregate of all
   * its rows, is joined as one that may have none. Calcite groups by what is equal, and an inner
   * join would lose the rows around that have no group.
   */
  public static RelNode withTotals(RelNode plan) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof Correlate correlate
                    && correlate.getJoinType() == JoinRelType.INNER
                    && totalOf(correlate.getRight()) != null
                ? outer(correlate)
                : visited;
          }
        });
  }

  private static RelNode outer(Correlate inner) {
    Correlate outer =
        inner.copy(
            inner.getTraitSet(),
            inner.getLeft(),
            inner.getRight(),
            inner.getCorrelationId(),
            inner.getRequiredColumns(),
            JoinRelType.LEFT);
    RexBuilder builder = inner.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    boolean same = true;
    for (RelDataTypeField field : inner.getRowType().getFieldList()) {
      RexNode column = builder.makeInputRef(outer, field.getIndex());
      boolean lost = column.getType().isNullable() && !field.getType().isNullable();
      same &= !lost;
      columns.add(lost ? builder.makeAbstractCast(field.getType(), column, false) : column);
    }
    return same
        ? outer
        : LogicalProject.create(
            outer, List.of(), columns, inner.getRowType().getFieldNames(), Set.of());
  }

  /** The aggregate of all rows whose one row a query gives; null for other queries. */
  private static Aggregate totalOf(RelNode query) {
    RelNode below = query;
    while (below instanceof Project project) {
      below = project.getInput();
    }
    return below instanceof Aggregate groups
            && groups.getGroupSet().isEmpty()
            && groups.getGroupSets().size() == 1
        ? groups
        : null;
  }

  /** An aggregate has a row of no rows, too; that is kept where a query gives that row alone. */
  private static boolean keepsTotals(Correlate correlate) {
    Aggregate total = totalOf(correlate.getRight());
    boolean isKept = total != null && correlate.getJoinType() == JoinRelType.LEFT;
    return !hasTotal(isKept ? total.getInput() : correlate.getRight());
  }

  /** Whether it has an aggregate with a row of no rows, of which the rows around decide. */
  private static boolean hasTotal(RelNode node) {
    return (node instanceof Aggregate groups
            && groups.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty)
            && !RelOptUtil.getVariablesUsed(groups).isEmpty())
        || node.getInputs().stream().anyMatch(Decorrelation::hasTotal);
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
      plain =
          aggregate.getAggCallList().stream().allMatch(Decorrelation::isPlain)
              && !omitsKey(aggregate);
    } else if (node instanceof Join join) {
      plain = join.getJoinType() == JoinRelType.INNER && !isCorrelated(join.getCondition());
    } else {
      plain = node.getInputs().isEmpty();
    }
    return plain && node.getInputs().stream().allMatch(Decorrelation::isPlain);
  }

  /**
   * Whether rows are grouped by a constant and something else is made of them: Calcite leaves the
   * constant out, and takes what comes behind it for other columns.
   */
  private static boolean omitsKey(Aggregate aggregate) {
    boolean alone = aggregate.getGroupCount() == 1 && aggregate.getAggCallList().isEmpty();
    return !alone
        && aggregate.getInput() instanceof Project values
        && aggregate.getGroupSet().asList().stream()
            .anyMatch(key -> values.getProjects().get(key) instanceof RexLiteral);
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
