package org.thetisdb.sql.access;

import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;

/** Rows that a change offers to a query of its own, such as the rows that it wrote. */
public final class OfferedRows extends GivenRows {
  private static final double ASSUMED_ROWS = 10;

  private OfferedRows(RelOptCluster cluster, RelDataType rowType) {
    super(cluster, rowType, "offeredRows", rowType.getFieldCount(), ASSUMED_ROWS);
  }

  /** A plan of projections alone, over what is offered in place of what they are written for. */
  public static RelNode below(RelNode plan) {
    return plan instanceof Project project
        ? project.copy(
            project.getTraitSet(),
            below(project.getInput()),
            project.getProjects(),
            project.getRowType())
        : new OfferedRows(plan.getCluster(), plan.getRowType());
  }
}
