package org.thetisdb.lab.advice;

import static org.thetisdb.lab.advice.Micros.ENGINE_US;
import static org.thetisdb.lab.advice.Micros.RANGE_US;
import static org.thetisdb.lab.advice.Micros.READ_US;
import static org.thetisdb.lab.advice.Micros.REFRESH_US;
import static org.thetisdb.lab.advice.Micros.ROUTER_US;
import static org.thetisdb.lab.advice.Micros.WRITE_US;

import org.thetisdb.lab.advice.CostModel.Cost;

/**
 * What a transaction of one workload has the router and the engines of one cluster do, and what of
 * that is the bound. Decision 0040 says where the constants are from. Immutable.
 */
final class TransactionWork {
  /** Of the rows that are written those that their call looks for; its commit does for all. */
  private static final double FOUND_IN_RUN = 0.8;

  /** Sites have not quite the same load where groups are dealt out. */
  static final double IMBALANCE = 1.1;

  /** Written in each range in which a call finds what to write, as in TPC-C. */
  private static final double ROWS_IN_RANGE = 2.5;

  /** Reads that might go anywhere are not quite evenly spread. */
  private static final double READS_SPREAD = 0.85;

  /** With answers as soon as that no other site is known to be fresh, and all are later. */
  private static final double NOBODY_FRESH_US = 1_000;

  private static final double ALL_FRESH_US = 6_000;

  /** What the router does for the first further site, beside the mean of two. */
  private static final double FIRST_SITE = 1.5;

  private static final double NEXT_SITE = 0.5;

  /** From a client and back, with an append to a log. */
  static final double ANSWER_US = 600;

  static final String WAITS = "clients wait";
  private static final String MACHINE = "the machine is busy";
  private static final String ROUTER = "the router is busy";
  private static final String SITE = "a site is busy";

  private final CostModel model;
  private final WorkloadProfile load;
  private final double updates;
  private final double reads;
  private final double writtenRows;

  TransactionWork(CostModel model, WorkloadProfile load) {
    this.model = model;
    this.load = load;
    this.updates = 1 - load.readShare();
    this.reads = load.readShare();
    this.writtenRows = updates * (load.rowsWritten() + ROWS_IN_RANGE * load.rangesWritten());
  }

  /** The share of transactions that write. */
  double updates() {
    return updates;
  }

  /** The share of those that only read. */
  double reads() {
    return reads;
  }

  /** Rows that are written, in the mean of all transactions. */
  double writtenRows() {
    return writtenRows;
  }

  private double writesUs() {
    return writtenRows * WRITE_US;
  }

  private double rowsUs() {
    return writesUs() + foundUs();
  }

  private double foundUs() {
    return foundInRunUs() + writtenRows * READ_US;
  }

  /** What its call finds, before the commit. */
  double foundInRunUs() {
    return (FOUND_IN_RUN * writtenRows + load.rowsRead()) * READ_US + load.rangesRead() * RANGE_US;
  }

  /** Of all engine work the share of the busiest site, if reads go anywhere. */
  double shareOfOneSite(boolean readsToo, double engineUs) {
    double readUs = reads * (ENGINE_US + load.rowsRead() * READ_US) + load.rangesRead() * RANGE_US;
    double elsewhere = READS_SPREAD * fresh(engineUs) * (1 - 1.0 / model.sites());
    return readsToo ? 1 : Math.max(0, 1 - readUs / engineUs * elsewhere);
  }

  /**
   * The share of reads that find other sites fresh: those of sessions that have waited for so long
   * for what they have written that others have it, too.
   */
  private double fresh(double engineUs) {
    double answerUs = model.underWay() * engineUs;
    double share = (answerUs - NOBODY_FRESH_US) / (ALL_FRESH_US - NOBODY_FRESH_US);
    return Math.max(0, Math.min(1, share));
  }

  /**
   * What is the bound.
   *
   * @param routerUs work of the router for a transaction
   * @param engineUs work of all engines
   * @param busiest share of that at the busiest site
   * @param waitUs the time that a client waits, beside queues for processors
   */
  double bound(double routerUs, double engineUs, double busiest, double waitUs) {
    double refreshUs = writtenRows * REFRESH_US;
    double workUs =
        model.sharesProcessors()
            ? routerUs + engineUs + refreshUs * (model.sites() - 1)
            : Math.max(Math.max(routerUs, engineUs * busiest), refreshUs);
    return Math.max(workUs, waitUs / Math.max(1, model.underWay()));
  }

  /** The same where clients wait for others while nobody works for them. */
  double boundAndWait(double routerUs, double engineUs, double busiest, double waitUs) {
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
  Cost cost(double units, double routerUs, double engineUs, double waitUs, String why) {
    double aloneUs = routerUs + engineUs + waitUs;
    double leastUs = aloneUs / Math.max(1, model.underWay());
    String bound =
        units <= leastUs
            ? WAITS
            : model.sharesProcessors() ? MACHINE : units <= routerUs ? ROUTER : SITE;
    return new Cost(Math.max(units, leastUs), aloneUs, why, bound);
  }

  /** The first further site has the router do more than those that it asks after it. */
  double routerUs(Counts counts, double furtherSites) {
    double crossing = updates * load.crossInAll() + reads * load.crossReads();
    double first = Math.min(furtherSites, crossing);
    double weighed = FIRST_SITE * first + NEXT_SITE * (furtherSites - first);
    return ROUTER_US * counts.routerTasks(weighed);
  }

  double engineUs(Counts counts, double furtherSites) {
    double rowsKept =
        writtenRows * counts.rowsWrittenKept() + load.rowsRead() * counts.rowsReadKept();
    double remote = furtherSites / (1 + furtherSites);
    return ENGINE_US * counts.engineTasks(furtherSites) + rowsUs() + WRITE_US * remote * rowsKept;
  }

  /** What the busiest site has of groups that are dealt out. */
  double dealt() {
    return Math.min(1, Math.max(IMBALANCE / model.sites(), mostGroups()));
  }

  /** The share of groups that one site has, at least. */
  double mostGroups() {
    int groups = Math.max(1, load.writtenGroups());
    int most = (groups + model.sites() - 1) / model.sites();
    return most / (double) groups;
  }
}
