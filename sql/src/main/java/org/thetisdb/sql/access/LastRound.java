package org.thetisdb.sql.access;

import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.type.RelDataType;

/** The rows that the last round of a recursive query gave, within that query. */
public final class LastRound extends GivenRows {
  private static final double ASSUMED_ROWS = 10;

  /**
   * The rows.
   *
   * @param number of the query, under which a run has them
   */
  LastRound(RelOptCluster cluster, int number, RelDataType rowType) {
    super(cluster, rowType, "lastRound", number, ASSUMED_ROWS);
  }
}
