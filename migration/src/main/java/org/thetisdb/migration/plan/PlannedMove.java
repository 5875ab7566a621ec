package org.thetisdb.migration.plan;

import org.thetisdb.core.placement.Migration.Way;

/**
 * A step of a plan.
 *
 * @param range what moves
 * @param from its master
 * @param to the site that is to master it
 * @param way how
 */
public record PlannedMove(MovableRange range, int from, int to, Way way) {
  /** What the target needs room for. */
  public long sentBytes() {
    return way == Way.COPY ? range.bytes() : 0;
  }
}
