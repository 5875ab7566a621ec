package org.thetisdb.sql.access;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.thetisdb.sql.compile.CompileBudget;

/**
 * Joins. Inner ones are taken in an order in which each table's keys are known from those before
 * it; where the rows on the left lead to few rows by a key or index, they are looked up one by one.
 */
final class JoinShaper {
  /** Of more joins than these the order is the one in which they were written, where it joins. */
  private static final int MOST_ORDERED = 24;

  /** Looking at so many conditions is one step of the budget. */
  private static final int CONDITIONS_OF_STEP = 8;

  private final RelOptCluster cluster;
  private final AccessBuilder accesses;
  private final PlanShaper shaper;

  JoinShaper(RelOptCluster cluster, AccessBuilder accesses, PlanShaper shaper) {
    this.cluster = cluster;
    this.accesses = accesses;
    this.shaper = shaper;
  }

  PlanShaper.Shaped shape(LogicalJoin join, RelCollation order) {
    if (join.getJoinType() == JoinRelType.INNER && join.getVariablesSet().isEmpty()) {
      return new PlanShaper.Shaped(inner(join), order == null);
    }
    if (join.getJoinType() == JoinRelType.RIGHT) {
      return new PlanShaper.Shaped(mirrored(join), order == null);
    }
    if (PlanShaper.keepsOrderOfLeft(join.getJoinType())) {
      return lookup(join, order);
    }
    return new PlanShaper.Shaped(shaper.plainJoin(join), order == null);
  }

  /** LEFT, SEMI and ANTI: looks the right side up, if there is a key. */
  private PlanShaper.Shaped lookup(LogicalJoin join, RelCollation order) {
    Lookup right = Lookup.of(join.getRight(), rex());
    int leftWidth = join.getLeft().getRowType().getFieldCount();
    RelCollation ofLeft = order == null || !isOfLeft(order, leftWidth) ? null : order;
    PlanShaper.Shaped left = shaper.shape(join.getLeft(), ofLeft, false);
    List<RexNode> conditions = Conjuncts.of(rex(), join.getCondition());
    RelNode looked =
        right == null ? null : lookedUp(left.node(), right, conditions, join.getJoinType());
    if (looked != null) {
      return new PlanShaper.Shaped(looked, order == null || (ofLeft != null && left.ordered()));
    }
    RelNode plain =
        LogicalJoin.create(
            left.node(),
            shaper.shape(join.getRight()),
            join.getHints(),
            join.getCondition(),
            join.getVariablesSet(),
            join.getJoinType());
    return new PlanShaper.Shaped(plain, order == null);
  }

  private static boolean isOfLeft(RelCollation order, int leftWidth) {
    for (RelFieldCollation field : order.getFieldCollations()) {
      if (field.getFieldIndex() >= leftWidth) {
        return false;
      }
    }
    return true;
  }

  private RelNode mirrored(LogicalJoin join) {
    int left = join.getLeft().getRowType().getFieldCount();
    int right = join.getRight().getRowType().getFieldCount();
    RexNode condition = join.getCondition().accept(shift(i -> i < left ? i + right : i - left));
    LogicalJoin swapped =
        LogicalJoin.create(
            /* left= */ join.getRight(),
            /* right= */ join.getLeft(),
            join.getHints(),
            condition,
            join.getVariablesSet(),
            JoinRelType.LEFT);
    RelNode shaped = lookup(swapped, null).node();
    List<RexNode> back = new ArrayList<>();
    for (int i = 0; i < left + right; i++) {
      back.add(rex().makeInputRef(shaped, i < left ? i + right : i - left));
    }
    return LogicalProject.create(
        shaped, List.of(), back, join.getRowType().getFieldNames(), java.util.Set.of());
  }

  private RexBuilder rex() {
    return cluster.getRexBuilder();
  }

  private static RexShuttle shift(java.util.function.IntUnaryOperator to) {
    return new RexShuttle() {
      @Override
      public RexNode visitInputRef(RexInputRef ref) {
        return new RexInputRef(to.applyAsInt(ref.getIndex()), ref.getType());
      }
    };
  }

  /**
   * Looks rows of a table up for each row on the left; null if there is no key for that, or if
   * reading the table once is cheaper.
   *
   * @param conditions over the left row and the right one behind it
   */
  private RelNode lookedUp(RelNode left, Lookup right, List<RexNode> conditions, JoinRelType type) {
    CorrelationId id = cluster.createCorrel();
    Leaf keyed = right.with(ofRow(conditions, left.getRowType(), id));
    AccessPath path = AccessChooser.choose(keyed, null, false).path();
    AccessPath alone = AccessChooser.choose(right.leaf(), null, false).path();
    double leftRows = cluster.getMetadataQuery().getRowCount(left);
    if (!path.isNarrow() || leftRows * (1 + path.cost()) > leftRows + 3 * alone.cost() + 50) {
      return null;
    }
    TableAccess access = accesses.build(keyed, null, false).access();
    int width = left.getRowType().getFieldCount();
    ImmutableBitSet needed =
        RelOptUtil.InputFinder.bits(conditions, null).intersect(ImmutableBitSet.range(width));
    return LogicalCorrelate.create(left, right.over(access), List.of(), id, needed, type);
  }

  /** The conditions over the right row alone, with the left row as the row around. */
  private List<RexNode> ofRow(List<RexNode> conditions, RelDataType leftType, CorrelationId id) {
    int width = leftType.getFieldCount();
    RexNode row = rex().makeCorrel(leftType, id);
    RexShuttle outer =
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return ref.getIndex() < width
                ? rex().makeFieldAccess(row, ref.getIndex())
                : new RexInputRef(ref.getIndex() - width, ref.getType());
          }
        };
    return outer.visitList(conditions);
  }

  private RelNode inner(LogicalJoin join) {
    JoinGraph graph = JoinGraph.of(join, rex());
    Joined joined = first(graph);
    while (joined.placed.size() < graph.factors().size()) {
      joined = extended(graph, joined, next(graph, joined));
    }
    return restored(graph, joined, join.getRowType());
  }

  /** Some factors joined; which column of the graph stands where. */
  private record Joined(RelNode node, List<Integer> placed, List<Integer> columns) {}

  private Joined first(JoinGraph graph) {
    int best = 0;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < graph.factors().size(); i++) {
      CompileBudget.step();
      double cost = costAlone(graph, i);
      if (cost < least) {
        least = cost;
        best = i;
      }
    }
    return new Joined(alone(graph, best), List.of(best), graph.columnsOf(best));
  }

  private double costAlone(JoinGraph graph, int factor) {
    Leaf leaf = Leaf.of(graph.factors().get(factor), rex());
    return leaf == null
        ? CatalogTable.ASSUMED_ROWS / 2
        : AccessChooser.choose(leaf, null, false).path().cost();
  }

  private RelNode alone(JoinGraph graph, int factor) {
    return shaper.shape(graph.factors().get(factor));
  }

  /** The factor that costs least behind those that are placed. */
  private int next(JoinGraph graph, Joined joined) {
    if (graph.factors().size() > MOST_ORDERED) {
      return nextAsWritten(graph, joined);
    }
    int best = -1;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < graph.factors().size(); i++) {
      double cost = joined.placed.contains(i) ? Double.MAX_VALUE : costBehind(graph, joined, i);
      if (best < 0 ? !joined.placed.contains(i) : cost < least) {
        least = cost;
        best = i;
      }
    }
    return best;
  }

  /** The first one that a condition joins with those that are placed, or else the first. */
  private static int nextAsWritten(JoinGraph graph, Joined joined) {
    int first = -1;
    for (int i = 0; i < graph.factors().size(); i++) {
      if (!joined.placed.contains(i)) {
        CompileBudget.steps(1 + graph.size() / CONDITIONS_OF_STEP);
        if (!graph.conditionsFor(joined.placed, i).isEmpty()) {
          return i;
        }
        first = first < 0 ? i : first;
      }
    }
    return first;
  }

  private double costBehind(JoinGraph graph, Joined joined, int factor) {
    CompileBudget.steps(1 + graph.size() / CONDITIONS_OF_STEP);
    List<RexNode> conditions = graph.conditionsFor(joined.placed, factor);
    Lookup leaf = Lookup.of(graph.factors().get(factor), rex());
    double unrelated = conditions.isEmpty() ? CatalogTable.ASSUMED_ROWS : 0;
    if (leaf == null) {
      return unrelated + CatalogTable.ASSUMED_ROWS / 2;
    }
    List<Integer> own = graph.columnsOf(factor);
    List<RexNode> moved = moved(conditions, joined.columns, own);
    Leaf keyed = leaf.with(ofRow(moved, joined.node.getRowType(), cluster.createCorrel()));
    return unrelated + AccessChooser.choose(keyed, null, false).path().cost();
  }

  private static List<RexNode> moved(
      List<RexNode> conditions, List<Integer> left, List<Integer> right) {
    return shift(
            column ->
                left.contains(column) ? left.indexOf(column) : left.size() + right.indexOf(column))
        .visitList(conditions);
  }

  private Joined extended(JoinGraph graph, Joined joined, int factor) {
    List<Integer> own = graph.columnsOf(factor);
    List<RexNode> conditions =
        moved(graph.conditionsFor(joined.placed, factor), joined.columns, own);
    Lookup leaf = Lookup.of(graph.factors().get(factor), rex());
    RelNode node =
        leaf == null || conditions.isEmpty()
            ? null
            : lookedUp(joined.node, leaf, conditions, JoinRelType.INNER);
    if (node == null) {
      node =
          LogicalJoin.create(
              joined.node,
              alone(graph, factor),
              List.of(),
              RexUtil.composeConjunction(rex(), conditions),
              java.util.Set.of(),
              JoinRelType.INNER);
    }
    List<Integer> placed = new ArrayList<>(joined.placed);
    placed.add(factor);
    List<Integer> columns = new ArrayList<>(joined.columns);
    columns.addAll(own);
    return new Joined(node, placed, columns);
  }

  /** The columns in the order in which they were, and what conditions are left. */
  private RelNode restored(JoinGraph graph, Joined joined, RelDataType rowType) {
    List<RexNode> left =
        moved(graph.conditionsOfFirst(joined.placed.get(0)), joined.columns, List.of());
    RelNode node =
        left.isEmpty()
            ? joined.node
            : LogicalFilter.create(joined.node, RexUtil.composeConjunction(rex(), left));
    List<RexNode> back = new ArrayList<>();
    for (int i = 0; i < joined.columns.size(); i++) {
      back.add(rex().makeInputRef(node, joined.columns.indexOf(i)));
    }
    return RexUtil.isIdentity(back, node.getRowType())
        ? node
        : LogicalProject.create(node, List.of(), back, rowType.getFieldNames(), java.util.Set.of());
  }
}
