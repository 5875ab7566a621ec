package org.thetisdb.sql.plan.relation;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;

/**
 * Moves columns of a query around a subquery to their places, and makes all that is calculated of a
 * column that may be NULL there nullable: totals of ROLLUP, CUBE and GROUPING SETS have NULL in
 * columns that have none before. For one subquery; not thread-safe.
 */
final class NullableColumns {
  /** What is never NULL, whatever it looks at. */
  private static final Set<SqlKind> NEVER_NULL =
      Set.of(
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.IS_TRUE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_FALSE,
          SqlKind.IS_UNKNOWN,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM);

  private final GroupedCorrelation.Moved moved;
  private final RexBuilder builder;

  NullableColumns(GroupedCorrelation.Moved moved, RexBuilder builder) {
    this.moved = moved;
    this.builder = builder;
  }

  /** The subquery with its columns in their places. */
  RexSubQuery within(RexSubQuery query) {
    RelNode rel = query.rel.accept(new Nodes());
    if (rel.equals(query.rel)) {
      return query;
    }
    return query.getKind() == SqlKind.IN
        ? RexSubQuery.in(rel, ImmutableList.copyOf(query.getOperands()))
        : query.clone(rel);
  }

  private RelDataType nullable(RelDataType type) {
    return builder.getTypeFactory().createTypeWithNullability(type, true);
  }

  private AggregateCall nullable(AggregateCall call) {
    return ChangedAggregate.ofType(nullable(call.getType()), call);
  }

  /** Nodes, from their inputs on. */
  private final class Nodes extends RelHomogeneousShuttle {
    /** What became nullable of what a node gives, by its identity. */
    private final Map<Integer, List<Boolean>> became = new HashMap<>();

    @Override
    public RelNode visit(RelNode other) {
      RelNode node = super.visit(other);
      Expressions expressions = new Expressions(became(node));
      RelNode done =
          node instanceof Aggregate groups
              ? grouped(groups, expressions.became)
              : node.accept(expressions);
      if (done instanceof Project project) {
        became.put(done.getId(), project.getProjects().stream().map(expressions::became).toList());
      } else if (done instanceof Aggregate groups) {
        became.put(done.getId(), ofGroups(groups, expressions.became));
      } else if (done instanceof Filter || done.getInputs().size() == 1) {
        became.put(done.getId(), expressions.became);
      } else if (done instanceof Join join && join.getJoinType().projectsRight()) {
        became.put(done.getId(), expressions.became);
      } else {
        became.put(done.getId(), none(done));
      }
      return done;
    }

    private List<Boolean> became(RelNode node) {
      List<Boolean> all = new ArrayList<>();
      node.getInputs()
          .forEach(input -> all.addAll(became.getOrDefault(input.getId(), none(input))));
      return all;
    }

    private static List<Boolean> none(RelNode node) {
      return node.getRowType().getFieldList().stream().map(field -> false).toList();
    }

    private Aggregate grouped(Aggregate groups, List<Boolean> became) {
      List<AggregateCall> calls = new ArrayList<>();
      for (AggregateCall call : groups.getAggCallList()) {
        boolean changes =
            call.getAggregation().getKind() != SqlKind.COUNT
                && call.getArgList().stream().anyMatch(became::get);
        calls.add(changes ? nullable(call) : call);
      }
      return calls.equals(groups.getAggCallList())
          ? groups
          : groups.copy(
              groups.getTraitSet(),
              groups.getInput(),
              groups.getGroupSet(),
              groups.getGroupSets(),
              calls);
    }

    private static List<Boolean> ofGroups(Aggregate groups, List<Boolean> became) {
      List<Boolean> all = new ArrayList<>();
      groups.getGroupSet().forEach(column -> all.add(became.get(column)));
      for (AggregateCall call : groups.getAggCallList()) {
        all.add(
            call.getAggregation().getKind() != SqlKind.COUNT
                && call.getArgList().stream().anyMatch(became::get));
      }
      return all;
    }
  }

  /** Expressions over a row of which some columns became nullable. */
  private final class Expressions extends RexShuttle {
    private final List<Boolean> became;

    Expressions(List<Boolean> became) {
      this.became = became;
    }

    boolean became(RexNode node) {
      if (node instanceof RexInputRef ref) {
        return ref.getIndex() < became.size() && became.get(ref.getIndex());
      }
      if (!(node instanceof RexCall call) || node instanceof RexSubQuery) {
        return moved.becameNullable(node);
      }
      return !NEVER_NULL.contains(call.getKind())
          && call.getOperands().stream().anyMatch(this::became);
    }

    @Override
    public RexNode visitInputRef(RexInputRef ref) {
      return became(ref) ? builder.makeInputRef(nullable(ref.getType()), ref.getIndex()) : ref;
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      return moved.of(access);
    }

    @Override
    public RexNode visitCall(RexCall written) {
      RexCall call = (RexCall) super.visitCall(written);
      return became(call) && !call.getType().isNullable()
          ? call.clone(nullable(call.getType()), call.getOperands())
          : call;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery written) {
      return within((RexSubQuery) super.visitSubQuery(written));
    }
  }
}
