package org.thetisdb.sql.plan;

import java.util.EnumSet;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.type.RelDataType;
import org.thetisdb.sql.info.ClusterTable;

/** The rows of a table about the cluster, which come with the call. */
final class ClusterRows extends GivenRows {
  private static final double ASSUMED_ROWS = 100;

  private final ClusterTable table;

  ClusterRows(RelOptCluster cluster, ClusterTable table, RelDataType rowType) {
    super(cluster, rowType, "clusterRows", table.name(), ASSUMED_ROWS);
    this.table = table;
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
}
