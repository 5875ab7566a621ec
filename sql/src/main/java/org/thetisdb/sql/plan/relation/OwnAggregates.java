package org.thetisdb.sql.plan.relation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.rel.logical.LogicalWindow;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.schema.impl.AggregateFunctionImpl;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlUserDefinedAggFunction;
import org.apache.calcite.util.Optionality;
import org.thetisdb.sql.dialect.TypeFactory;
import org.thetisdb.sql.function.GroupText;
import org.thetisdb.sql.function.number.DecimalSums;
import org.thetisdb.sql.function.number.RealExtremes;
import org.thetisdb.sql.function.number.RealSums;
import org.thetisdb.sql.json.JsonExtremes;

/**
 * Aggregates by functions of ours: Calcite's STRING_AGG copies the text of a group for each row of
 * it, its MAX and MIN of floating numbers do not know NaN, and its SUM passes their range and does
 * not know NaN among decimals. Stateless.
 */
public final class OwnAggregates {
  private static final int OPERANDS = 2;

  private static final SqlUserDefinedAggFunction GATHERED =
      new SqlUserDefinedAggFunction(
          new SqlIdentifier("group_text_", SqlParserPos.ZERO),
          SqlKind.OTHER_FUNCTION,
          SqlStdOperatorTable.LISTAGG.getReturnTypeInference(),
          null,
          null,
          AggregateFunctionImpl.create(GroupText.class),
          false,
          false,
          Optionality.OPTIONAL);

  private static final SqlUserDefinedAggFunction MAX = extreme("max", RealExtremes.Max.class);
  private static final SqlUserDefinedAggFunction MIN = extreme("min", RealExtremes.Min.class);
  private static final SqlUserDefinedAggFunction REAL_MAX =
      extreme("real_max", RealExtremes.RealMax.class);
  private static final SqlUserDefinedAggFunction REAL_MIN =
      extreme("real_min", RealExtremes.RealMin.class);

  private static final SqlUserDefinedAggFunction SUM =
      floating("sum", SqlStdOperatorTable.SUM, RealSums.Sum.class);
  private static final SqlUserDefinedAggFunction REAL_SUM =
      floating("real_sum", SqlStdOperatorTable.SUM, RealSums.RealSum.class);
  private static final SqlUserDefinedAggFunction SUM_OR_ZERO =
      floating("sum_or_zero", SqlStdOperatorTable.SUM0, RealSums.SumOrZero.class);
  private static final SqlUserDefinedAggFunction REAL_SUM_OR_ZERO =
      floating("real_sum_or_zero", SqlStdOperatorTable.SUM0, RealSums.RealSumOrZero.class);

  private static final SqlUserDefinedAggFunction DECIMAL_SUM =
      floating("decimal_sum", SqlStdOperatorTable.SUM, DecimalSums.Sum.class);
  private static final SqlUserDefinedAggFunction DECIMAL_SUM_OR_ZERO =
      floating("decimal_sum_or_zero", SqlStdOperatorTable.SUM0, DecimalSums.SumOrZero.class);

  private static final SqlUserDefinedAggFunction JSON_MAX =
      extreme("json_max", JsonExtremes.Max.class);
  private static final SqlUserDefinedAggFunction JSON_MIN =
      extreme("json_min", JsonExtremes.Min.class);

  private OwnAggregates() {}

  private static SqlUserDefinedAggFunction extreme(String name, Class<?> by) {
    return floating(name, SqlStdOperatorTable.MAX, by);
  }

  private static SqlUserDefinedAggFunction floating(String name, SqlAggFunction like, Class<?> by) {
    return new SqlUserDefinedAggFunction(
        new SqlIdentifier(name + "_of_floating_", SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        like.getReturnTypeInference(),
        null,
        null,
        AggregateFunctionImpl.create(by),
        false,
        false,
        Optionality.FORBIDDEN);
  }

  /** A plan of which code is generated. */
  public static RelNode apply(RelNode plan) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            if (visited instanceof LogicalWindow window) {
              return replaced(window);
            }
            return visited instanceof Aggregate aggregate ? replaced(aggregate) : visited;
          }
        });
  }

  private static RelNode replaced(Aggregate aggregate) {
    if (aggregate.getAggCallList().stream().allMatch(call -> own(call) == null)) {
      return aggregate;
    }
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      SqlUserDefinedAggFunction own = own(call);
      calls.add(own == null ? call : ChangedAggregate.by(own, call));
    }
    return aggregate.copy(
        aggregate.getTraitSet(),
        aggregate.getInput(),
        aggregate.getGroupSet(),
        aggregate.getGroupSets(),
        calls);
  }

  /** What stands for a call; null if it stays. */
  private static SqlUserDefinedAggFunction own(SqlKind kind, RelDataType type, int operands) {
    if (kind == SqlKind.STRING_AGG || (kind == SqlKind.LISTAGG && operands == OPERANDS)) {
      return GATHERED;
    }
    boolean real = type.getSqlTypeName() == SqlTypeName.REAL;
    boolean floating = SqlTypeUtil.isApproximateNumeric(type);
    boolean sum = kind == SqlKind.SUM || kind == SqlKind.SUM0;
    if (sum && SqlTypeUtil.isDecimal(type)) {
      return type.isNullable() ? DECIMAL_SUM : DECIMAL_SUM_OR_ZERO;
    }
    if ((kind == SqlKind.MAX || kind == SqlKind.MIN) && TypeFactory.isJson(type)) {
      return kind == SqlKind.MAX ? JSON_MAX : JSON_MIN;
    }
    if (kind == SqlKind.MAX && floating) {
      return real ? REAL_MAX : MAX;
    }
    if (sum && floating) {
      return type.isNullable() ? real ? REAL_SUM : SUM : real ? REAL_SUM_OR_ZERO : SUM_OR_ZERO;
    }
    return kind == SqlKind.MIN && floating ? real ? REAL_MIN : MIN : null;
  }

  private static SqlUserDefinedAggFunction own(AggregateCall call) {
    return own(call.getAggregation().getKind(), call.getType(), call.getArgList().size());
  }

  private static LogicalWindow replaced(LogicalWindow window) {
    List<Window.Group> groups = new ArrayList<>();
    for (Window.Group group : window.groups) {
      List<Window.RexWinAggCall> calls = new ArrayList<>();
      for (Window.RexWinAggCall call : group.aggCalls) {
        SqlUserDefinedAggFunction own =
            own(call.getKind(), call.getType(), call.getOperands().size());
        calls.add(own == null ? call : by(own, call));
      }
      groups.add(
          new Window.Group(
              group.keys,
              group.isRows,
              group.lowerBound,
              group.upperBound,
              group.exclude,
              group.orderKeys,
              calls));
    }
    return LogicalWindow.create(
        window.getTraitSet(),
        window.getHints(),
        window.getInput(),
        window.constants,
        window.getRowType(),
        groups);
  }

  private static Window.RexWinAggCall by(SqlUserDefinedAggFunction own, Window.RexWinAggCall call) {
    return new Window.RexWinAggCall(
        call.getParserPosition(),
        own,
        call.getType(),
        call.getOperands(),
        call.ordinal,
        call.distinct,
        call.ignoreNulls);
  }
}
