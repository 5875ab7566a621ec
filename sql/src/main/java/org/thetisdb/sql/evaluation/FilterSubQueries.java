package org.thetisdb.sql.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;

/**
 * Subqueries of conditions. If one may fail, the conditions that hold none choose the rows before.
 */
public final class FilterSubQueries extends SubQueryRule {
  /** The one rule of this kind. */
  public static final FilterSubQueries RULE =
      new FilterSubQueries(Config.FILTER.withMatchHandler(FilterSubQueries::match));

  private FilterSubQueries(Config config) {
    super(config);
  }

  private static void match(SubQueryRemoveRule rule, RelOptRuleCall call) {
    Filter filter = call.rel(0);
    RelBuilder builder = call.builder();
    builder.push(filter.getInput());
    List<RexNode> plain = new ArrayList<>();
    List<RexNode> others = new ArrayList<>();
    for (RexNode part : RelOptUtil.conjunctions(filter.getCondition())) {
      (RexUtil.SubQueryFinder.find(part) == null ? plain : others).add(part);
    }
    if (!plain.isEmpty() && mayFail(filter.getCondition())) {
      builder.filter(plain);
      builder.filter(filter.getVariablesSet(), others);
    } else {
      joined((FilterSubQueries) rule, filter, builder);
    }
    call.transformTo(builder.build());
  }

  private static void joined(FilterSubQueries rule, Filter filter, RelBuilder builder) {
    RexNode condition = filter.getCondition();
    int count = 0;
    RexSubQuery query = RexUtil.SubQueryFinder.find(condition);
    while (query != null) {
      List<RexNode> within = List.of(condition);
      RelOptUtil.Logic logic = logicOf(RelOptUtil.Logic.TRUE, within, query);
      Set<CorrelationId> own = RelOptUtil.getVariablesUsed(query.rel);
      own.retainAll(filter.getVariablesSet());
      RexNode value = rule.joined(query, own, logic, builder, within, true, ++count);
      condition = condition.accept(new InPlace(query, value, builder.getRexBuilder()));
      query = RexUtil.SubQueryFinder.find(condition);
    }
    builder.filter(condition);
    int width = filter.getRowType().getFieldCount();
    builder.project(builder.fields().subList(0, width), filter.getRowType().getFieldNames());
  }
}
