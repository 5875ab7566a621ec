package org.thetisdb.router.scheme.dynamast;

/**
 * How the load lies at a moment.
 *
 * @param sites that can be used
 * @param largest the usable site with the most of the load; 0 if there is none
 * @param shareOfLargest its share of the load, 0 to 1
 * @param couldDoAll whether it could do the work of all and not be crowded
 * @param partitions that are in the sample
 */
record Concentration(
    int sites, int largest, double shareOfLargest, boolean couldDoAll, int partitions) {
  /** One site with so much of the load has all of it. */
  private static final double ALL = 0.95;

  /** Whether all of the load is at one site. */
  boolean isAtOneSite() {
    return largest != 0 && shareOfLargest >= ALL;
  }
}
