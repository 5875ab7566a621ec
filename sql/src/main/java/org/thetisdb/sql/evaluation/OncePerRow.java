package org.thetisdb.sql.evaluation;

import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Project;
import org.thetisdb.sql.run.source.OnceRows;

/**
 * The rows of a projection with volatile values, each of which is calculated once. Generated code
 * asks for the row at hand as often as it needs it, and each time it would be another one.
 */
public class OncePerRow extends SingleRel {
  private static final Method ONCE = Types.lookupMethod(OnceRows.class, "of", Enumerable.class);

  private OncePerRow(RelTraitSet traits, RelNode input) {
    super(input.getCluster(), traits, input);
  }

  /** A plan with this above each such projection. */
  public static RelNode apply(RelNode plan) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode node = super.visit(other);
            return node instanceof Project project && !StableRules.volatileOf(project).isEmpty()
                ? new OncePerRow(node.getCluster().traitSetOf(Convention.NONE), node)
                : node;
          }
        });
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new OncePerRow(traits, inputs.get(0));
  }

  /** In operators that generate code. */
  public static final class ToCode extends ConverterRule {
    /** The one rule of this kind. */
    public static final ToCode RULE =
        Config.INSTANCE
            .withConversion(
                OncePerRow.class,
                Convention.NONE,
                EnumerableConvention.INSTANCE,
                "OncePerRow.ToCode")
            .withRuleFactory(ToCode::new)
            .toRule(ToCode.class);

    private ToCode(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode node) {
      RelNode input = ((OncePerRow) node).getInput();
      return new Generated(
          convert(input, input.getTraitSet().replace(EnumerableConvention.INSTANCE)));
    }
  }

  /** The same as code. */
  private static final class Generated extends OncePerRow implements EnumerableRel {
    Generated(RelNode input) {
      super(input.getCluster().traitSetOf(EnumerableConvention.INSTANCE), input);
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
      return new Generated(inputs.get(0));
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
      Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), preference);
      BlockBuilder block = new BlockBuilder();
      Expression rows = block.append("rows", input.block);
      block.add(Expressions.return_(null, Expressions.call(ONCE, rows)));
      return implementor.result(input.physType, block.toBlock());
    }
  }
}
