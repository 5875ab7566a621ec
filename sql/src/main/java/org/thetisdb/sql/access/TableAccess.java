package org.thetisdb.sql.access;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptCost;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.thetisdb.sql.run.RunContext;

/**
 * Finds rows of a table by a path, filters them, and gives some columns. Its expressions refer to
 * the table's columns, and behind these to values of the row around it.
 */
public final class TableAccess extends AbstractRelNode implements EnumerableRel {
  private static final double FILTERED_PART = 0.3;

  private final int number;
  private final AccessPath path;
  private final RexNode filter;
  private final int[] fields;
  private final List<RexFieldAccess> outer;

  /**
   * An access.
   *
   * @param number under which generated code asks for it
   * @param filter null if all rows are wanted
   * @param fields places of the columns that it gives
   * @param outer what it takes from the row around
   */
  TableAccess(
      RelOptCluster cluster,
      int number,
      AccessPath path,
      RexNode filter,
      int[] fields,
      RelDataType rowType,
      List<RexFieldAccess> outer) {
    super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE));
    this.number = number;
    this.path = path;
    this.filter = filter;
    this.fields = fields.clone();
    this.rowType = rowType;
    this.outer = outer;
  }

  /** The number under which generated code asks for it. */
  public int number() {
    return number;
  }

  /** What it takes from the row around. */
  public List<RexFieldAccess> outer() {
    return List.copyOf(outer);
  }

  /** The way to the rows. */
  public AccessPath path() {
    return path;
  }

  /** What rows that are found have to meet, over the columns of the table; null for nothing. */
  public RexNode filter() {
    return filter;
  }

  /** The places in the table of the columns that it gives. */
  public int[] fields() {
    return fields.clone();
  }

  /** How many values it takes from the row around. */
  public int outerWidth() {
    return outer.size();
  }

  /** The types of what it takes from the row around. */
  public List<RelDataType> outerTypes() {
    return outer.stream().map(RexNode::getType).toList();
  }

  /** Whether it looks at the row around without finding its rows by that. */
  public boolean isRepeatedScan() {
    return !outer.isEmpty() && !path.isNarrow();
  }

  @Override
  public RelNode copy(RelTraitSet traits, List<RelNode> inputs) {
    return this;
  }

  @Override
  public double estimateRowCount(RelMetadataQuery metadata) {
    return Math.max(1, path.estimatedRows() * (filter == null ? 1 : FILTERED_PART));
  }

  @Override
  public RelOptCost computeSelfCost(RelOptPlanner planner, RelMetadataQuery metadata) {
    return planner.getCostFactory().makeCost(path.cost(), path.cost(), 0);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .item("table", path.table().name())
        .item("number", number)
        .item("by", path.describe())
        .itemIf("filter", filter, filter != null);
  }

  @Override
  public Result implement(EnumerableRelImplementor implementor, Prefer preference) {
    PhysType rows =
        PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY);
    BlockBuilder block = new BlockBuilder();
    List<Expression> values = new ArrayList<>();
    for (RexFieldAccess access : outer) {
      String name = ((RexCorrelVariable) access.getReferenceExpr()).getName();
      values.add(
          implementor
              .getCorrelVariableGetter(name)
              .field(block, access.getField().getIndex(), Object.class));
    }
    block.add(
        Expressions.call(
            Expressions.convert_(DataContext.ROOT, RunContext.class),
            fields.length == 1 ? "scanOne" : "scan",
            Expressions.constant(number),
            Expressions.newArrayInit(Object.class, values)));
    return implementor.result(rows, block.toBlock());
  }
}
