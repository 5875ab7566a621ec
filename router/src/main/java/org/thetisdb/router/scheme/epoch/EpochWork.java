package org.thetisdb.router.scheme.epoch;

import java.util.List;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.estimate.CallWork.Anew;
import org.thetisdb.router.estimate.CallWork.Part;
import org.thetisdb.router.estimate.Hold;
import org.thetisdb.router.estimate.Hold.Others;
import org.thetisdb.router.estimate.Steps;
import org.thetisdb.router.estimate.WorkloadProfile;

/**
 * What calls do in epoch views: they run at primaries, all members hold what was decided, and one
 * epoch coordinator commits it. Counts of tasks are those of simulated runs (decision 0040).
 * Stateless.
 */
public final class EpochWork {
  /** The barriers of a batch over sites. */
  private static final double BARRIERS_US = 400;

  /** For so long a call that crosses holds what others meet; in the mean of all calls. */
  private static final double VALIDATED_US = 100;

  private static final double VALIDATED_OVER_SITES_US = 350;

  /** For so long one holds it that locks before it runs, at one site and over several. */
  private static final double LOCKED_US = 90;

  private static final double LOCKED_OVER_SITES_US = 320;

  /** For so long those wait that come behind it in a fixed order. */
  private static final double TURN_US = 156;

  /** Of the tasks of a call those at the site where it runs. */
  private static final double TASKS_WHERE_RUN = 1.2;

  /** Of those that are under way the share that a batch over sites has, beside a call. */
  private static final double BATCH_OVER_SITES = 0.15;

  /** A call that met others begins anew, in the mean after so long. */
  private static final double ANEW_US = 2_500;

  /**
   * Tasks of a call.
   *
   * @param router at one site
   * @param routerFurther for each further site that it meets
   * @param engine at one site, all engines together
   * @param engineFurther for each further site
   */
  private record Tasks(double router, double routerFurther, double engine, double engineFurther) {
    static final Tasks PHYSICAL = new Tasks(2.1, 1.0, 3.7, 1.5);
    static final Tasks LOGICAL = new Tasks(2.1, 0.8, 3.7, 1.2);
    static final Tasks ORDERED = new Tasks(2.4, 0.5, 4.3, 2.0);
    static final Tasks BATCHES = new Tasks(2.05, 1.0, 1.3, 1.3);
  }

  /**
   * How long an update waits for its epoch.
   *
   * @param waitUs for its end, and for the log
   * @param keptAtOnce of the updates that are under way the share whose rows the epoch coordinator
   *     writes one after the other before any of them is answered
   */
  private record Epoch(double waitUs, double keptAtOnce) {
    static final Epoch PHYSICAL = new Epoch(1_700, 0.5);
    static final Epoch LOGICAL = new Epoch(2_400, 1.2);
  }

  private final CallLoad load;
  private final WorkloadProfile profile;
  private final double further;

  private EpochWork(CallLoad load) {
    this.load = load;
    this.profile = load.profile();
    this.further = further(load);
  }

  /** Further sites that a transaction meets in tables that are not closed; reads meet none. */
  private static double further(CallLoad load) {
    double ofUpdates = load.updates() * load.profile().crossAccesses();
    double ofReads = load.reads() * load.profile().crossReads();
    return ofUpdates == 0 ? 0 : (load.profile().sitesMet() - 1) * ofUpdates / (ofUpdates + ofReads);
  }

  /** A scheme whose calls run in epoch views. */
  public static List<CallWork> of(SchemeSpec scheme, CallLoad load) {
    EpochWork work = new EpochWork(load);
    return List.of(
        switch (scheme.concurrency()) {
          case BATCHES_OVER_SITES, BATCH_RESERVATIONS -> work.inBatches();
          case LOGICAL_TIME -> work.validated(Tasks.LOGICAL, Epoch.LOGICAL);
          case ORDERED_LOCKS, ORDERED_LOCKS_OVER_SITES -> work.inOrder();
          case READ_WRITE_LOCKS -> work.underLocks();
          case ROW_LOCKS, PLACEHOLDERS, PIECES, VALIDATION, OWN ->
              work.validated(Tasks.PHYSICAL, Epoch.PHYSICAL);
        });
  }

  /** One that loses runs once more, under locks or in the next batch; in the end in turn. */
  private CallWork inBatches() {
    double runs = 2 - Math.exp(-profile.conflict() * load.underWay() * BATCH_OVER_SITES);
    double turnsUs = further == 0 ? 0 : (runs - 1) * profile.meetings() * TURN_US;
    return described(Tasks.BATCHES, ", in batches")
        .runs(runs)
        .idles(BARRIERS_US)
        .holds(new Hold(turnsUs, Others.STAND_STILL))
        .build();
  }

  /** Those begin anew that meet what others validate. */
  private CallWork validated(Tasks tasks, Epoch epoch) {
    double heldUs =
        further == 0 ? 0 : VALIDATED_US + VALIDATED_OVER_SITES_US * profile.crossAccesses();
    return byEpoch(tasks, epoch, ", and wait for their epoch")
        .holds(new Hold(profile.meetings() * heldUs, Others.BEGIN_ANEW))
        .build();
  }

  /** Those begin anew that meet what others have locked to run. */
  private CallWork underLocks() {
    double heldUs = further == 0 ? LOCKED_US : LOCKED_OVER_SITES_US;
    return byEpoch(Tasks.PHYSICAL, Epoch.PHYSICAL, ", and wait for their epoch")
        .holds(new Hold(profile.meetings() * heldUs, Others.BEGIN_ANEW))
        .build();
  }

  /** Those that meet others wait for them. */
  private CallWork inOrder() {
    double turnsUs = further == 0 ? 0 : profile.meetings() * TURN_US;
    return byEpoch(Tasks.ORDERED, Epoch.PHYSICAL, ", in a fixed order, and wait for their epoch")
        .holds(new Hold(turnsUs, Others.WAIT))
        .build();
  }

  private CallWork.Builder byEpoch(Tasks tasks, Epoch epoch, String how) {
    double kept = epoch.keptAtOnce() * load.updates() * load.underWay() * load.writtenRows();
    return described(tasks, how)
        .waits(load.updates() * epoch.waitUs())
        .answers(CallLoad.ANSWER_US)
        .queued(Steps.NONE.and(Work.ROW_COMMITTED, kept))
        .anew(new Anew(load.updates() * ANEW_US, 0));
  }

  private CallWork.Builder described(Tasks tasks, String how) {
    return CallWork.named(CallLoad.crossing(profile.crossAccesses()) + how)
        .router(
            Steps.NONE.and(
                Work.ROUTER_TASK, tasks.router() + tasks.routerFurther() * load.weighed(further)))
        .once(kept(load.sites()))
        .eachRun(run(tasks.engine() + tasks.engineFurther() * further))
        .sites(coordinator(), executor());
  }

  /** What is done anew where a call runs again. */
  private Steps run(double tasks) {
    return load.found().and(Work.ENGINE_TASK, tasks).and(Work.ROW_MADE, load.writtenRows());
  }

  /** Members hold what was decided, and the epoch coordinator commits it. */
  private Steps kept(int members) {
    double rows = load.writtenRows();
    return Steps.NONE
        .and(Work.ROW_HELD, rows * members)
        .and(Work.ROW_READ, rows)
        .and(Work.ROW_COMMITTED, rows);
  }

  /** It has fewer keys than others, down to none (decision 0094). */
  private Part coordinator() {
    return new Part(kept(1).and(Work.ENGINE_TASK, load.updates()), Steps.NONE);
  }

  /** Of few groups one site may have most. */
  private Part executor() {
    return new Part(
        Steps.NONE.and(Work.ROW_HELD, load.writtenRows()),
        run(TASKS_WHERE_RUN).times(load.mostGroups()));
  }
}
