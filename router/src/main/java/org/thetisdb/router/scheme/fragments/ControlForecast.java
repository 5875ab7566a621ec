package org.thetisdb.router.scheme.fragments;

/**
 * What a cluster would do under each control with the load that it has, after {@link ControlModel}.
 * That model is of transactions that do not conflict. Here a row which calls hold until they are
 * decided is a partition that blocks: it is written once in a hold time. And each call that is
 * aborted has those run again that stand on it. Immutable.
 *
 * @param sites how many run fragments
 * @param distributed share of the calls that meet several sites, 0 to 1
 * @param hottest share of all calls that hold the row which is held most often
 * @param standing share of the calls of one site that stand on others, where that is known
 * @param aborted share of the distributed calls that come to nothing
 * @param callsPerS how many come now
 * @param serviceUs processor time of a call at all sites together, in microseconds
 * @param holdUs how long a row is held, in microseconds
 */
record ControlForecast(
    int sites,
    double distributed,
    double hottest,
    double standing,
    double aborted,
    double callsPerS,
    double serviceUs,
    double holdUs) {
  private static final double SECOND_US = 1e6;
  private static final double MODEL_SITES = 2;

  /** What one partition works for a call of two, of what a call of one takes (Table 4.2). */
  private static final double OF_ONE = 55.0 / 64;

  /** So many stand on each other at most. */
  private static final double MOST_STANDING = 64;

  private ControlModel model() {
    double singleUs = serviceUs / (1 - distributed + 2 * OF_ONE * distributed);
    double cpuUs = OF_ONE * singleUs;
    double stallUs = Math.max(0, holdUs - cpuUs);
    return new ControlModel(singleUs, singleUs, holdUs, cpuUs, stallUs, 1);
  }

  /** Calls a second if each waits for the rows that it wants. */
  double locking() {
    double working = sites / MODEL_SITES * model().locking(distributed);
    return hottest * holdUs == 0 ? working : Math.min(working, SECOND_US / (hottest * holdUs));
  }

  /**
   * Calls a second if none waits. A call of one site that stands on others works as one of two
   * sites: it votes, and is decided.
   */
  double speculative() {
    ControlModel model = model();
    double pairUs = MODEL_SITES * SECOND_US / model.speculation(distributed);
    double votesUs =
        standing * (1 - distributed) * (2 * model.distributedCpuUs() - model.singleUs());
    double working = sites * SECOND_US / (pairUs + Math.max(0, votesUs));
    return working / (1 + aborted * distributed * standingOnOne());
  }

  /** How many stand on a call when it is decided, if its row is the hottest. */
  private double standingOnOne() {
    return Math.min(MOST_STANDING, hottest * callsPerS * holdUs / SECOND_US);
  }
}
