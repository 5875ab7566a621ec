package org.thetisdb.sql.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * {@code (a.k = b.k AND p) OR (a.k = b.k AND q)} is {@code a.k = b.k AND (p OR q)}: so an equality
 * that joins, or names a key, is seen as one. Conditions that may fail stay where they are written.
 * For one compilation; not thread-safe.
 */
public final class CommonFactors extends RelHomogeneousShuttle {
  /** ORs of more conditions are lists of values, which have nothing in common. */
  private static final int MOST_ALTERNATIVES = 100;

  private final RexBuilder builder;

  private CommonFactors(RexBuilder builder) {
    this.builder = builder;
  }

  /** A plan whose conditions have them apart. */
  public static RelNode apply(RelNode plan, RexBuilder builder) {
    return plan.accept(new CommonFactors(builder));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode node = super.visit(other);
    if (node instanceof Filter filter) {
      RexNode condition = factored(filter.getCondition());
      return condition.equals(filter.getCondition())
          ? filter
          : filter.copy(filter.getTraitSet(), filter.getInput(), condition);
    }
    if (node instanceof Join join) {
      RexNode condition = factored(join.getCondition());
      return condition.equals(join.getCondition())
          ? join
          : join.copy(
              join.getTraitSet(),
              condition,
              join.getLeft(),
              join.getRight(),
              join.getJoinType(),
              join.isSemiJoinDone());
    }
    return node;
  }

  /** The condition itself if nothing in it has a common factor. */
  private RexNode factored(RexNode condition) {
    List<RexNode> parts = new ArrayList<>();
    boolean changed = false;
    for (RexNode part : RelOptUtil.conjunctions(condition)) {
      Set<RexNode> factors = part.getKind() == SqlKind.OR ? common(part) : Set.of();
      if (factors.isEmpty()) {
        parts.add(part);
      } else {
        changed = true;
        parts.addAll(factors);
        parts.add(without(part, factors));
      }
    }
    return changed ? RexUtil.composeConjunction(builder, parts) : condition;
  }

  private static Set<RexNode> common(RexNode or) {
    List<RexNode> alternatives = RelOptUtil.disjunctions(or);
    if (alternatives.isEmpty() // of constants that are false alone
        || alternatives.size() > MOST_ALTERNATIVES
        || alternatives.stream().anyMatch(one -> one.getKind() != SqlKind.AND)) {
      return Set.of();
    }
    Set<RexNode> common = new LinkedHashSet<>(RelOptUtil.conjunctions(alternatives.get(0)));
    for (RexNode alternative : alternatives) {
      common.retainAll(new LinkedHashSet<>(RelOptUtil.conjunctions(alternative)));
    }
    common.removeIf(Fallible::mayFail);
    return common;
  }

  private RexNode without(RexNode or, Set<RexNode> factors) {
    List<RexNode> alternatives = new ArrayList<>();
    for (RexNode alternative : RelOptUtil.disjunctions(or)) {
      List<RexNode> rest = new ArrayList<>(RelOptUtil.conjunctions(alternative));
      rest.removeAll(factors);
      alternatives.add(RexUtil.composeConjunction(builder, rest));
    }
    return RexUtil.composeDisjunction(builder, alternatives);
  }
}
