package org.thetisdb.sql.evaluation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Makes AND and OR stop where their value is known. Generated code works out all their operands
 * first, and only the branches of CASE when they are reached; so an AND or OR with an operand that
 * may fail becomes a CASE. Operands that cannot fail come first, the others follow in the order in
 * which they were written. Conditions of operands that cannot fail stay as they are. For one
 * compilation; not thread-safe.
 */
public final class ShortCircuits extends RexShuttle {
  private final RexBuilder builder;

  /** Whether it does not matter if what is visited is unknown or false. */
  private boolean unknownIsFalse;

  private ShortCircuits(RexBuilder builder, boolean unknownIsFalse) {
    this.builder = builder;
    this.unknownIsFalse = unknownIsFalse;
  }

  /** A plan of which code is generated. */
  public static RelNode apply(RelNode plan, RexBuilder builder) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return ofNode(super.visit(other), builder);
          }
        });
  }

  private static RelNode ofNode(RelNode node, RexBuilder builder) {
    if (node instanceof Filter filter) {
      RexNode condition = filter.getCondition().accept(new ShortCircuits(builder, true));
      return filter.copy(filter.getTraitSet(), filter.getInput(), condition);
    }
    if (node instanceof OneTimeFilter filter) {
      return filter.with(filter.condition().accept(new ShortCircuits(builder, true)));
    }
    if (node instanceof Join join) {
      RexNode condition = new ShortCircuits(builder, true).ofJoin(join);
      return join.copy(
          join.getTraitSet(),
          condition,
          join.getLeft(),
          join.getRight(),
          join.getJoinType(),
          join.isSemiJoinDone());
    }
    return node.accept(new ShortCircuits(builder, false));
  }

  /**
   * An expression of which code is generated.
   *
   * @param filter whether it may give false where it is unknown
   */
  public static RexNode apply(RexNode expression, boolean filter, RexBuilder builder) {
    return expression.accept(new ShortCircuits(builder, filter));
  }

  /** Columns that are equal are looked at first, and by a table of hashes, if they stand alone. */
  private RexNode ofJoin(Join join) {
    List<RexNode> equal = new ArrayList<>();
    List<RexNode> rest = new ArrayList<>();
    for (RexNode part : RelOptUtil.conjunctions(join.getCondition())) {
      (isEquality(part, join.getLeft().getRowType().getFieldCount()) ? equal : rest).add(part);
    }
    if (rest.stream().noneMatch(Fallible::mayFail)) {
      return join.getCondition();
    }
    equal.add(RexUtil.composeConjunction(builder, rest).accept(this));
    return RexUtil.composeConjunction(builder, equal);
  }

  private static boolean isEquality(RexNode part, int leftWidth) {
    return part.getKind() == SqlKind.EQUALS
        && ((RexCall) part).getOperands().get(0) instanceof RexInputRef one
        && ((RexCall) part).getOperands().get(1) instanceof RexInputRef other
        && one.getIndex() < leftWidth != other.getIndex() < leftWidth;
  }

  @Override
  public RexNode visitOver(RexOver over) {
    unknownIsFalse = false;
    return super.visitOver(over);
  }

  @Override
  public RexNode visitCall(RexCall call) {
    boolean outer = unknownIsFalse;
    RexNode visited =
        switch (call.getKind()) {
          case AND, OR -> connective(call, outer);
          case CASE -> choice(call, outer);
          case IS_TRUE, IS_NOT_TRUE -> withOperands(call, true);
          default -> withOperands(call, false);
        };
    unknownIsFalse = outer;
    return visited;
  }

  private RexNode withOperands(RexCall call, boolean operandsMayBeFalse) {
    unknownIsFalse = operandsMayBeFalse;
    return super.visitCall(call);
  }

  private RexNode choice(RexCall call, boolean outer) {
    List<RexNode> operands = new ArrayList<>();
    int last = call.getOperands().size() - 1;
    for (int i = 0; i <= last; i++) {
      unknownIsFalse = outer || (i % 2 == 0 && i < last);
      operands.add(call.getOperands().get(i).accept(this));
    }
    return operands.equals(call.getOperands()) ? call : call.clone(call.getType(), operands);
  }

  private RexNode connective(RexCall call, boolean outer) {
    boolean all = call.getKind() == SqlKind.AND;
    List<RexNode> sure = new ArrayList<>();
    List<RexNode> fallible = new ArrayList<>();
    for (RexNode part : all ? RelOptUtil.conjunctions(call) : RelOptUtil.disjunctions(call)) {
      unknownIsFalse = outer;
      (Fallible.mayFail(part) ? fallible : sure).add(part.accept(this));
    }
    if (fallible.isEmpty()) {
      return call;
    }
    if (!sure.isEmpty()) {
      fallible.add(0, composed(sure, all));
    }
    RexNode then = fallible.get(fallible.size() - 1);
    for (int i = fallible.size() - 2; i >= 0; i--) {
      then = guarded(fallible.get(i), then, all, call.getType(), outer);
    }
    return then;
  }

  private RexNode composed(List<RexNode> parts, boolean all) {
    return all
        ? RexUtil.composeConjunction(builder, parts)
        : RexUtil.composeDisjunction(builder, parts);
  }

  /** AND or OR of two conditions, the second one where the first does not decide. */
  private RexNode guarded(
      RexNode first, RexNode then, boolean all, RelDataType type, boolean outer) {
    boolean two = outer || !first.getType().isNullable();
    if (all && two) {
      return choice(type, first, then, builder.makeLiteral(false));
    }
    // code for the first one is generated once, and what it came to stands for it further below
    RexNode both =
        two
            ? then
            : builder.makeCall(
                type, all ? SqlStdOperatorTable.AND : SqlStdOperatorTable.OR, List.of(first, then));
    RexNode decided = all ? builder.makeCall(SqlStdOperatorTable.IS_FALSE, first) : first;
    return choice(type, decided, builder.makeLiteral(!all), both);
  }

  private RexNode choice(RelDataType type, RexNode when, RexNode then, RexNode otherwise) {
    return builder.makeCall(type, SqlStdOperatorTable.CASE, List.of(when, then, otherwise));
  }
}
