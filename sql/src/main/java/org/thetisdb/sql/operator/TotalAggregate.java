package org.thetisdb.sql.operator;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableAggregate;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.GotoStatement;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.linq4j.tree.Statement;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.InvalidRelException;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Groups by several lists of which one is empty, as ROLLUP, CUBE and GROUPING SETS make them: of no
 * rows there is a total, too, which Calcite's operator leaves out.
 */
public final class TotalAggregate extends EnumerableAggregate {
  /** Makes operators of all aggregates. */
  public static final ConverterRule RULE =
      ConverterRule.Config.INSTANCE
          .withConversion(
              LogicalAggregate.class,
              Convention.NONE,
              EnumerableConvention.INSTANCE,
              "TotalAggregate")
          .withRuleFactory(Rule::new)
          .toRule(ConverterRule.class);

  /** Rows, keys, what begins a group, what adds a row, and what makes a result of it. */
  private static final int OPERANDS = 5;

  private TotalAggregate(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      ImmutableBitSet groupSet,
      List<ImmutableBitSet> groupSets,
      List<AggregateCall> calls)
      throws InvalidRelException {
    super(cluster, traits, input, groupSet, groupSets, calls);
  }

  private static final class Rule extends ConverterRule {
    Rule(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode node) {
      Aggregate groups = (Aggregate) node;
      RelTraitSet traits = node.getCluster().traitSet().replace(EnumerableConvention.INSTANCE);
      RelNode input = convert(groups.getInput(), traits);
      return made(
          node.getCluster(),
          traits,
          input,
          groups.getGroupSet(),
          groups.getGroupSets(),
          groups.getAggCallList());
    }
  }

  /** Null for aggregates that no operator has, such as those of distinct values. */
  private static EnumerableAggregate made(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      ImmutableBitSet groupSet,
      List<ImmutableBitSet> groupSets,
      List<AggregateCall> calls) {
    boolean hasTotal =
        groupSets != null
            && groupSets.size() > 1
            && groupSets.stream().anyMatch(ImmutableBitSet::isEmpty);
    try {
      return hasTotal
          ? new TotalAggregate(cluster, traits, input, groupSet, groupSets, calls)
          : new EnumerableAggregate(cluster, traits, input, groupSet, groupSets, calls);
    } catch (InvalidRelException e) {
      return null;
    }
  }

  @Override
  public EnumerableAggregate copy(
      RelTraitSet traits,
      RelNode input,
      ImmutableBitSet groupSet,
      List<ImmutableBitSet> groupSets,
      List<AggregateCall> calls) {
    return made(getCluster(), traits, input, groupSet, groupSets, calls);
  }

  /** The last list is the empty one, since Calcite puts longer ones first. */
  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
    Result result = super.implement(implementor, preference);
    List<Statement> statements = new ArrayList<>(result.block.statements);
    int last = statements.size() - 1;
    MethodCallExpression groups =
        (MethodCallExpression) ((GotoStatement) statements.get(last)).expression;
    List<Expression> operands = groups.expressions;
    if (!groups.method.getName().equals("groupByMultiple")
        || operands.size() != OPERANDS
        || !groupSets.get(groupSets.size() - 1).isEmpty()) {
      throw new IllegalStateException("groups that are made in another way: " + groups.method);
    }
    statements.set(
        last,
        Expressions.return_(
            null,
            Expressions.call(
                Groups.class,
                "orTotal",
                groups,
                operands.get(1),
                noRow(implementor),
                operands.get(2),
                operands.get(4))));
    return implementor.result(result.physType, Expressions.block(statements));
  }

  /** A row of one number that cannot be null is a number for generated code. */
  private Expression noRow(EnumerableRelImplementor implementor) {
    List<RelDataTypeField> fields = getInput().getRowType().getFieldList();
    Type type =
        fields.size() == 1
            ? implementor.getTypeFactory().getJavaClass(fields.get(0).getType())
            : Object.class;
    Primitive primitive = Primitive.of(type);
    return primitive == null
        ? Expressions.constant(null)
        : Expressions.box(Expressions.constant(primitive.defaultValue, type), primitive);
  }
}
