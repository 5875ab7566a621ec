package org.thetisdb.sql.access;

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

/** Rows that a run has, and that no table holds. */
abstract class GivenRows extends AbstractRelNode implements EnumerableRel {
  private final String method;
  private final Object which;
  private final double assumedRows;

  /**
   * Rows.
   *
   * @param method of {@link RunContext}, which gives them
   * @param which its argument, a constant
   */
  GivenRows(
      RelOptCluster cluster, RelDataType rowType, String method, Object which, double assumedRows) {
    super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE));
    this.rowType = rowType;
    this.method = method;
    this.which = which;
    this.assumedRows = assumedRows;
  }

  @Override
  public final RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return this;
  }

  @Override
  public final double estimateRowCount(RelMetadataQuery metadata) {
    return assumedRows;
  }

  @Override
  public final RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item(method, which);
  }

  @Override
  public final Result implement(EnumerableRelImplementor implementor, Prefer preference) {
    BlockBuilder block = new BlockBuilder();
    block.add(
        Expressions.call(
            Expressions.convert_(DataContext.ROOT, RunContext.class),
            method,
            Expressions.constant(which)));
    return implementor.result(
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY),
        block.toBlock());
  }
}
