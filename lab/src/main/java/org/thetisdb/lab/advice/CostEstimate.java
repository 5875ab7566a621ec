package org.thetisdb.lab.advice;

import static org.thetisdb.lab.advice.TransactionWork.ANSWER_US;
import static org.thetisdb.lab.advice.Micros.ENGINE_US;
import static org.thetisdb.lab.advice.Micros.READ_US;
import static org.thetisdb.lab.advice.Micros.ROUTER_US;

import org.thetisdb.lab.advice.CostModel.Cost;

/**
 * Estimates how long a transaction of one workload takes on one cluster, by the way in which a
 * scheme runs it. Decision 0040 says where the constants are from. Immutable.
 */
final class CostEstimate {
  /** A single-master and a partitioned phase. */
  private static final double ITERATION_US = 10_000;

  /** To ask a site, and to have its log keep the answer. */
  private static final double ROUND_US = 500;

  /** A call that met a lock and does not wait begins anew so much later, if it has to often. */
  private static final double BEGIN_ANEW_US = 25_000;

  private static final double OFTEN = 3;

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

  /** To bring what a transaction meets to its site, for each site that it meets. */
  private static final double BRING_US = 20_000;

  /** Tasks to bring that. */
  private static final double BRING_ROUTER_TASKS = 2;

  private static final double BRING_ENGINE_TASKS = 8;

  /** Where an update crosses what is placed together, its group goes there and back. */
  private static final double MOVES_PER_CROSSING = 2;

  /** Tasks to move mastership, also of those that wait for it. */
  private static final double MOVE_ROUTER_TASKS = 4;

  private static final double MOVE_ENGINE_TASKS = 20;

  /** For so long nobody writes a group whose mastership is on its way. */
  private static final double MOVE_US = 2_000;

  /** What the busiest site has where mastership follows transactions, at least. */
  private static final double LEAST_BUSIEST = 0.5;

  /** Calls of a batch at one site: those that queue while another batch runs. */
  private static final double BATCH = 12;

  /** A call that has lost so often runs under locks. */
  private static final double MOST_LOST = 1.4;

  /** Values of the first column in a cell of the grid. */
  private static final int CELL = 100;

  private final CostModel model;
  private final WorkloadProfile load;
  private final TransactionWork work;

  CostEstimate(CostModel model, WorkloadProfile load) {
    this.model = model;
    this.load = load;
    this.work = new TransactionWork(model, load);
  }

  /** The same for clients that wait longer, while nobody works for them. */
  Cost later(Cost soon, double waitUs, String why) {
    double aloneUs = soon.aloneUs() + waitUs;
    double leastUs = aloneUs / Math.max(1, model.underWay());
    return new Cost(
        Math.max(soon.units(), leastUs),
        aloneUs,
        why,
        soon.units() <= leastUs ? TransactionWork.WAITS : soon.bound());
  }

  /** Every update at one site, one after the other; what only reads there, too, or anywhere. */
  Cost onOneLine(Counts counts, boolean readsToo, String why) {
    double routerUs = work.routerUs(counts, 0);
    double engineUs = work.engineUs(counts, 0);
    double units =
        work.bound(routerUs, engineUs, work.shareOfOneSite(readsToo, engineUs), ANSWER_US);
    return work.cost(units, routerUs, engineUs, ANSWER_US, why);
  }

  /**
   * Updates where their rows are mastered; each that crosses has its group moved there and back,
   * and nobody writes a group that is on its way.
   */
  Cost spreadByMoves(double crossUpdates, String why) {
    double moves = work.updates() * crossUpdates * MOVES_PER_CROSSING;
    double routerUs = work.routerUs(Counts.ONE_LINE, 0) + ROUTER_US * MOVE_ROUTER_TASKS * moves;
    double engineUs = work.engineUs(Counts.ONE_LINE, 0) + ENGINE_US * MOVE_ENGINE_TASKS * moves;
    double busiest = Math.max(LEAST_BUSIEST, load.busiestWhenPlaced());
    double units =
        work.bound(routerUs, engineUs, busiest * work.shareOfOneSite(false, engineUs), ANSWER_US);
    double onItsWayUs = moves * MOVE_US / Math.max(1, load.writtenGroups());
    return work.cost(Math.max(units, onItsWayUs), routerUs, engineUs, ANSWER_US, why);
  }

  /** All that a transaction meets is brought to its session's site. */
  Cost brought(double elsewhere, String why) {
    double met = Math.max(1, load.sitesMetInAll());
    double waitUs = ANSWER_US + elsewhere * met * BRING_US;
    double routerUs =
        work.routerUs(Counts.ONE_LINE, 0) + ROUTER_US * BRING_ROUTER_TASKS * elsewhere;
    double engineUs =
        work.engineUs(Counts.ONE_LINE, 0) + ENGINE_US * BRING_ENGINE_TASKS * elsewhere;
    double units = work.bound(routerUs, engineUs, work.dealt(), waitUs);
    return work.cost(units, routerUs, engineUs, waitUs, why);
  }

  /** How often an update runs again, because others of its batch write its rows. */
  double againInBatch() {
    return Math.min(MOST_LOST, BATCH * load.conflict());
  }

  /** At one site, where losers run again. */
  Cost inBatches(double again, String why) {
    double engineUs = work.engineUs(Counts.ORDERED, 0) + again * work.foundInRunUs();
    double routerUs = work.routerUs(Counts.ORDERED, 0);
    double units = work.bound(routerUs, engineUs, work.shareOfOneSite(false, engineUs), ANSWER_US);
    return work.cost(units, routerUs, engineUs, ANSWER_US, why);
  }

  /**
   * An update that comes in the other phase waits for the rest of that; what only reads has none.
   *
   * @param cross share of updates that run in the phase of one master
   */
  Cost inPhases(double cross, String why) {
    double engineUs = work.engineUs(Counts.PHASES, 0);
    double together =
        (1 - cross) * Math.max(1.0 / model.sites(), 1.0 / Math.max(1, load.writtenGroups()));
    double single = cross / (cross + together);
    double waitUs =
        work.updates()
            * ITERATION_US
            / 2
            * (cross * (1 - single) * (1 - single) + (1 - cross) * single * single);
    double routerUs = work.routerUs(Counts.PHASES, 0);
    double busiest =
        work.shareOfOneSite(false, engineUs)
            * Math.min(1, TransactionWork.IMBALANCE * (cross + together));
    double units = work.boundAndWait(routerUs, engineUs, busiest, waitUs);
    return work.cost(units, routerUs, engineUs, waitUs + ANSWER_US, why);
  }

  /** With two-phase commit, and waits for rows. */
  Cost withRowLocks(double further, String why) {
    return withRowLocks(further, work.dealt(), why);
  }

  /** The same as a trace has it; where few groups are met, a site may have most of them. */
  Cost asTraced(double further, String why) {
    double busiest = Math.max(work.dealt(), load.busiestWhenPlaced());
    return withRowLocks(further, busiest, why);
  }

  private Cost withRowLocks(double further, double busiest, String why) {
    return withRowLocks(further, load.crossInAll(), busiest, false, why);
  }

  /**
   * With row locks. For how long rows are taken counts beside other work as a queue does: hardly at
   * all while it is less, and nearly alone where it is more.
   *
   * @param atCuts share of calls that read at a cut
   * @param busiest share of the busiest site, beside reads that go anywhere
   */
  private Cost withRowLocks(
      double further, double atCuts, double busiest, boolean readsAnywhere, String why) {
    double waitUs = ANSWER_US + further * ROUND_US;
    double routerUs = work.routerUs(Counts.ROW_LOCKS, further);
    double engineUs = work.engineUs(Counts.ROW_LOCKS, further) + cutUs(atCuts);
    double share = busiest * (readsAnywhere ? work.shareOfOneSite(false, engineUs) : 1);
    double boundUs = work.bound(routerUs, engineUs, share, waitUs);
    double units = Math.hypot(boundUs, rowsTakenUs(further, atCuts));
    return work.cost(units, routerUs, engineUs, waitUs, why);
  }

  /** To wait for a cut, and to find that it shows all that is written as it is. */
  private double cutUs(double atCuts) {
    return atCuts * (ENGINE_US + load.rowsWritten() * READ_US);
  }

  /** For how long a transaction keeps rows from others that want them. */
  private double rowsTakenUs(double further, double atCuts) {
    return Math.pow(load.meetings() * further, HELD_LONGER) * HELD_OVER_SITES_US
        + load.conflict() * atCuts * CUT_US;
  }

  /** The same where cells of a grid have their masters; reads go anywhere. */
  Cost inCells(String why) {
    int cells = Math.min(model.sites(), 1 + load.writtenGroups() / CELL);
    double further = (load.sitesMet() - 1) * (cells - 1) / Math.max(1, model.sites() - 1);
    double atCuts = load.crossInAll() - (cells > 1 ? 0 : load.crossAccesses());
    double busiest = Math.min(1, TransactionWork.IMBALANCE / cells);
    return withRowLocks(further, atCuts, busiest, true, why);
  }

  /** With two-phase commit, where nobody waits for a lock. */
  Cost withoutWaiting(Counts counts, double crossing, String why) {
    double further = load.sitesMetInAll() - 1;
    double routerUs = work.routerUs(counts, further);
    double engineUs = work.engineUs(counts, further);
    double waitUs = ANSWER_US + further * ROUND_US;
    double meetUs = load.meetings() * crossing * UNDECIDED_US * (1 + further);
    double units =
        RetryCost.settled(
            meetUs,
            runs ->
                work.bound(
                    routerUs * runs, engineUs * runs, work.dealt(), waitUs + anewUs(runs - 1)));
    return work.cost(units, routerUs, engineUs, waitUs, why);
  }

  /** A call that begins anew does so the later the more often it has. */
  private static double anewUs(double times) {
    return times * BEGIN_ANEW_US * Math.min(1, times / OFTEN);
  }
}
