package org.thetisdb.router.scheme.fixed;

import java.util.List;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.PlacementPolicy;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.estimate.CallWork.Anew;
import org.thetisdb.router.estimate.Hold;
import org.thetisdb.router.estimate.Hold.Others;
import org.thetisdb.router.estimate.Steps;
import org.thetisdb.router.estimate.WorkloadProfile;

/**
 * What calls do where masters are fixed and two-phase commit joins them. Counts of tasks are those
 * of simulated runs (decision 0040). Stateless.
 */
public final class FixedWork {
  private static final double ROUTER_TASKS = 2.0;
  private static final double ENGINE_TASKS = 1.3;

  /** To ask a site, and to have its log keep the answer. */
  private static final double ROUND_US = 500;

  /** A call that met a lock and does not wait begins anew so much later, if it has to often. */
  private static final Anew ANEW = new Anew(25_000, 3);

  /** For so long one that does not wait holds what it met, at each site, until it is decided. */
  private static final double UNDECIDED_US = 1_000;

  /**
   * What a transaction writes that another one meets it keeps for so long for each further site, if
   * all meet each other. The fewer do the shorter it is, since one that waits has others wait.
   */
  private static final double HELD_OVER_SITES_US = 4_200;

  private static final double HELD_LONGER = 1.27;

  /** So long after a write a row may be written by one that reads a cut, in the mean of calls. */
  private static final double CUT_US = 340;

  /** Values of the first column in a cell of the grid. */
  private static final int CELL = 100;

  /**
   * What a further site costs, beside the same at one.
   *
   * @param routerTasks for each
   * @param engineTasks for each
   * @param rowsWritten that are prepared for each row that is written there
   * @param rowsRead that are locked or validated for each row that is read there
   */
  private record Further(
      double routerTasks, double engineTasks, double rowsWritten, double rowsRead) {
    static final Further ROW_LOCKS = new Further(1.0, 2.0, 0.9, 0);
    static final Further READ_WRITE_LOCKS = new Further(1.17, 2.5, 0.42, 0.42);
    static final Further VALIDATED = new Further(1.6, 3.4, 0.42, 0.42);
  }

  private final CallLoad load;
  private final WorkloadProfile profile;

  private FixedWork(CallLoad load) {
    this.load = load;
    this.profile = load.profile();
  }

  /** A scheme whose masters are fixed. */
  public static List<CallWork> of(SchemeSpec scheme, CallLoad load) {
    FixedWork work = new FixedWork(load);
    if (scheme.placement() == PlacementPolicy.FIXED_BY_TRACE) {
      return List.of(work.asTraced());
    }
    return List.of(
        switch (scheme.dispatch()) {
          case WITH_ALL_MASTERS, IN_FRAGMENTS -> work.withAllMasters(scheme);
          case ONE_SITE,
              AT_PRIMARY,
              WHERE_ALL_IS_MASTERED,
              WITH_PARTICIPANTS,
              BY_PHASE,
              IN_EPOCHS,
              OWN ->
              work.inCells();
        });
  }

  private CallWork withAllMasters(SchemeSpec scheme) {
    return switch (scheme.concurrency()) {
      case READ_WRITE_LOCKS -> withoutWaiting(Further.READ_WRITE_LOCKS, profile.crossAccesses());
      case VALIDATION, LOGICAL_TIME -> withoutWaiting(Further.VALIDATED, profile.crossInAll());
      case ROW_LOCKS,
          BATCH_RESERVATIONS,
          BATCHES_OVER_SITES,
          ORDERED_LOCKS,
          ORDERED_LOCKS_OVER_SITES,
          PLACEHOLDERS,
          PIECES,
          OWN ->
          withRowLocks(
                  profile.sitesMet() - 1,
                  profile.crossInAll(),
                  CallLoad.crossing(profile.crossAccesses()))
              .busiest(load.dealt())
              .build();
    };
  }

  /** Where few groups are met, a site may have most of them. */
  private CallWork asTraced() {
    double part =
        profile.crossUpdates() == 0
            ? 1
            : Math.min(1, profile.crossWhenPlaced() / profile.crossUpdates());
    return withRowLocks(
            (profile.sitesMet() - 1) * part,
            profile.crossInAll(),
            CallLoad.percent(profile.crossWhenPlaced())
                + " of the updates meet several sites, as traced")
        .busiest(Math.max(load.dealt(), profile.busiestWhenPlaced()))
        .build();
  }

  /**
   * Cells of a grid have their masters, and reads go anywhere. A cell has a hundred values of the
   * first column, so few groups are at few sites.
   */
  private CallWork inCells() {
    int cells = Math.min(load.sites(), 1 + profile.writtenGroups() / CELL);
    double further = (profile.sitesMet() - 1) * (cells - 1) / Math.max(1, load.sites() - 1);
    double atCuts = profile.crossInAll() - (cells > 1 ? 0 : profile.crossAccesses());
    return withRowLocks(
            further,
            atCuts,
            CallLoad.percent(profile.crossUpdates())
                + " of the updates would write at several sites")
        .busiest(Math.min(1, CallLoad.IMBALANCE / cells))
        .anywhere(load.readsAnywhere())
        .build();
  }

  /**
   * Rows are locked, and others wait for them.
   *
   * @param atCuts share of calls that read at a cut
   */
  private CallWork.Builder withRowLocks(double further, double atCuts, String why) {
    Steps cut = Steps.NONE.and(Work.ENGINE_TASK, 1).and(Work.ROW_READ, profile.rowsWritten());
    return CallWork.named(why)
        .router(routerSteps(Further.ROW_LOCKS, further))
        .once(engineSteps(Further.ROW_LOCKS, further).and(cut.times(atCuts)))
        .waits(CallLoad.ANSWER_US + further * ROUND_US)
        .holds(new Hold(takenUs(further, atCuts), Others.QUEUE));
  }

  /** For how long a transaction keeps rows from others that want them. */
  private double takenUs(double further, double atCuts) {
    return Math.pow(profile.meetings() * further, HELD_LONGER) * HELD_OVER_SITES_US
        + profile.conflict() * atCuts * CUT_US;
  }

  /** Nobody waits for a lock. */
  private CallWork withoutWaiting(Further each, double crossing) {
    double further = profile.sitesMetInAll() - 1;
    double meetUs = profile.meetings() * crossing * UNDECIDED_US * (1 + further);
    return CallWork.named(CallLoad.crossing(profile.crossInAll()))
        .router(routerSteps(each, further))
        .eachRun(engineSteps(each, further))
        .busiest(load.dealt())
        .waits(CallLoad.ANSWER_US + further * ROUND_US)
        .anew(ANEW)
        .holds(new Hold(meetUs, Others.BEGIN_ANEW))
        .build();
  }

  private Steps routerSteps(Further each, double further) {
    return Steps.NONE.and(
        Work.ROUTER_TASK, ROUTER_TASKS + each.routerTasks() * load.weighed(further));
  }

  private Steps engineSteps(Further each, double further) {
    double kept = load.writtenRows() * each.rowsWritten() + profile.rowsRead() * each.rowsRead();
    double remote = further / (1 + further);
    return load.rows()
        .and(Work.ENGINE_TASK, ENGINE_TASKS + each.engineTasks() * further)
        .and(Work.ROW_WRITTEN, remote * kept);
  }
}
