package org.thetisdb.sql.evaluation;

import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;

/**
 * Subqueries in conditions of joins, before Calcite's rule: an inner join with one that may fail,
 * or looks at both sides, is a filter then, what looks at one side is calculated there, and columns
 * give names free that Calcite takes. Stateless.
 */
public final class JoinSubQueries extends SubQueryRule {
  /** The one rule of this kind; it goes before Calcite's. */
  public static final JoinSubQueries RULE =
      new JoinSubQueries(Config.JOIN.withMatchHandler(JoinSubQueries::match));

  private JoinSubQueries(Config config) {
    super(config);
  }

  @Override
  public boolean matches(RelOptRuleCall call) {
    Join join = call.rel(0);
    return RexUtil.SubQueryFinder.find(join.getCondition()) != null
        && (isFilter(join)
            || OneSidedConditions.are(join)
            || TakenNames.areIn(join.getLeft())
            || TakenNames.areIn(join.getRight()));
  }

  private static boolean isFilter(Join join) {
    return join.getJoinType() == JoinRelType.INNER
        && (mayFail(join.getCondition())
            || (!join.getVariablesSet().isEmpty() && !OneSidedConditions.are(join)));
  }

  private static void match(SubQueryRemoveRule rule, RelOptRuleCall call) {
    Join join = call.rel(0);
    RelBuilder builder = call.builder();
    if (isFilter(join)) {
      builder.push(join.getLeft()).push(join.getRight());
      builder.join(JoinRelType.INNER, builder.literal(true));
      builder.filter(join.getVariablesSet(), join.getCondition());
    } else if (OneSidedConditions.are(join)) {
      call.transformTo(OneSidedConditions.apply(join));
      return;
    } else {
      RelNode left = freed(builder, join.getLeft());
      RelNode right = freed(builder, join.getRight());
      // The builder takes no RIGHT join with variables, which Calcite's rule removes.
      builder.push(
          join.copy(
              join.getTraitSet(),
              join.getCondition(),
              left,
              right,
              join.getJoinType(),
              join.isSemiJoinDone()));
      builder.project(builder.fields(), join.getRowType().getFieldNames(), true);
    }
    call.transformTo(builder.build());
  }

  private static RelNode freed(RelBuilder builder, RelNode rows) {
    builder.push(rows);
    TakenNames.free(builder);
    return builder.build();
  }
}
