package org.thetisdb.sql.plan.relation;

import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.sql.SqlKind;

/**
 * Takes ORDER BY away from aggregates that give the same in any order. Where one statement has
 * DISTINCT and an ordered aggregate, Calcite's AggregateExpandDistinctAggregatesRule picks each
 * group's value by a MIN that keeps the order of the aggregate below, by columns that are no longer
 * there. Stateless.
 */
public final class UselessOrders {
  private static final Set<SqlKind> ORDERLESS =
      Set.of(
          SqlKind.MIN,
          SqlKind.MAX,
          SqlKind.COUNT,
          SqlKind.SUM,
          SqlKind.SUM0,
          SqlKind.ANY_VALUE,
          SqlKind.SINGLE_VALUE);

  private UselessOrders() {}

  /** The plan without them. */
  public static RelNode removed(RelNode plan) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(LogicalAggregate aggregate) {
            RelNode visited = super.visit(aggregate);
            return visited instanceof LogicalAggregate same ? removed(same) : visited;
          }
        });
  }

  private static LogicalAggregate removed(LogicalAggregate aggregate) {
    if (aggregate.getAggCallList().stream().noneMatch(UselessOrders::isUseless)) {
      return aggregate;
    }
    List<AggregateCall> calls =
        aggregate.getAggCallList().stream()
            .map(call -> isUseless(call) ? call.withCollation(RelCollations.EMPTY) : call)
            .toList();
    return aggregate.copy(
        aggregate.getTraitSet(),
        aggregate.getInput(),
        aggregate.getGroupSet(),
        aggregate.getGroupSets(),
        calls);
  }

  private static boolean isUseless(AggregateCall call) {
    return ORDERLESS.contains(call.getAggregation().getKind())
        && !call.getCollation().getFieldCollations().isEmpty();
  }
}
