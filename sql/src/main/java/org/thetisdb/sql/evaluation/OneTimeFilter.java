package org.thetisdb.sql.evaluation;

import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.RexToLixTranslator;
import org.apache.calcite.linq4j.function.Function0;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgramBuilder;
import org.apache.calcite.rex.RexShuttle;
import org.thetisdb.sql.run.RunContext;

/**
 * The rows of a subquery if a condition over the row around it is met. Otherwise the subquery is
 * not run at all, so that it cannot fail. No rule moves anything through it.
 */
public class OneTimeFilter extends SingleRel {
  private static final Method ONE_TIME =
      Types.lookupMethod(
          RunContext.class, "oneTime", int.class, boolean.class, boolean.class, Function0.class);

  private final int number;
  private final RexNode condition;
  private final boolean keeps;

  /**
   * A filter.
   *
   * @param number under which a run keeps the rows
   * @param condition over variables of the row around
   * @param keeps whether the rows are the same each time, and few
   */
  OneTimeFilter(RelNode input, int number, RexNode condition, boolean keeps) {
    this(input.getCluster().traitSetOf(Convention.NONE), input, number, condition, keeps);
  }

  private OneTimeFilter(
      RelTraitSet traits, RelNode input, int number, RexNode condition, boolean keeps) {
    super(input.getCluster(), traits, input);
    this.number = number;
    this.condition = condition;
    this.keeps = keeps;
  }

  /** What has to be met. */
  RexNode condition() {
    return condition;
  }

  /** The same with another condition. */
  OneTimeFilter with(RexNode other) {
    return other.equals(condition)
        ? this
        : new OneTimeFilter(getTraitSet(), getInput(), number, other, keeps);
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new OneTimeFilter(traits, inputs.get(0), number, condition, keeps);
  }

  @Override
  public RelNode accept(RexShuttle shuttle) {
    return with(condition.accept(shuttle));
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("number", number)
        .item("condition", condition)
        .itemIf("keeps", true, keeps);
  }

  /** In operators that generate code. */
  public static final class ToCode extends ConverterRule {
    /** The one rule of this kind. */
    public static final ToCode RULE =
        Config.INSTANCE
            .withConversion(
                OneTimeFilter.class,
                Convention.NONE,
                EnumerableConvention.INSTANCE,
                "OneTimeFilter.ToCode")
            .withRuleFactory(ToCode::new)
            .toRule(ToCode.class);

    private ToCode(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode node) {
      OneTimeFilter filter = (OneTimeFilter) node;
      RelNode input = filter.getInput();
      return new Generated(
          filter, convert(input, input.getTraitSet().replace(EnumerableConvention.INSTANCE)));
    }
  }

  /** The same as code. */
  private static final class Generated extends OneTimeFilter implements EnumerableRel {
    Generated(OneTimeFilter filter, RelNode input) {
      super(
          input.getCluster().traitSetOf(EnumerableConvention.INSTANCE),
          input,
          filter.number,
          filter.condition,
          filter.keeps);
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
      return new Generated(this, inputs.get(0));
    }

    /**
     * Some operators begin to work where they are made, so the input is handed over as a function.
     */
    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
      Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), preference);
      BlockBuilder made = new BlockBuilder();
      made.add(Expressions.return_(null, made.append("rows", input.block)));
      BlockBuilder block = new BlockBuilder();
      Expression passes = passes(implementor, block);
      block.add(
          Expressions.call(
              Expressions.convert_(DataContext.ROOT, RunContext.class),
              ONE_TIME,
              Expressions.constant(super.number),
              Expressions.constant(super.keeps),
              passes,
              Expressions.lambda(made.toBlock())));
      return implementor.result(input.physType, block.toBlock());
    }

    private Expression passes(EnumerableRelImplementor implementor, BlockBuilder block) {
      if (condition().isAlwaysTrue()) {
        return Expressions.constant(true);
      }
      RexProgramBuilder program =
          new RexProgramBuilder(getInput().getRowType(), getCluster().getRexBuilder());
      program.addIdentity();
      program.addCondition(condition());
      return RexToLixTranslator.translateCondition(
          program.getProgram(),
          implementor.getTypeFactory(),
          block,
          (list, index, type) -> {
            throw new IllegalStateException(
                "a condition over the row around looks at column " + index);
          },
          implementor::getCorrelVariableGetter,
          implementor.getConformance());
    }
  }
}
