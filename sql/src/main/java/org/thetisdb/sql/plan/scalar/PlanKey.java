package org.thetisdb.sql.plan.scalar;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalIntersect;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalMinus;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.thetisdb.sql.access.TableAccess;

/**
 * All of a plan that the code for it depends on: plans with equal keys have the same code. How an
 * access finds its rows, and which of them, is no part of it, since the code asks for rows by the
 * number of the access; neither are names of columns, as code goes by places. For one thread.
 */
public final class PlanKey {
  /** Larger plans are no part of short statements. */
  private static final int MOST_PARTS = 300;

  private final List<Object> parts = new ArrayList<>();
  private final List<RexNode> expressions = new ArrayList<>();
  private boolean known = true;

  private PlanKey() {}

  /** The key of a plan before it has operators; null if code of such a plan is made each time. */
  public static List<Object> of(RelNode plan) {
    PlanKey key = new PlanKey();
    key.add(plan);
    if (!key.known) {
      return null;
    }
    key.parts.addAll(Meanings.of(key.expressions)); // equal ones may still do something else
    return List.copyOf(key.parts);
  }

  private void add(RelNode node) {
    parts.add(node.getClass());
    parts.add(node.getInputs().size());
    parts.add(RelOptUtil.getFieldTypeList(node.getRowType()));
    if (parts.size() > MOST_PARTS || !addDetails(node)) {
      known = false;
    }
    for (RelNode input : node.getInputs()) {
      if (known) {
        add(input);
      }
    }
  }

  /** False for a kind of node that is not known here. */
  private boolean addDetails(RelNode node) {
    if (node instanceof TableAccess access) {
      parts.add(access.number());
      parts.add(access.outer());
      return true;
    }
    if (node.getClass() == LogicalProject.class) {
      ((LogicalProject) node).getProjects().forEach(this::add);
      return true;
    }
    if (node.getClass() == LogicalFilter.class) {
      parts.add(((LogicalFilter) node).getVariablesSet());
      add(((LogicalFilter) node).getCondition());
      return true;
    }
    if (node.getClass() == LogicalJoin.class) {
      LogicalJoin join = (LogicalJoin) node;
      parts.add(join.getJoinType());
      parts.add(join.getVariablesSet());
      add(join.getCondition());
      return true;
    }
    if (node.getClass() == LogicalCorrelate.class) {
      LogicalCorrelate correlate = (LogicalCorrelate) node;
      parts.add(correlate.getJoinType());
      parts.add(correlate.getCorrelationId());
      parts.add(correlate.getRequiredColumns());
      return true;
    }
    if (node.getClass() == LogicalAggregate.class) {
      add((LogicalAggregate) node);
      return true;
    }
    if (node.getClass() == LogicalSort.class) {
      // operators of a limit are chosen by what they cost, so these plans have code of their own
      parts.add(((LogicalSort) node).getCollation());
      return ((LogicalSort) node).fetch == null && ((LogicalSort) node).offset == null;
    }
    if (node.getClass() == LogicalValues.class) {
      parts.add(((LogicalValues) node).getTuples());
      return true;
    }
    return addSets(node);
  }

  private boolean addSets(RelNode node) {
    if (node.getClass() == LogicalUnion.class) {
      parts.add(((LogicalUnion) node).all);
      return true;
    }
    if (node.getClass() == LogicalIntersect.class) {
      parts.add(((LogicalIntersect) node).all);
      return true;
    }
    if (node.getClass() == LogicalMinus.class) {
      parts.add(((LogicalMinus) node).all);
      return true;
    }
    return false;
  }

  private void add(LogicalAggregate aggregate) {
    parts.add(aggregate.getGroupSet());
    parts.add(aggregate.getGroupSets());
    for (AggregateCall call : aggregate.getAggCallList()) {
      parts.add(call.withName(null));
      parts.add(call.getType());
      parts.add(Meanings.of(call.getAggregation()));
      call.rexList.forEach(this::add);
    }
  }

  private void add(RexNode expression) {
    parts.add(expression);
    expressions.add(expression);
    if (RexOver.containsOver(expression) || RexUtil.SubQueryFinder.find(expression) != null) {
      known = false;
    }
  }
}
