package org.thetisdb.lab.advice;

/** What work costs, in microseconds of what does it (decision 0073). */
final class UnitCosts {
  /** A message that the router takes. */
  static final double ROUTER_US = 1.5;

  /** A task of an engine. */
  static final double ENGINE_US = 3;

  /** To find a row by its key. */
  static final double READ_US = 0.3;

  /** To write a row. */
  static final double WRITE_US = 1;

  /** To install a row that another site has written. */
  static final double REFRESH_US = 0.8;

  /** A row that an epoch view's call has written, where it has run. */
  static final double MADE_US = 1.4;

  /** A row that was decided in an epoch view, at each member. */
  static final double HELD_US = 0.25;

  /** A row that an epoch view's epoch coordinator puts into its rows and its log. */
  static final double COMMITTED_US = 1.5;

  /** A range that is read, of which nobody knows how long it is: about a hundred rows. */
  static final double RANGE_US = 13;

  private UnitCosts() {}
}
