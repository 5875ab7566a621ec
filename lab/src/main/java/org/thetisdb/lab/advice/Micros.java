package org.thetisdb.lab.advice;

import org.thetisdb.simulation.cost.UnitCosts;
import org.thetisdb.simulation.cost.Work;

/** What work costs, in microseconds of what does it: the unit costs that are shipped. */
final class Micros {
  static final double ROUTER_US = of(Work.ROUTER_TASK);
  static final double ENGINE_US = of(Work.ENGINE_TASK);
  static final double READ_US = of(Work.ROW_READ);
  static final double WRITE_US = of(Work.ROW_WRITTEN);
  static final double REFRESH_US = of(Work.ROW_REFRESHED);
  static final double MADE_US = of(Work.ROW_MADE);
  static final double HELD_US = of(Work.ROW_HELD);
  static final double COMMITTED_US = of(Work.ROW_COMMITTED);

  /** Rows of a range that is read, of which nobody knows how long it is. */
  private static final int ROWS_IN_RANGE = 100;

  static final double RANGE_US = ROWS_IN_RANGE * of(Work.ROW_SCANNED);

  private Micros() {}

  private static double of(Work work) {
    return UnitCosts.SHIPPED.us(work);
  }
}
