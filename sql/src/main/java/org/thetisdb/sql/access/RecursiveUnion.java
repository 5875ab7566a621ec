package org.thetisdb.sql.access;

import java.lang.reflect.Method;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.function.Function0;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.BiRel;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.thetisdb.sql.run.RunContext;

/** WITH RECURSIVE: the rows of a first query, then of a second one over those of the last round. */
public class RecursiveUnion extends BiRel {
  private static final double ASSUMED_ROWS = 100;
  private static final Method RECURSIVE =
      Types.lookupMethod(
          RunContext.class,
          "recursive",
          int.class,
          boolean.class,
          Enumerable.class,
          Function0.class);

  private final int number;
  private final boolean all;

  /**
   * A recursive query.
   *
   * @param number under which a run has the rows of its last round
   * @param all whether a row that was given before is given again
   */
  RecursiveUnion(
      RelOptCluster cluster,
      int number,
      RelNode first,
      RelNode step,
      boolean all,
      RelDataType rowType) {
    this(cluster, cluster.traitSetOf(Convention.NONE), number, first, step, all, rowType);
  }

  private RecursiveUnion(
      RelOptCluster cluster,
      RelTraitSet traits,
      int number,
      RelNode first,
      RelNode step,
      boolean all,
      RelDataType rowType) {
    super(cluster, traits, first, step);
    this.number = number;
    this.all = all;
    this.rowType = rowType;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return new RecursiveUnion(
        getCluster(), traits, number, inputs.get(0), inputs.get(1), all, getRowType());
  }

  @Override
  public double estimateRowCount(RelMetadataQuery metadata) {
    return ASSUMED_ROWS;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("number", number).item("all", all);
  }

  /** In operators that generate code. */
  public static final class ToCode extends ConverterRule {
    /** The one rule of this kind. */
    public static final ToCode RULE =
        Config.INSTANCE
            .withConversion(
                RecursiveUnion.class,
                Convention.NONE,
                EnumerableConvention.INSTANCE,
                "RecursiveUnion.ToCode")
            .withRuleFactory(ToCode::new)
            .toRule(ToCode.class);

    private ToCode(Config config) {
      super(config);
    }

    @Override
    public RelNode convert(RelNode node) {
      RecursiveUnion union = (RecursiveUnion) node;
      EnumerableConvention code = EnumerableConvention.INSTANCE;
      return new Generated(
          union,
          convert(union.getLeft(), union.getLeft().getTraitSet().replace(code)),
          convert(union.getRight(), union.getRight().getTraitSet().replace(code)));
    }
  }

  /** The same as code. */
  private static final class Generated extends RecursiveUnion implements EnumerableRel {
    Generated(RecursiveUnion union, RelNode first, RelNode step) {
      super(
          union.getCluster(),
          union.getCluster().traitSetOf(EnumerableConvention.INSTANCE),
          union.number,
          first,
          step,
          union.all,
          union.getRowType());
    }

    @Override
    public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
      return new Generated(this, inputs.get(0), inputs.get(1));
    }

    /** The second query is evaluated anew for each round, so it is handed over as a function. */
    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
      PhysType rows =
          PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
      BlockBuilder block = new BlockBuilder();
      Expression first = rowsOf(implementor, 0, rows, block, "first");
      BlockBuilder round = new BlockBuilder();
      round.add(Expressions.return_(null, rowsOf(implementor, 1, rows, round, "step")));
      block.add(
          Expressions.call(
              Expressions.convert_(DataContext.ROOT, RunContext.class),
              RECURSIVE,
              Expressions.constant(super.number),
              Expressions.constant(super.all),
              first,
              Expressions.lambda(round.toBlock())));
      return implementor.result(rows, block.toBlock());
    }

    private Expression rowsOf(
        EnumerableRelImplementor implementor,
        int input,
        PhysType rows,
        BlockBuilder block,
        String name) {
      Result result =
          implementor.visitChild(this, input, (EnumerableRel) getInputs().get(input), Prefer.ARRAY);
      Expression made = block.append(name, result.block);
      return result.physType.convertTo(made, rows.getFormat());
    }
  }
}
