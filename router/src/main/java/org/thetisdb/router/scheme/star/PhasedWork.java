package org.thetisdb.router.scheme.star;

import java.util.List;
import org.thetisdb.core.cost.Work;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.estimate.Steps;

/**
 * What calls do by phases: what crosses runs at one site while the others wait, and the rest at all
 * of them in turn. Stateless.
 */
public final class PhasedWork {
  private static final double ROUTER_TASKS = 2.06;
  private static final double ENGINE_TASKS = 1.40;

  /** A single-master and a partitioned phase. */
  private static final double ITERATION_US = 10_000;

  private PhasedWork() {}

  /**
   * An update that comes in the other phase waits for the rest of that; what only reads has none.
   */
  public static List<CallWork> of(CallLoad load) {
    double cross = load.profile().crossAccesses();
    double together = together(load, cross);
    return List.of(
        CallWork.named(CallLoad.percent(cross) + " of the updates run in the phase of one master")
            .router(Steps.NONE.and(Work.ROUTER_TASK, ROUTER_TASKS))
            .once(load.rows().and(Work.ENGINE_TASK, ENGINE_TASKS))
            .busiest(Math.min(1, CallLoad.IMBALANCE * (cross + together)))
            .anywhere(load.readsAnywhere())
            .idles(otherPhaseUs(load, cross, cross / (cross + together)))
            .answers(CallLoad.ANSWER_US)
            .build());
  }

  /** What the busiest site has of those that do not cross. */
  private static double together(CallLoad load, double cross) {
    double oneSite = 1.0 / load.sites();
    return (1 - cross) * Math.max(oneSite, 1.0 / Math.max(1, load.profile().writtenGroups()));
  }

  /**
   * The wait of an update for its phase.
   *
   * @param single share of time of the single-master phase
   */
  private static double otherPhaseUs(CallLoad load, double cross, double single) {
    return load.updates()
        * ITERATION_US
        / 2
        * (cross * (1 - single) * (1 - single) + (1 - cross) * single * single);
  }
}
