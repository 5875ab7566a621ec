package org.thetisdb.sql.evaluation;

import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalCorrelate;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.LogicVisitor;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.schema.TransientTable;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.Util;

/**
 * Makes joins of subqueries, as Calcite's rule does, but for those that may fail: they run only for
 * rows for which they are reached, behind a {@link OneTimeFilter}. Stateless.
 */
abstract class SubQueryRule extends SubQueryRemoveRule {
  SubQueryRule(Config config) {
    super(config);
  }

  /**
   * What of a subquery's truth matters where it stands. Behind IS TRUE and IS NOT TRUE Calcite asks
   * for a form in which unknown counts as false, and answers true for a constant beside a NULL; all
   * three values are right there as well. So they are in windows, which Calcite does not look into,
   * and below all that is no condition, such as a comparison: it forgets SEARCH.
   */
  static RelOptUtil.Logic logicOf(
      RelOptUtil.Logic outside, List<RexNode> within, RexSubQuery query) {
    if (OverParts.holdSubQueries(within)
        || within.stream().anyMatch(part -> !isConditionAlone(query, part))) {
      return RelOptUtil.Logic.TRUE_FALSE_UNKNOWN;
    }
    RelOptUtil.Logic logic = LogicVisitor.find(outside, within, query);
    return logic == RelOptUtil.Logic.UNKNOWN_AS_FALSE ? RelOptUtil.Logic.TRUE_FALSE_UNKNOWN : logic;
  }

  /** Whether a subquery stands nowhere but below AND, OR and NOT. */
  private static boolean isConditionAlone(RexSubQuery query, RexNode within) {
    if (within.equals(query) || !(within instanceof RexCall call)) {
      return true;
    }
    return switch (call.getKind()) {
      case AND, OR, NOT ->
          call.getOperands().stream().allMatch(part -> isConditionAlone(query, part));
      default -> !holds(call, query);
    };
  }

  private static boolean holds(RexCall call, RexSubQuery query) {
    return call.getOperands().stream()
        .anyMatch(
            part -> part.equals(query) || (part instanceof RexCall inner && holds(inner, query)));
  }

  /**
   * Joins the subquery with what is on top of the builder.
   *
   * @param own the variables of this level that it looks at
   * @param within the expressions that hold it
   * @param filter whether these are conditions of rows
   * @param number of the subquery among those of the conditions
   * @return what stands for it
   */
  final RexNode joined(
      RexSubQuery query,
      Set<CorrelationId> own,
      RelOptUtil.Logic logic,
      RelBuilder builder,
      List<RexNode> within,
      boolean filter,
      int number) {
    TakenNames.free(builder);
    int width = builder.peek().getRowType().getFieldCount();
    if (mayFail(query) && own.size() <= 1) {
      RexNode reached = ReachedWhere.of(query, within, filter, builder.getRexBuilder());
      boolean always = reached.isAlwaysTrue();
      if (always && !filter && own.isEmpty() && query.getKind() == SqlKind.SCALAR_QUERY) {
        return lazily(query, builder, width);
      }
      if (!always && (!own.isEmpty() || isKeptWhole(query))) {
        CorrelationId id = own.isEmpty() ? query.rel.getCluster().createCorrel() : first(own);
        RexNode condition =
            ofRow(reached, builder.peek().getRowType(), id, builder.getRexBuilder());
        RexSubQuery behind =
            query.clone(
                new OneTimeFilter(single(query, builder), id.getId(), condition, keeps(query)));
        return apply(behind, Set.of(id), logic, builder, 1, width, number);
      }
    }
    return apply(query, own, logic, builder, 1, width, number);
  }

  private static CorrelationId first(Set<CorrelationId> ids) {
    return ids.iterator().next();
  }

  /** Once, for the first row there is. */
  private static RexNode lazily(RexSubQuery query, RelBuilder builder, int width) {
    CorrelationId id = query.rel.getCluster().createCorrel();
    RexNode always = builder.literal(true);
    RelNode once = new OneTimeFilter(single(query, builder), id.getId(), always, keeps(query));
    RelNode left = builder.build();
    builder.push(
        LogicalCorrelate.create(left, once, List.of(), id, ImmutableBitSet.of(), JoinRelType.LEFT));
    return builder.field(width);
  }

  private static boolean mayFail(RexSubQuery query) {
    return (query.getKind() == SqlKind.SCALAR_QUERY && !isSingle(query.rel))
        || Fallible.mayFail(query.rel);
  }

  private static boolean isSingle(RelNode rel) {
    Boolean unique =
        rel.getCluster().getMetadataQuery().areColumnsUnique(rel, ImmutableBitSet.of());
    return Boolean.TRUE.equals(unique);
  }

  /** What is kept is one row: of a query of one value, which refuses more, and of EXISTS. */
  private static RelNode single(RexSubQuery query, RelBuilder builder) {
    if (query.getKind() == SqlKind.EXISTS) {
      builder.push(query.rel);
      builder.project(builder.alias(builder.literal(true), "i"));
      builder.aggregate(builder.groupKey(0));
      return builder.build();
    }
    if (query.getKind() != SqlKind.SCALAR_QUERY || isSingle(query.rel)) {
      return query.rel;
    }
    builder.push(query.rel);
    builder.aggregate(
        builder.groupKey(),
        builder.aggregateCall(SqlStdOperatorTable.SINGLE_VALUE, builder.field(0)));
    return builder.build();
  }

  /** Whether it is one row at most; the rows of others would be made anew for each row around. */
  private static boolean isKeptWhole(RexSubQuery query) {
    return query.getKind() == SqlKind.SCALAR_QUERY || query.getKind() == SqlKind.EXISTS;
  }

  /** Whether one run gives the value for all rows. */
  private static boolean keeps(RexSubQuery query) {
    return isKeptWhole(query)
        && RelOptUtil.getVariablesUsed(query.rel).isEmpty()
        && !looksAtRound(query.rel);
  }

  /** Whether it looks at the rows of the last round of a recursive query. */
  private static boolean looksAtRound(RelNode query) {
    try {
      new RelVisitor() {
        @Override
        public void visit(RelNode node, int ordinal, RelNode parent) {
          if (node instanceof TableScan scan
              && scan.getTable().unwrap(TransientTable.class) != null) {
            throw Util.FoundOne.NULL;
          }
          super.visit(node, ordinal, parent);
        }
      }.go(query);
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }

  private static RexNode ofRow(
      RexNode condition, RelDataType rowType, CorrelationId id, RexBuilder builder) {
    RexNode row = builder.makeCorrel(rowType, id);
    return condition.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return builder.makeFieldAccess(row, ref.getIndex());
          }
        });
  }

  /** Whether one of the subqueries of an expression may fail. */
  static boolean mayFail(RexNode expression) {
    try {
      expression.accept(
          new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery query) {
              if (mayFail(query)) {
                throw Util.FoundOne.NULL;
              }
              return super.visitSubQuery(query);
            }
          });
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }

  /** Puts a value in the place of a subquery. */
  static final class InPlace extends RexShuttle {
    private final RexSubQuery query;
    private final RexNode value;
    private final RexBuilder builder;

    InPlace(RexSubQuery query, RexNode value, RexBuilder builder) {
      this.query = query;
      this.value = value;
      this.builder = builder;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery other) {
      return other.equals(query) ? value : super.visitSubQuery(other);
    }

    @Override
    public RexNode visitCall(RexCall call) {
      boolean compares = call.isA(SqlKind.COMPARISON) || call.getKind() == SqlKind.SEARCH;
      return compares && holds(call, query)
          ? call.clone(call.getType(), call.getOperands().stream().map(this::opaque).toList())
          : super.visitCall(call);
    }

    private RexNode opaque(RexNode operand) {
      boolean isTruth =
          operand.getType().getSqlTypeName() == SqlTypeName.BOOLEAN
              && (operand.equals(query) || (operand instanceof RexCall call && holds(call, query)));
      RexNode replaced = operand.accept(this);
      return isTruth ? OpaqueTruth.of(replaced, builder) : replaced;
    }
  }
}
