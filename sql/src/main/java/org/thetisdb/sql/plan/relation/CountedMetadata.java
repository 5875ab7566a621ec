package org.thetisdb.sql.plan.relation;

import java.util.Set;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.metadata.RelColumnOrigin;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.thetisdb.sql.compile.CompileBudget;

/** Questions about parts of a plan, counted in the budget of the compilation. */
public final class CountedMetadata extends RelMetadataQuery {
  /** A product of two is finite; the planner finds no plan of infinite cost. */
  private static final Double MOST_ROWS = 1e100;

  @Override
  public Double getRowCount(RelNode node) {
    CompileBudget.step();
    Double rows = super.getRowCount(node);
    return rows == null || rows < MOST_ROWS ? rows : MOST_ROWS;
  }

  @Override
  public Double getSelectivity(RelNode node, RexNode condition) {
    CompileBudget.step();
    return super.getSelectivity(node, condition);
  }

  @Override
  public Double getDistinctRowCount(RelNode node, ImmutableBitSet columns, RexNode condition) {
    CompileBudget.step();
    return super.getDistinctRowCount(node, columns, condition);
  }

  @Override
  public Set<RelColumnOrigin> getColumnOrigins(RelNode node, int column) {
    CompileBudget.step();
    return super.getColumnOrigins(node, column);
  }

  @Override
  public Set<ImmutableBitSet> getUniqueKeys(RelNode node, boolean ignoreNulls) {
    CompileBudget.step();
    return isOfDecimals(node) ? Set.of() : super.getUniqueKeys(node, ignoreNulls);
  }

  @Override
  public Boolean areColumnsUnique(RelNode node, ImmutableBitSet columns, boolean ignoreNulls) {
    CompileBudget.step();
    return isOfDecimals(node)
        ? (Boolean) false
        : super.areColumnsUnique(node, columns, ignoreNulls);
  }

  /** Calcite would take 1.0 and 1.00 for two values. */
  private static boolean isOfDecimals(RelNode node) {
    return node instanceof Values
        && node.getRowType().getFieldList().stream()
            .anyMatch(field -> SqlTypeUtil.isDecimal(field.getType()));
  }

  @Override
  public RelOptPredicateList getPulledUpPredicates(RelNode node) {
    CompileBudget.step();
    return super.getPulledUpPredicates(node);
  }

  /**
   * Calcite forgets that groups of no rows are one row, where a set of groupings has the empty one.
   */
  @Override
  public Double getMaxRowCount(RelNode node) {
    CompileBudget.step();
    Double most = super.getMaxRowCount(node);
    boolean total =
        node instanceof Aggregate groups
            && groups.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty);
    return most != null && total ? (Double) Math.max(1, most) : most;
  }
}
