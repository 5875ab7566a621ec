package org.thetisdb.launcher.advice;

import java.util.function.DoubleUnaryOperator;
import org.thetisdb.launcher.advice.CostModel.Cost;

/**
 * Reckons how long a transaction of one workload takes on one cluster, by the way in which a scheme
 * runs it. Decision 0040 says where the constants are from. Immutable.
 */
final class Reckoning {
  /** Prices of decision 0073, in microseconds. */
  private static final double ROUTER_US = 5;

  private static final double ENGINE_US = 3;
  private static final double READ_US = 0.4;
  private static final double WRITE_US = 5;
  private static final double REFRESH_US = 1.7;

  /** A range that is read, of which nobody knows how long it is: about a hundred rows. */
  private static final double RANGE_US = 16;

  /** Sites have not quite the same load where groups are dealt out. */
  private static final double IMBALANCE = 1.1;

  /** Written in each range in which a call finds what to write, as in TPC-C. */
  private static final double ROWS_IN_RANGE = 2.5;

  /** A single-master and a partitioned phase. */
  private static final double ITERATION_US = 10_000;

  /** The barriers of a batch over sites. */
  private static final double BARRIERS_US = 1_200;

  /** To ask a site, and to have its log keep the answer. */
  private static final double ROUND_US = 500;

  /** From a client and back, with an append to a log. */
  private static final double ANSWER_US = 600;

  /** What the router does for the first further site, beside the mean of two. */
  private static final double FIRST_SITE = 1.5;

  private static final double NEXT_SITE = 0.5;

  /** Who met a lock and does not wait begins anew so much later. */
  private static final double BEGIN_ANEW_US = 25_000;

  /** Transactions over sites that wait for each other's rows, for each more than one. */
  private static final double WAIT_FOR_ROWS_US = 8_000;

  /** To bring what a transaction meets to its site, for each site that it meets. */
  private static final double BRING_US = 20_000;

  /** Tasks to bring that. */
  private static final double BRING_ROUTER_TASKS = 2;

  private static final double BRING_ENGINE_TASKS = 8;

  /** Where an update crosses what is placed together, its group goes there and back. */
  private static final double MOVES_PER_CROSSING = 2;

  /** Tasks to move mastership, also of those who wait for it. */
  private static final double MOVE_ROUTER_TASKS = 4;

  private static final double MOVE_ENGINE_TASKS = 20;

  /** For so long nobody writes a group whose mastership is on its way. */
  private static final double MOVE_US = 2_000;

  /** What the busiest site has where mastership follows transactions, at least. */
  private static final double LEAST_BUSIEST = 0.5;

  /** Calls of a batch at one site: those that queue while another batch runs. */
  private static final double BATCH = 10;

  /** Of those that are under way the share that a batch over sites has, beside a call. */
  private static final double BATCH_OVER_SITES = 0.25;

  /** Values of the first column in a cell of the grid. */
  private static final int CELL = 100;

  private static final String WAITS = "clients wait";
  private static final String MACHINE = "the machine is busy";
  private static final String ROUTER = "the router is busy";
  private static final String SITE = "a site is busy";

  private final CostModel model;
  private final WorkloadProfile load;
  private final double updates;
  private final double reads;
  private final double writtenRows;

  Reckoning(CostModel model, WorkloadProfile load) {
    this.model = model;
    this.load = load;
    this.updates = 1 - load.readShare();
    this.reads = load.readShare();
    this.writtenRows = updates * (load.rowsWritten() + ROWS_IN_RANGE * load.rangesWritten());
  }

  private double writesUs() {
    return writtenRows * WRITE_US;
  }

  private double rowsUs() {
    return writesUs() + (writtenRows + load.rowsRead()) * READ_US + load.rangesRead() * RANGE_US;
  }

  /** Of all engine work the share of the busiest site, if reads go anywhere. */
  private double shareOfOneSite(boolean readsToo, double engineUs) {
    double readUs = reads * (ENGINE_US + load.rowsRead() * READ_US) + load.rangesRead() * RANGE_US;
    return readsToo ? 1 : Math.max(0, 1 - readUs / engineUs * (1 - 1.0 / model.sites()));
  }

  /**
   * What is the bound.
   *
   * @param routerUs work of the router for a transaction
   * @param engineUs work of all engines
   * @param busiest share of that at the busiest site
   * @param waitUs the time that a client waits, beside queues for processors
   */
  private double bound(double routerUs, double engineUs, double busiest, double waitUs) {
    double refreshUs = writtenRows * REFRESH_US;
    double workUs =
        model.sharesProcessors()
            ? routerUs + engineUs + refreshUs * (model.sites() - 1)
            : Math.max(Math.max(routerUs, engineUs * busiest), refreshUs);
    return Math.max(workUs, waitUs / Math.max(1, model.underWay()));
  }

  /** The same where clients wait for others while nobody works for them. */
  private double boundAndWait(double routerUs, double engineUs, double busiest, double waitUs) {
    return bound(routerUs, engineUs, busiest, 0) + waitUs / Math.max(1, model.underWay());
  }

  /**
   * What a transaction costs. So many under way cannot do more than each of them alone (Little's
   * law).
   *
   * @param units microseconds for which it keeps the bound busy
   * @param routerUs work of the router for it
   * @param engineUs work of all engines for it
   * @param waitUs the time that it waits for answers, epochs or phases where it is alone
   */
  private Cost cost(double units, double routerUs, double engineUs, double waitUs, String why) {
    double aloneUs = routerUs + engineUs + waitUs;
    double leastUs = aloneUs / Math.max(1, model.underWay());
    String bound =
        units <= leastUs
            ? WAITS
            : model.sharesProcessors() ? MACHINE : units <= routerUs ? ROUTER : SITE;
    return new Cost(Math.max(units, leastUs), aloneUs, why, bound);
  }

  /** The same for clients that wait longer, while nobody works for them. */
  Cost later(Cost soon, double waitUs, String why) {
    double aloneUs = soon.aloneUs() + waitUs;
    double leastUs = aloneUs / Math.max(1, model.underWay());
    return new Cost(
        Math.max(soon.units(), leastUs),
        aloneUs,
        why,
        soon.units() <= leastUs ? WAITS : soon.bound());
  }

  /** Where one site has all commits in its log, and the rest is spread. */
  private double shareOfKeeper(double engineUs) {
    double kept = writesUs() / engineUs;
    return kept + (1 - kept) / model.sites();
  }

  /** The first further site has the router do more than those that it asks after it. */
  private double routerUs(Counts counts, double furtherSites) {
    double crossing = updates * load.crossInAll() + reads * load.crossReads();
    double first = Math.min(furtherSites, crossing);
    double weighed = FIRST_SITE * first + NEXT_SITE * (furtherSites - first);
    return ROUTER_US * counts.routerTasks(weighed);
  }

  private double engineUs(Counts counts, double furtherSites) {
    double rowsKept =
        writtenRows * counts.rowsWrittenKept() + load.rowsRead() * counts.rowsReadKept();
    double remote = furtherSites / (1 + furtherSites);
    return ENGINE_US * counts.engineTasks(furtherSites) + rowsUs() + WRITE_US * remote * rowsKept;
  }

  /** What the busiest site has of groups that are dealt out. */
  private double dealt() {
    int groups = Math.max(1, load.writtenGroups());
    int most = (groups + model.sites() - 1) / model.sites();
    return Math.min(1, Math.max(IMBALANCE / model.sites(), (double) most / groups));
  }

  /** Every update at one site, one after the other; what only reads there, too, or anywhere. */
  Cost onOneLine(Counts counts, boolean readsToo, String why) {
    double routerUs = routerUs(counts, 0);
    double engineUs = engineUs(counts, 0);
    double units = bound(routerUs, engineUs, shareOfOneSite(readsToo, engineUs), ANSWER_US);
    return cost(units, routerUs, engineUs, ANSWER_US, why);
  }

  /**
   * Updates where their rows are mastered; each that crosses has its group moved there and back,
   * and nobody writes a group that is on its way.
   */
  Cost spreadByMoves(double crossUpdates, String why) {
    double moves = updates * crossUpdates * MOVES_PER_CROSSING;
    double routerUs = routerUs(Counts.ONE_LINE, 0) + ROUTER_US * MOVE_ROUTER_TASKS * moves;
    double engineUs = engineUs(Counts.ONE_LINE, 0) + ENGINE_US * MOVE_ENGINE_TASKS * moves;
    double busiest = Math.max(LEAST_BUSIEST, load.busiestWhenPlaced());
    double units = bound(routerUs, engineUs, busiest * shareOfOneSite(false, engineUs), ANSWER_US);
    double onItsWayUs = moves * MOVE_US / Math.max(1, load.writtenGroups());
    return cost(Math.max(units, onItsWayUs), routerUs, engineUs, ANSWER_US, why);
  }

  /** All that a transaction meets is brought to its session's site. */
  Cost brought(double elsewhere, String why) {
    double met = Math.max(1, load.sitesMetInAll());
    double waitUs = ANSWER_US + elsewhere * met * BRING_US;
    double routerUs = routerUs(Counts.ONE_LINE, 0) + ROUTER_US * BRING_ROUTER_TASKS * elsewhere;
    double engineUs = engineUs(Counts.ONE_LINE, 0) + ENGINE_US * BRING_ENGINE_TASKS * elsewhere;
    double units = bound(routerUs, engineUs, dealt(), waitUs);
    return cost(units, routerUs, engineUs, waitUs, why);
  }

  /** How often an update runs again, because others of its batch write its rows. */
  double againInBatch() {
    return BATCH * load.conflict();
  }

  /** At one site, where losers run again. */
  Cost inBatches(double again, String why) {
    double runUs = ENGINE_US + READ_US * (load.rowsRead() + load.rowsWritten());
    double engineUs = engineUs(Counts.ORDERED, 0) + updates * again * runUs;
    double routerUs = routerUs(Counts.ORDERED, 0);
    double units = bound(routerUs, engineUs, shareOfOneSite(false, engineUs), ANSWER_US);
    return cost(units, routerUs, engineUs, ANSWER_US, why);
  }

  /**
   * Runs at all sites, commits at one; tables that nobody writes are closed, and read anywhere. Who
   * loses runs once more, under locks or in the next batch.
   */
  Cost inBatchesOverSites(String why) {
    double further = furtherInEra();
    double runs = 1 + Math.min(1, load.conflict() * model.underWay() * BATCH_OVER_SITES);
    double routerUs = routerUs(Counts.BATCHES_OVER_SITES, further) * runs;
    double againUs = engineUs(Counts.BATCHES_OVER_SITES, further) - writesUs();
    double engineUs = writesUs() + againUs * runs;
    double units = boundAndWait(routerUs, engineUs, shareOfKeeper(engineUs), BARRIERS_US * runs);
    return cost(units, routerUs, engineUs, BARRIERS_US, why);
  }

  /** Further sites that a transaction meets in tables that are not closed; reads meet none. */
  private double furtherInEra() {
    double ofUpdates = updates * load.crossAccesses();
    double ofReads = reads * load.crossReads();
    return ofUpdates == 0 ? 0 : (load.sitesMet() - 1) * ofUpdates / (ofUpdates + ofReads);
  }

  /**
   * An update that comes in the other phase waits for the rest of that; what only reads has none.
   *
   * @param cross share of updates that run in the phase of one master
   */
  Cost inPhases(double cross, String why) {
    double engineUs = engineUs(Counts.PHASES, 0);
    double together =
        (1 - cross) * Math.max(1.0 / model.sites(), 1.0 / Math.max(1, load.writtenGroups()));
    double single = cross / (cross + together);
    double waitUs =
        updates
            * ITERATION_US
            / 2
            * (cross * (1 - single) * (1 - single) + (1 - cross) * single * single);
    double routerUs = routerUs(Counts.PHASES, 0);
    double busiest = shareOfOneSite(false, engineUs) * Math.min(1, IMBALANCE * (cross + together));
    double units = boundAndWait(routerUs, engineUs, busiest, waitUs);
    return cost(units, routerUs, engineUs, waitUs + ANSWER_US, why);
  }

  /** With two-phase commit, and waits for rows. */
  Cost withRowLocks(double further, double crossUpdates, String why) {
    return withRowLocks(further, crossUpdates, dealt(), why);
  }

  /** The same as a trace has it; where few groups are met, a site may have most of them. */
  Cost asTraced(double further, double crossUpdates, String why) {
    double busiest = Math.max(dealt(), load.busiestWhenPlaced());
    return withRowLocks(further, crossUpdates, busiest, why);
  }

  private Cost withRowLocks(double further, double crossUpdates, double busiest, String why) {
    double waitUs = ANSWER_US + further * ROUND_US + waitForRowsUs(crossUpdates);
    double routerUs = routerUs(Counts.ROW_LOCKS, further);
    double engineUs = engineUs(Counts.ROW_LOCKS, further);
    double units = bound(routerUs, engineUs, busiest, waitUs);
    return cost(units, routerUs, engineUs, waitUs, why);
  }

  /** Waits of transactions over sites for each other end after a while (decision 0031). */
  private double waitForRowsUs(double crossUpdates) {
    double waiting = load.conflict() * model.underWay() * crossUpdates;
    return WAIT_FOR_ROWS_US * Math.max(0, waiting - 1);
  }

  /** The same where cells of a grid have their masters; reads go anywhere. */
  Cost inCells(String why) {
    int cells = Math.min(model.sites(), 1 + load.writtenGroups() / CELL);
    double further = (load.sitesMet() - 1) * (cells - 1) / Math.max(1, model.sites() - 1);
    double routerUs = routerUs(Counts.ROW_LOCKS, further);
    double engineUs = engineUs(Counts.ROW_LOCKS, further);
    double busiest = shareOfOneSite(false, engineUs) * Math.min(1, IMBALANCE / cells);
    double waitUs =
        ANSWER_US + further * ROUND_US + (cells > 1 ? waitForRowsUs(load.crossUpdates()) : 0);
    return cost(bound(routerUs, engineUs, busiest, waitUs), routerUs, engineUs, waitUs, why);
  }

  /** With two-phase commit, where nobody waits for a lock. */
  Cost withoutWaiting(Counts counts, String why) {
    double further = load.sitesMetInAll() - 1;
    double routerUs = routerUs(counts, further);
    double engineUs = engineUs(counts, further);
    double waitUs = ANSWER_US + further * ROUND_US;
    double meetUs = load.meetings() * load.crossInAll() * ROUND_US * (1 + further);
    double units =
        settled(
            meetUs,
            runs ->
                bound(
                    routerUs * runs,
                    engineUs * runs,
                    dealt(),
                    waitUs + (runs - 1) * BEGIN_ANEW_US));
    return cost(units, routerUs, engineUs, waitUs, why);
  }

  /** The same by the epoch, where those begin anew that meet others. */
  Cost inEpochs(Counts counts, Epoch epoch, String why) {
    double meetUs = furtherInEra() == 0 ? 0 : load.meetings() * ROUND_US;
    return inEpochs(counts, epoch, settled(meetUs, runs -> inEpoch(counts, epoch, runs)), why);
  }

  /** By the epoch, where those that meet others wait for them. */
  Cost inOrderByEpochs(Epoch epoch, String why) {
    Counts counts = Counts.ORDERED_EPOCHS;
    return inEpochs(counts, epoch, inEpoch(counts, epoch, 1), why);
  }

  private Cost inEpochs(Counts counts, Epoch epoch, double units, String why) {
    double further = furtherInEra();
    double waitUs = updates * epoch.waitUs() + ANSWER_US;
    return cost(units, routerUs(counts, further), engineUs(counts, further), waitUs, why);
  }

  private double inEpoch(Counts counts, Epoch epoch, double runs) {
    double further = furtherInEra();
    double againUs = engineUs(counts, further) - writesUs();
    double engineUs = writesUs() + againUs * runs;
    double waitUs = updates * epoch.waitUs(runs, model.underWay() * writesUs());
    return bound(routerUs(counts, further) * runs, engineUs, shareOfKeeper(engineUs), waitUs);
  }

  /**
   * The time for a transaction where each run that meets another one's lock is made again: the
   * faster they are, the more of them hold locks.
   *
   * @param meetUs for how long rows that a second one would meet are held by one
   * @param timeUs the time for a transaction that is run so often
   */
  private static double settled(double meetUs, DoubleUnaryOperator timeUs) {
    double low = meetUs;
    double high = meetUs + timeUs.applyAsDouble(1) * 1_000 + 1_000_000;
    for (int step = 0; step < 60; step++) {
      double middle = (low + high) / 2;
      double runs = middle <= meetUs ? Double.MAX_VALUE : 1 / (1 - meetUs / middle);
      if (timeUs.applyAsDouble(runs) > middle) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
