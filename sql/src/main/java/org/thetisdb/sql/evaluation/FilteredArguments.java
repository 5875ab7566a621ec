package org.thetisdb.sql.evaluation;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * {@code sum(10 / x) FILTER (WHERE x <> 0)}: what is aggregated, and by what it is ordered, is
 * calculated below, for all rows. Where it may fail it is calculated for those that the filter lets
 * through. Stateless.
 */
public final class FilteredArguments {
  private FilteredArguments() {}

  /** A plan of which code is generated. */
  public static RelNode apply(RelNode plan) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof LogicalAggregate aggregate
                    && aggregate.getInput() instanceof LogicalProject project
                ? guarded(aggregate, project)
                : visited;
          }
        });
  }

  private static RelNode guarded(LogicalAggregate aggregate, LogicalProject project) {
    List<RexNode> values = new ArrayList<>(project.getProjects());
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      calls.add(guarded(call, project, values));
    }
    if (values.size() == project.getProjects().size()) {
      return aggregate;
    }
    RexBuilder builder = project.getCluster().getRexBuilder();
    int size = project.getProjects().size();
    withoutUnused(builder, values, size, aggregate.getGroupSet(), calls);
    RelNode below =
        LogicalProject.create(
            project.getInput(),
            project.getHints(),
            values,
            (List<String>) null,
            project.getVariablesSet());
    return aggregate.copy(
        aggregate.getTraitSet(), below, aggregate.getGroupSet(), aggregate.getGroupSets(), calls);
  }

  /** What is calculated behind a filter alone is not calculated before it. */
  private static void withoutUnused(
      RexBuilder builder,
      List<RexNode> values,
      int size,
      ImmutableBitSet groups,
      List<AggregateCall> calls) {
    BitSet used = groups.toBitSet();
    for (AggregateCall call : calls) {
      call.getArgList().forEach(used::set);
      call.getCollation().getKeys().forEach(used::set);
      if (call.hasFilter()) {
        used.set(call.filterArg);
      }
    }
    for (int i = used.nextClearBit(0); i < size; i = used.nextClearBit(i + 1)) {
      if (Fallible.mayFail(values.get(i))) {
        values.set(i, builder.makeNullLiteral(nullable(values.get(i), builder)));
      }
    }
  }

  private static AggregateCall guarded(
      AggregateCall call, LogicalProject project, List<RexNode> values) {
    if (!call.hasFilter()) {
      return call;
    }
    Map<Integer, Integer> places = new HashMap<>();
    IntUnaryOperator behind =
        place ->
            places.computeIfAbsent(
                place,
                same -> {
                  RexNode value = values.get(same);
                  if (!Fallible.mayFail(value)) {
                    return same;
                  }
                  values.add(where(values.get(call.filterArg), value, project));
                  return values.size() - 1;
                });
    List<Integer> arguments = call.getArgList().stream().map(behind::applyAsInt).toList();
    List<RelFieldCollation> order =
        call.getCollation().getFieldCollations().stream()
            .map(key -> key.withFieldIndex(behind.applyAsInt(key.getFieldIndex())))
            .toList();
    return call.withArgList(arguments).withCollation(RelCollations.of(order));
  }

  /** Of the same type, by which Calcite checks that of the aggregate. */
  private static RexNode where(RexNode filter, RexNode value, LogicalProject project) {
    RexBuilder builder = project.getCluster().getRexBuilder();
    return builder.makeCall(
        value.getType(), SqlStdOperatorTable.CASE, List.of(filter, value, none(value, builder)));
  }

  /** What nobody looks at: zero where Java has no null. */
  private static RexNode none(RexNode value, RexBuilder builder) {
    RelDataType type = value.getType();
    boolean primitive =
        SqlTypeUtil.isNumeric(type) || SqlTypeUtil.isBoolean(type) || SqlTypeUtil.isDatetime(type);
    return !type.isNullable() && primitive
        ? builder.makeZeroLiteral(type)
        : builder.makeNullLiteral(nullable(value, builder));
  }

  private static RelDataType nullable(RexNode value, RexBuilder builder) {
    return builder.getTypeFactory().createTypeWithNullability(value.getType(), true);
  }
}
