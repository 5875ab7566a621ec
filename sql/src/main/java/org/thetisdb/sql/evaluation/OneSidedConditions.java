package org.thetisdb.sql.evaluation;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Conditions of joins whose subqueries look at one side alone. They are calculated on that side: as
 * a filter where only rows that meet them are joined, and else as a column. Calcite's rule loses
 * what the second of two subqueries looks at. For one join; not thread-safe.
 */
final class OneSidedConditions {
  private final Join join;
  private final RexBuilder builder;
  private final int leftSize;

  private OneSidedConditions(Join join) {
    this.join = join;
    this.builder = join.getCluster().getRexBuilder();
    this.leftSize = join.getLeft().getRowType().getFieldCount();
  }

  /** Whether all subqueries of a condition are of this kind. */
  static boolean are(Join join) {
    boolean plain =
        switch (join.getJoinType()) {
          case INNER, LEFT, RIGHT, FULL -> true;
          default -> false;
        };
    OneSidedConditions conditions = new OneSidedConditions(join);
    return plain
        && RelOptUtil.conjunctions(join.getCondition()).stream()
            .filter(OneSidedConditions::hasSubQuery)
            .allMatch(conditions::isOneSided);
  }

  private static boolean hasSubQuery(RexNode part) {
    return RexUtil.SubQueryFinder.find(part) != null;
  }

  private boolean isOneSided(RexNode part) {
    ImmutableBitSet columns = columns(part);
    return !columns.isEmpty()
        && (columns.nextSetBit(leftSize) < 0 || columns.nextSetBit(0) >= leftSize);
  }

  /** The columns of the join that a condition looks at, also within its subqueries. */
  private ImmutableBitSet columns(RexNode part) {
    ImmutableBitSet.Builder columns = ImmutableBitSet.builder();
    part.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitInputRef(RexInputRef column) {
            columns.set(column.getIndex());
            return null;
          }

          @Override
          public Void visitSubQuery(RexSubQuery query) {
            for (CorrelationId id : join.getVariablesSet()) {
              columns.addAll(RelOptUtil.correlationColumns(id, query.rel));
            }
            return super.visitSubQuery(query);
          }
        });
    return columns.build();
  }

  /** The same join without subqueries in its condition. */
  static RelNode apply(Join join) {
    return new OneSidedConditions(join).applied();
  }

  private RelNode applied() {
    Side left = new Side(join.getLeft(), 0, join.getJoinType().generatesNullsOnLeft());
    Side right = new Side(join.getRight(), leftSize, join.getJoinType().generatesNullsOnRight());
    List<RexNode> others = new ArrayList<>();
    for (RexNode part : RelOptUtil.conjunctions(join.getCondition())) {
      if (hasSubQuery(part)) {
        (columns(part).nextSetBit(0) < leftSize ? left : right).take(part);
      } else {
        others.add(part);
      }
    }
    RelNode one = left.made();
    RelNode other = right.made();
    int more = one.getRowType().getFieldCount() - leftSize;
    RelDataType all =
        LogicalJoin.create(
                one, other, List.of(), builder.makeLiteral(true), Set.of(), JoinRelType.INNER)
            .getRowType();
    List<RexNode> conditions = new ArrayList<>();
    others.forEach(part -> conditions.add(part.accept(new Shifted(more))));
    for (int i = 0; i < left.columns.size(); i++) {
      conditions.add(RexInputRef.of(leftSize + i, all));
    }
    int end = all.getFieldCount() - right.columns.size();
    for (int i = 0; i < right.columns.size(); i++) {
      conditions.add(RexInputRef.of(end + i, all));
    }
    RelNode joined =
        LogicalJoin.create(
            one,
            other,
            List.of(),
            RexUtil.composeConjunction(builder, conditions),
            Set.of(),
            join.getJoinType());
    List<RexNode> kept = new ArrayList<>();
    for (int i = 0; i < join.getRowType().getFieldCount(); i++) {
      kept.add(RexInputRef.of(i < leftSize ? i : i + more, joined.getRowType()));
    }
    return LogicalProject.create(
        joined, List.of(), kept, join.getRowType().getFieldNames(), Set.of());
  }

  /** Columns of the right side behind those that the left one gets. */
  private final class Shifted extends RexShuttle {
    private final int by;

    Shifted(int by) {
      this.by = by;
    }

    @Override
    public RexNode visitInputRef(RexInputRef column) {
      return column.getIndex() < leftSize
          ? column
          : new RexInputRef(column.getIndex() + by, column.getType());
    }
  }

  /** One input of the join, with what is calculated there. */
  private final class Side {
    private final RelNode rows;
    private final int first;
    private final boolean filters;
    private final CorrelationId id;
    private final List<RexNode> conditions = new ArrayList<>();
    private final List<RexNode> columns = new ArrayList<>();

    /**
     * A side.
     *
     * @param first the number of its first column in the join
     * @param mayBeNothing whether a row that meets no row is left out
     */
    Side(RelNode rows, int first, boolean mayBeNothing) {
      this.rows = rows;
      this.first = first;
      this.filters =
          join.getJoinType() == JoinRelType.INNER
              || (mayBeNothing && join.getJoinType() != JoinRelType.FULL);
      this.id = join.getCluster().createCorrel();
    }

    void take(RexNode part) {
      (filters ? conditions : columns).add(part.accept(new OfSide(this)));
    }

    RelNode made() {
      if (!conditions.isEmpty()) {
        RexNode all = RexUtil.composeConjunction(builder, conditions);
        return LogicalFilter.create(rows, all, ImmutableSet.of(id));
      }
      if (columns.isEmpty()) {
        return rows;
      }
      List<RexNode> all = new ArrayList<>();
      List<String> names = new ArrayList<>(rows.getRowType().getFieldNames());
      for (int i = 0; i < rows.getRowType().getFieldCount(); i++) {
        all.add(RexInputRef.of(i, rows.getRowType()));
      }
      for (RexNode column : columns) {
        names.add("on$" + all.size());
        all.add(column);
      }
      return LogicalProject.create(rows, List.of(), all, names, Set.of(id));
    }
  }

  /** An expression over the join as one over a side of it. */
  private final class OfSide extends RexShuttle {
    private final Side side;

    OfSide(Side side) {
      this.side = side;
    }

    @Override
    public RexNode visitInputRef(RexInputRef column) {
      return RexInputRef.of(column.getIndex() - side.first, side.rows.getRowType());
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
      return visited.clone(visited.rel.accept(new Outer(side)));
    }
  }

  /** Queries that look at a side in place of the join. */
  private final class Outer extends RelHomogeneousShuttle {
    private final RexShuttle expressions;

    Outer(Side side) {
      this.expressions =
          new RexShuttle() {
            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
              boolean ofJoin =
                  access.getReferenceExpr() instanceof RexCorrelVariable variable
                      && join.getVariablesSet().contains(variable.id);
              return ofJoin
                  ? builder.makeFieldAccess(
                      builder.makeCorrel(side.rows.getRowType(), side.id),
                      access.getField().getIndex() - side.first)
                  : super.visitFieldAccess(access);
            }

            @Override
            public RexNode visitSubQuery(RexSubQuery query) {
              RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
              return visited.clone(visited.rel.accept(Outer.this));
            }
          };
    }

    @Override
    public RelNode visit(RelNode other) {
      return super.visit(other).accept(expressions);
    }
  }
}
