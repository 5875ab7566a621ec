package org.thetisdb.sql.plan;

import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.thetisdb.sql.run.RunContext;

/** The rows that the last round of a recursive query gave, within that query. */
final class LastRound extends AbstractRelNode implements EnumerableRel {
  private static final double ASSUMED_ROWS = 10;

  private final int number;

  /**
   * The rows.
   *
   * @param number of the query, under which a run has them
   */
  LastRound(RelOptCluster cluster, int number, RelDataType rowType) {
    super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE));
    this.number = number;
    this.rowType = rowType;
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return this;
  }

  @Override
  public double estimateRowCount(RelMetadataQuery metadata) {
    return ASSUMED_ROWS;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("number", number);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
    BlockBuilder block = new BlockBuilder();
    block.add(
        Expressions.call(
            Expressions.convert_(DataContext.ROOT, RunContext.class),
            "lastRound",
            Expressions.constant(number)));
    return implementor.result(
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY),
        block.toBlock());
  }
}
