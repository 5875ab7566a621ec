package org.thetisdb.sql.access;

import java.util.EnumSet;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.type.RelDataType;
import org.thetisdb.sql.info.ClusterTable;

/** The rows of a table about the cluster, which come with the call. */
public final class ClusterRows extends GivenRows {
  private static final double ASSUMED_ROWS = 100;

  private final ClusterTable table;

  /** All rows of a table about the cluster. */
  public ClusterRows(RelOptCluster cluster, ClusterTable table, RelDataType rowType) {
    super(cluster, rowType, "clusterRows", table.name(), ASSUMED_ROWS);
    this.table = table;
  }

  /** The tables about the cluster that a plan reads. */
  public static Set<ClusterTable> in(RelNode plan) {
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

  /** The table that they are of. */
  public ClusterTable table() {
    return table;
  }
}
