package org.thetisdb.sql.access;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Walks a tree of relational algebra, chooses an access for each table, joins in an order in which
 * keys are known, and leaves out sorting where rows come in order.
 */
public final class PlanShaper {
  private final RelOptCluster cluster;
  private final AccessBuilder accesses;
  private final JoinShaper joins;
  private final Recursion recursion;
  private final boolean ordersJoins;

  /**
   * Shapes one plan.
   *
   * @param ordersJoins whether joins may stand in another order than they were written in
   */
  public PlanShaper(RelOptCluster cluster, AccessBuilder accesses, boolean ordersJoins) {
    this.ordersJoins = ordersJoins;
    this.cluster = cluster;
    this.accesses = accesses;
    this.joins = new JoinShaper(cluster, accesses, this);
    this.recursion = new Recursion(cluster);
  }

  /**
   * A part of the plan.
   *
   * @param ordered whether its rows are in the order that was asked for; true if none was
   */
  record Shaped(RelNode node, boolean ordered) {}

  /** The plan with its accesses chosen and its joins in order. */
  public RelNode shape(RelNode node) {
    return shape(node, null, false).node();
  }

  Shaped shape(RelNode node, RelCollation order, boolean limited) {
    Leaf leaf = Leaf.of(node, cluster.getRexBuilder());
    if (leaf != null) {
      AccessBuilder.Built built = accesses.build(leaf, order, limited);
      return new Shaped(built.access(), built.ordered());
    }
    if (node instanceof LogicalProject project) {
      return project(project, order, limited);
    }
    if (node instanceof LogicalFilter filter) {
      Shaped input = shape(filter.getInput(), order, limited);
      RelNode filtered = filter.copy(filter.getTraitSet(), input.node(), filter.getCondition());
      return new Shaped(filtered, input.ordered());
    }
    if (node instanceof LogicalSort sort) {
      return sort(sort, order);
    }
    if (node instanceof LogicalJoin join) {
      return ordersJoins ? joins.shape(join, order) : new Shaped(plainJoin(join), order == null);
    }
    return new Shaped(other(node), order == null);
  }

  private RelNode other(RelNode node) {
    if (Recursion.isLastRound(node)) {
      return recursion.lastRound(node);
    }
    return node instanceof RepeatUnion union
        ? recursion.union(union, this::shape)
        : inputsShaped(node);
  }

  private RelNode inputsShaped(RelNode node) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : node.getInputs()) {
      inputs.add(shape(input));
    }
    return inputs.isEmpty() ? node : node.copy(node.getTraitSet(), inputs);
  }

  private Shaped sort(LogicalSort sort, RelCollation outer) {
    boolean limited = sort.fetch != null;
    RelCollation order =
        sort.getCollation().getFieldCollations().isEmpty() ? null : sort.getCollation();
    Shaped input = shape(sort.getInput(), order, limited);
    RelCollation left = input.ordered() ? RelCollations.EMPTY : sort.getCollation();
    if (left.getFieldCollations().isEmpty() && sort.fetch == null && sort.offset == null) {
      return new Shaped(input.node(), outer == null);
    }
    return new Shaped(
        LogicalSort.create(input.node(), left, sort.offset, sort.fetch), outer == null);
  }

  private Shaped project(LogicalProject project, RelCollation order, boolean limited) {
    Leaf leaf = Leaf.of(project.getInput(), cluster.getRexBuilder());
    // windows are calculated in orders of their own
    boolean keepsOrder = order != null && !RexOver.containsOver(project.getProjects(), null);
    if (leaf == null) {
      RelCollation below = keepsOrder ? below(project, order) : null;
      Shaped input = shape(project.getInput(), below, limited);
      RelNode projected =
          project.copy(
              project.getTraitSet(), input.node(), project.getProjects(), project.getRowType());
      return new Shaped(projected, order == null || (below != null && input.ordered()));
    }
    return narrow(project, leaf, order, keepsOrder ? ofTable(project, leaf, order) : null, limited);
  }

  /**
   * Reads only the columns that the expressions look at.
   *
   * @param ofTable the order by the table's columns; null for none, or if it cannot be said so
   */
  private Shaped narrow(
      LogicalProject project,
      Leaf leaf,
      RelCollation order,
      RelCollation ofTable,
      boolean limited) {
    ImmutableBitSet used = RelOptUtil.InputFinder.bits(project.getProjects(), null);
    if (used.isEmpty()) {
      used = ImmutableBitSet.of(0);
    }
    List<Integer> kept = used.toList();
    Leaf narrow = leaf.withFields(kept.stream().map(leaf.fields()::get).toList());
    AccessBuilder.Built built = accesses.buildOrdered(narrow, ofTable, limited);
    RelNode projected =
        LogicalProject.create(
            built.access(),
            project.getHints(),
            renumber(kept::indexOf).visitList(project.getProjects()),
            project.getRowType(),
            project.getVariablesSet());
    return new Shaped(projected, order == null || (ofTable != null && built.ordered()));
  }

  private static RexShuttle renumber(IntUnaryOperator to) {
    return new RexShuttle() {
      @Override
      public RexNode visitInputRef(RexInputRef ref) {
        return new RexInputRef(to.applyAsInt(ref.getIndex()), ref.getType());
      }
    };
  }

  /**
   * The order in terms of the table's columns, and of expressions that its indexes hold; null if it
   * goes by another expression.
   */
  private static RelCollation ofTable(LogicalProject project, Leaf leaf, RelCollation order) {
    RexShuttle overTable = renumber(leaf.fields()::get);
    List<RelFieldCollation> fields = new ArrayList<>();
    for (RelFieldCollation field : order.getFieldCollations()) {
      RexNode by = project.getProjects().get(field.getFieldIndex()).accept(overTable);
      int column = by instanceof RexInputRef ref ? ref.getIndex() : leaf.expressions().columnOf(by);
      if (column < 0) {
        return null;
      }
      fields.add(field.withFieldIndex(column));
    }
    return RelCollations.of(fields);
  }

  /** The order in terms of the input; null if it goes by an expression. */
  private static RelCollation below(LogicalProject project, RelCollation order) {
    List<RelFieldCollation> below = new ArrayList<>();
    for (RelFieldCollation field : order.getFieldCollations()) {
      if (!(project.getProjects().get(field.getFieldIndex()) instanceof RexInputRef ref)) {
        return null;
      }
      below.add(field.withFieldIndex(ref.getIndex()));
    }
    return RelCollations.of(below);
  }

  /** A join of any kind, its inputs shaped. */
  RelNode plainJoin(LogicalJoin join) {
    return LogicalJoin.create(
        shape(join.getLeft()),
        shape(join.getRight()),
        join.getHints(),
        join.getCondition(),
        join.getVariablesSet(),
        join.getJoinType());
  }

  static boolean keepsOrderOfLeft(JoinRelType type) {
    return type == JoinRelType.INNER || type == JoinRelType.LEFT || !type.projectsRight();
  }
}
