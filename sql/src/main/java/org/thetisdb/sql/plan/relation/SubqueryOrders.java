package org.thetisdb.sql.plan.relation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Collect;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.thetisdb.sql.compile.CompileBudget;

/**
 * ORDER BY in subqueries and views. The standard takes no notice of it; PostgreSQL's rows come in
 * that order, and applications count on it for LIMIT and for STRING_AGG around. It is kept where
 * somebody may see it, and taken out where nobody can: below joins, IN and EXISTS, groups whose
 * aggregates come to the same in any order, set operations, and another ORDER BY. Stateless.
 */
public final class SubqueryOrders {
  /** Aggregates that come to the same in any order. */
  private static final Set<SqlKind> OF_ANY_ORDER =
      EnumSet.of(
          SqlKind.COUNT,
          SqlKind.SUM,
          SqlKind.SUM0,
          SqlKind.MIN,
          SqlKind.MAX,
          SqlKind.AVG,
          SqlKind.SINGLE_VALUE,
          SqlKind.GROUPING,
          SqlKind.BIT_AND,
          SqlKind.BIT_OR,
          SqlKind.BIT_XOR,
          SqlKind.STDDEV_POP,
          SqlKind.STDDEV_SAMP,
          SqlKind.VAR_POP,
          SqlKind.VAR_SAMP);

  private SubqueryOrders() {}

  /** The same query without the sorts that nobody sees. */
  public static RelNode apply(RelNode query) {
    return kept(query, true);
  }

  /** What is left of a part; {@code ordered} is whether somebody sees the order of its rows. */
  private static RelNode kept(RelNode node, boolean ordered) {
    CompileBudget.step();
    if (node instanceof LogicalSort sort) {
      return sorted(sort, ordered);
    }
    List<RelNode> inputs = new ArrayList<>();
    boolean below = passesOn(node, ordered);
    for (RelNode input : node.getInputs()) {
      inputs.add(kept(input, below));
    }
    RelNode same = inputs.equals(node.getInputs()) ? node : node.copy(node.getTraitSet(), inputs);
    return same.accept(new OfSubqueries());
  }

  private static RelNode sorted(LogicalSort sort, boolean ordered) {
    if (RelOptUtil.isPureOrder(sort)) {
      return ordered
          ? sort.copy(sort.getTraitSet(), List.of(kept(sort.getInput(), false)))
          : kept(sort.getInput(), false);
    }
    if (!sort.getCollation().getFieldCollations().isEmpty()) {
      return sort.copy(sort.getTraitSet(), List.of(kept(sort.getInput(), false)));
    }
    RelNode input = kept(sort.getInput(), true);
    RelNode merged = limited(input, sort);
    return merged == null ? sort.copy(sort.getTraitSet(), List.of(input)) : merged;
  }

  /** The limit at the sort that it cuts, so that no more rows are kept; null if there is none. */
  private static RelNode limited(RelNode input, Sort limit) {
    if (RelOptUtil.isPureOrder(input)) {
      Sort sort = (Sort) input;
      return LogicalSort.create(sort.getInput(), sort.getCollation(), limit.offset, limit.fetch);
    }
    if (input instanceof Project project && !RexOver.containsOver(project.getProjects(), null)) {
      RelNode below = limited(project.getInput(), limit);
      return below == null ? null : project.copy(project.getTraitSet(), List.of(below));
    }
    return null;
  }

  private static boolean passesOn(RelNode node, boolean ordered) {
    if (node instanceof Project project) {
      return ordered || RexOver.containsOver(project.getProjects(), null);
    }
    if (node instanceof Aggregate aggregate) {
      return aggregate.getAggCallList().stream().anyMatch(SubqueryOrders::seesOrder);
    }
    if (node instanceof Collect) {
      return true;
    }
    boolean asItCame =
        node instanceof Filter
            || node instanceof Correlate
            || node instanceof Uncollect
            || (node instanceof Union union && union.all);
    return asItCame && ordered;
  }

  private static boolean seesOrder(AggregateCall call) {
    return !OF_ANY_ORDER.contains(call.getAggregation().getKind())
        && call.getCollation().getFieldCollations().isEmpty();
  }

  private static final class OfSubqueries extends RexShuttle {
    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      boolean ordered =
          switch (query.getKind()) {
            case IN, NOT_IN, EXISTS, SOME, UNIQUE -> false;
            default -> true; // values and collections of the rows
          };
      RelNode rows = kept(query.rel, ordered);
      RexSubQuery same = (RexSubQuery) super.visitSubQuery(query);
      return rows.equals(query.rel) ? same : same.clone(rows);
    }
  }
}
