package org.thetisdb.sql.access;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/**
 * Inner joins laid flat: what is joined, and on which conditions. Columns count through all
 * factors, in the order in which these were written.
 */
final class JoinGraph {
  private final List<RelNode> factors = new ArrayList<>();
  private final List<Integer> begins = new ArrayList<>();
  private final List<RexNode> conditions = new ArrayList<>();
  private final RexBuilder builder;
  private int width;

  private JoinGraph(RexBuilder builder) {
    this.builder = builder;
  }

  static JoinGraph of(LogicalJoin join, RexBuilder builder) {
    JoinGraph graph = new JoinGraph(builder);
    graph.add(join);
    return graph;
  }

  private void add(RelNode node) {
    if (node instanceof LogicalJoin join
        && join.getJoinType() == JoinRelType.INNER
        && join.getVariablesSet().isEmpty()) {
      int begin = width;
      add(join.getLeft());
      add(join.getRight());
      for (RexNode condition : Conjuncts.of(builder, join.getCondition())) {
        conditions.add(shifted(condition, begin));
      }
      return;
    }
    factors.add(node);
    begins.add(width);
    width += node.getRowType().getFieldCount();
  }

  private static RexNode shifted(RexNode condition, int by) {
    return condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(ref.getIndex() + by, ref.getType());
          }
        });
  }

  /** What is joined. */
  List<RelNode> factors() {
    return factors;
  }

  /** How many conditions and factors there are. */
  int size() {
    return factors.size() + conditions.size();
  }

  /** The columns of a factor. */
  List<Integer> columnsOf(int factor) {
    int begin = begins.get(factor);
    int end = begin + factors.get(factor).getRowType().getFieldCount();
    return IntStream.range(begin, end).boxed().toList();
  }

  /** The conditions that can be checked when a factor comes to others, and not before. */
  List<RexNode> conditionsFor(List<Integer> placed, int factor) {
    Set<Integer> before = new HashSet<>();
    placed.forEach(p -> before.addAll(columnsOf(p)));
    Set<Integer> with = new HashSet<>(before);
    with.addAll(columnsOf(factor));
    List<RexNode> due = new ArrayList<>();
    for (RexNode condition : conditions) {
      List<Integer> used = RelOptUtil.InputFinder.bits(condition).toList();
      boolean isNew = !before.containsAll(used);
      if (isNew && with.containsAll(used)) {
        due.add(condition);
      }
    }
    return due;
  }

  /** The conditions that the first factor alone decides, or none at all. */
  List<RexNode> conditionsOfFirst(int factor) {
    Set<Integer> own = new HashSet<>(columnsOf(factor));
    return conditions.stream()
        .filter(condition -> own.containsAll(RelOptUtil.InputFinder.bits(condition).toList()))
        .filter(condition -> !condition.isAlwaysTrue())
        .toList();
  }
}
