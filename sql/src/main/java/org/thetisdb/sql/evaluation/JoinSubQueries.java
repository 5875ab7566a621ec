package org.thetisdb.sql.evaluation;

import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.tools.RelBuilder;

/** Subqueries that may fail in the condition of an inner join, which is a filter then. */
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
    return join.getJoinType() == JoinRelType.INNER && mayFail(join.getCondition());
  }

  private static void match(SubQueryRemoveRule rule, RelOptRuleCall call) {
    Join join = call.rel(0);
    RelBuilder builder = call.builder();
    builder.push(join.getLeft()).push(join.getRight());
    builder.join(JoinRelType.INNER, builder.literal(true));
    builder.filter(join.getVariablesSet(), join.getCondition());
    call.transformTo(builder.build());
  }
}
