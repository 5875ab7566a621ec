package org.thetisdb.router.scheme;

import java.util.List;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.estimate.Steps;

/**
 * What calls do that run and commit at one site. Counts of tasks are those of simulated runs
 * (decision 0040). Stateless.
 */
public final class OneSiteWork {
  /** A call and its answer, and a little beside them. */
  private static final double ROUTER_TASKS = 2.02;

  /** The call, the answer of the log, and a little beside them; many come together. */
  private static final double TASKS = 1.12;

  private static final double TASKS_IN_ORDER = 1.17;
  private static final double TASKS_WITH_PLACEHOLDERS = 1.14;
  private static final double TASKS_AT_PRIMARY = 1.10;

  /** The wait for the end of an epoch at one primary, whose log alone waits. */
  private static final double EPOCH_US = 1_100;

  /** Calls of a batch at one site: those that queue while another batch runs. */
  private static final double BATCH = 12;

  /** A call that has lost so often runs under locks. */
  private static final double MOST_LOST = 1.4;

  private OneSiteWork() {}

  /** What the router does. */
  public static Steps routerSteps() {
    return Steps.NONE.and(Work.ROUTER_TASK, ROUTER_TASKS);
  }

  /** What engines do where a call locks the rows that it writes. */
  public static Steps engineSteps(CallLoad load) {
    return load.rows().and(Work.ENGINE_TASK, TASKS);
  }

  /** Every update runs at one site, which locks rows; what only reads may do so anywhere. */
  public static CallWork gathered(CallLoad load, String why) {
    return readingAnywhere(load, engineSteps(load), why).build();
  }

  private static CallWork.Builder readingAnywhere(CallLoad load, Steps steps, String why) {
    return CallWork.named(why)
        .router(routerSteps())
        .once(steps)
        .anywhere(load.readsAnywhere())
        .answers(CallLoad.ANSWER_US);
  }

  /** A scheme where one site masters all. */
  private static List<CallWork> atMaster(SchemeSpec scheme, CallLoad load) {
    String why = "all updates run at one site";
    String inOrder = why + ", in a fixed order";
    return List.of(
        switch (scheme.concurrency()) {
          case BATCH_RESERVATIONS, BATCHES_OVER_SITES -> inBatches(load);
          case ORDERED_LOCKS, ORDERED_LOCKS_OVER_SITES ->
              readingAnywhere(load, load.rows().and(Work.ENGINE_TASK, TASKS_IN_ORDER), inOrder)
                  .build();
          case PLACEHOLDERS, PIECES ->
              readingAnywhere(
                      load, load.rows().and(Work.ENGINE_TASK, TASKS_WITH_PLACEHOLDERS), inOrder)
                  .build();
          case ROW_LOCKS, READ_WRITE_LOCKS, VALIDATION, LOGICAL_TIME, OWN -> gathered(load, why);
        });
  }

  /** Those that lose to others of their batch run again. */
  private static CallWork inBatches(CallLoad load) {
    double again = Math.min(MOST_LOST, BATCH * load.profile().conflict());
    Steps steps = load.rows().and(Work.ENGINE_TASK, TASKS_IN_ORDER).and(load.found().times(again));
    return readingAnywhere(load, steps, "at one site, %.2f times each".formatted(1 + again))
        .build();
  }

  /** A scheme where every call runs at one site, also one that only reads. */
  private static List<CallWork> atPrimary(SchemeSpec scheme, CallLoad load) {
    boolean waits = scheme.logsByEpochs();
    return List.of(
        CallWork.named("all calls run at one site" + (waits ? ", and wait for their epoch" : ""))
            .router(routerSteps())
            .once(load.rows().and(Work.ENGINE_TASK, TASKS_AT_PRIMARY))
            .answers(CallLoad.ANSWER_US + (waits ? EPOCH_US : 0))
            .build());
  }

  /** A scheme of which one site masters all, and no call needs another site. */
  public static List<CallWork> of(SchemeSpec scheme, CallLoad load) {
    return switch (scheme.dispatch()) {
      case AT_PRIMARY -> atPrimary(scheme, load);
      case ONE_SITE,
          WHERE_ALL_IS_MASTERED,
          WITH_PARTICIPANTS,
          WITH_ALL_MASTERS,
          BY_PHASE,
          IN_EPOCHS,
          IN_FRAGMENTS,
          OWN ->
          atMaster(scheme, load);
    };
  }
}
