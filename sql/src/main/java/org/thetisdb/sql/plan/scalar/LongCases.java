package org.thetisdb.sql.plan.scalar;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.scalar.Choice;
import org.thetisdb.sql.run.scalar.ListMembership.Comparison;

/**
 * Compiles CASE with many branches, such as libraries write for updates of many rows. Code that is
 * generated of it is nested as deep as it has branches, and takes a time to make that grows with
 * their cube; so the branches are chosen here, and only what they calculate is generated. For one
 * compilation; not thread-safe.
 */
final class LongCases {
  /** Fewer branches than these are generated code. */
  private static final int LEAST_BRANCHES = 24;

  /** From so many comparisons of one expression on they become a look into a table. */
  private static final int LEAST_LOOKED_UP = 4;

  /** Branches of other kinds whose conditions are generated together. */
  private static final int TESTED_TOGETHER = 12;

  /** What code for one value costs, in steps of the budget. */
  private static final int STEPS_OF_CODE = 1_000;

  private final RexBuilder builder;
  private final RelDataType rowType;

  LongCases(RexBuilder builder, RelDataType rowType) {
    this.builder = builder;
    this.rowType = rowType;
  }

  /** WHEN condition THEN value; with what is compared where that is all that the condition does. */
  private record Branch(
      RexNode condition, RexNode value, RexNode left, RexNode wanted, Comparison comparison) {
    boolean isLookedUp() {
      return left != null;
    }

    boolean continues(Branch before) {
      return isLookedUp()
          && before.isLookedUp()
          && left.equals(before.left)
          && SqlTypeUtil.isNumeric(wanted.getType())
              == SqlTypeUtil.isNumeric(before.wanted.getType());
    }
  }

  /** The expression; null if it is no such CASE. */
  Scalar compile(RexNode expression) {
    if (expression.getKind() != SqlKind.CASE
        || ((RexCall) expression).getOperands().size() < 2 * LEAST_BRANCHES) {
      return null;
    }
    List<RexNode> operands = ((RexCall) expression).getOperands();
    RelDataType type = expression.getType();
    List<Branch> branches = new ArrayList<>();
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      branches.add(branch(operands.get(i), typed(operands.get(i + 1), type)));
    }
    List<Choice.Segment> segments = new ArrayList<>();
    for (int from = 0; from < branches.size(); ) {
      int to = endOfLookedUp(branches, from);
      if (to - from >= LEAST_LOOKED_UP) {
        segments.add(lookedUp(branches.subList(from, to)));
      } else {
        to = endOfTested(branches, from);
        segments.add(tested(branches.subList(from, to)));
      }
      from = to;
    }
    return new Choice(segments, value(typed(operands.get(operands.size() - 1), type)));
  }

  private Branch branch(RexNode condition, RexNode value) {
    List<RexNode> left = new ArrayList<>();
    List<RexNode> wanted = new ArrayList<>();
    if (!LongConditions.take(condition, SqlKind.EQUALS, left, wanted)) {
      return new Branch(condition, value, null, null, null);
    }
    RexNode one = left.get(0);
    RexNode other = wanted.get(0);
    return new Branch(
        condition, value, one, other, LongConditions.comparison(one.getType(), other.getType()));
  }

  private static int endOfLookedUp(List<Branch> branches, int from) {
    int to = from;
    while (to < branches.size()
        && branches.get(to).isLookedUp()
        && (to == from || branches.get(to).continues(branches.get(from)))) {
      to++;
    }
    return to;
  }

  /** Up to a longer row of comparisons, or as many as are generated together. */
  private static int endOfTested(List<Branch> branches, int from) {
    int to = from + 1;
    while (to < branches.size()
        && to - from < TESTED_TOGETHER
        && endOfLookedUp(branches, to) - to < LEAST_LOOKED_UP) {
      to++;
    }
    return to;
  }

  private Choice.Segment lookedUp(List<Branch> branches) {
    Comparison comparison = branches.get(0).comparison;
    List<Scalar> wanted = new ArrayList<>();
    List<Scalar> values = new ArrayList<>();
    for (Branch branch : branches) {
      comparison = branch.comparison.compareTo(comparison) > 0 ? branch.comparison : comparison;
      wanted.add(Scalars.simple(branch.wanted));
      values.add(value(branch.value));
    }
    Scalar compared = Scalars.compile(builder, branches.get(0).left, rowType);
    return new Choice.LookedUp(compared, wanted, comparison, values);
  }

  private Choice.Segment tested(List<Branch> branches) {
    CompileBudget.steps(STEPS_OF_CODE);
    List<RexNode> index = new ArrayList<>();
    List<Scalar> values = new ArrayList<>();
    for (Branch branch : branches) {
      index.add(branch.condition);
      index.add(builder.makeLiteral(values.size(), wholeNumber(false)));
      values.add(value(branch.value));
    }
    index.add(builder.makeNullLiteral(wholeNumber(true)));
    RexNode first = builder.makeCall(wholeNumber(true), SqlStdOperatorTable.CASE, index);
    return new Choice.Tested(Scalars.compile(builder, first, rowType), values);
  }

  private RelDataType wholeNumber(boolean nullable) {
    return builder
        .getTypeFactory()
        .createTypeWithNullability(
            builder.getTypeFactory().createSqlType(SqlTypeName.INTEGER), nullable);
  }

  private Scalar value(RexNode value) {
    Scalar simple = Scalars.simple(value);
    if (simple != null) {
      return simple;
    }
    CompileBudget.steps(STEPS_OF_CODE);
    return Scalars.compile(builder, value, rowType);
  }

  /** A value as the CASE gives it, which is of the type that fits all of them. */
  private RexNode typed(RexNode value, RelDataType type) {
    RelDataType own = value.getType();
    boolean fits =
        RexUtil.isNullLiteral(value, true)
            || SqlTypeUtil.equalSansNullability(builder.getTypeFactory(), own, type)
            || (SqlTypeUtil.isCharacter(own) && SqlTypeUtil.isCharacter(type));
    return fits ? value : builder.makeCast(type, value, true, false);
  }
}
