package org.thetisdb.sql.plan;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.thetisdb.sql.info.ClusterTable;
import org.thetisdb.sql.run.RunContext;

/** The rows of a table about the cluster, which come with the call. */
final class ClusterRows extends AbstractRelNode implements EnumerableRel {
  private static final double ASSUMED_ROWS = 100;

  private final ClusterTable table;

  ClusterRows(RelOptCluster cluster, ClusterTable table, RelDataType rowType) {
    super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE));
    this.table = table;
    this.rowType = rowType;
  }

  /** The tables about the cluster that a plan reads. */
  static Set<ClusterTable> in(RelNode plan) {
    Set<ClusterTable> found = EnumSet.noneOf(ClusterTable.class);
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, RelNode parent) {
        if (node instanceof ClusterRows rows) {
          found.add(rows.table);
        }
        super.visit(node, ordinal, parent);
      }
    }.go(plan);
    return found;
  }

  ClusterTable table() {
    return table;
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
    return super.explainTerms(writer).item("table", table);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
    BlockBuilder block = new BlockBuilder();
    block.add(
        Expressions.call(
            Expressions.convert_(DataContext.ROOT, RunContext.class),
            "clusterRows",
            Expressions.constant(table.name())));
    return implementor.result(
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY),
        block.toBlock());
  }
}
