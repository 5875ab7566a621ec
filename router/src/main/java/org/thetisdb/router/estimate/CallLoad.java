package org.thetisdb.router.estimate;

import java.util.Locale;
import org.thetisdb.core.cost.Work;

/**
 * A workload on a cluster, as schemes ask for it to say what they do. All figures are means over
 * all transactions. Immutable.
 *
 * @param profile what the workload is like
 * @param sites of the cluster
 * @param underWay calls that are under way at a time
 */
public record CallLoad(WorkloadProfile profile, int sites, int underWay) {
  /** Sites have not quite the same load where groups are dealt out. */
  public static final double IMBALANCE = 1.1;

  /** From a client and back, with an append to a log: microseconds. */
  public static final double ANSWER_US = 600;

  /** Of the rows that are written those that their call looks for; its commit does for all. */
  private static final double FOUND_IN_RUN = 0.8;

  /** Written in each range in which a call finds what to write, as in TPC-C. */
  private static final double ROWS_IN_WRITTEN_RANGE = 2.5;

  /** Of a range that is read, of which nobody knows how long it is. */
  private static final double ROWS_IN_READ_RANGE = 100;

  /** What the router does for the first further site, beside the mean of two. */
  private static final double FIRST_SITE = 1.5;

  private static final double NEXT_SITE = 0.5;

  /** The share of transactions that write. */
  public double updates() {
    return 1 - profile.readShare();
  }

  /** The share of those that only read. */
  public double reads() {
    return profile.readShare();
  }

  /** Rows that are written. */
  public double writtenRows() {
    return updates() * (profile.rowsWritten() + ROWS_IN_WRITTEN_RANGE * profile.rangesWritten());
  }

  /** What a call finds while it runs. */
  public Steps found() {
    return Steps.NONE
        .and(Work.ROW_READ, FOUND_IN_RUN * writtenRows() + profile.rowsRead())
        .and(scanned());
  }

  private Steps scanned() {
    return Steps.NONE.and(Work.ROW_SCANNED, ROWS_IN_READ_RANGE * profile.rangesRead());
  }

  /** Rows of a call that runs at one site and commits there by itself. */
  public Steps rows() {
    return found().and(Work.ROW_READ, writtenRows()).and(Work.ROW_WRITTEN, writtenRows());
  }

  /** What a call that only reads does, where it may do so at any site that is fresh enough. */
  public Steps readsAnywhere() {
    return Steps.NONE
        .and(Work.ENGINE_TASK, reads())
        .and(Work.ROW_READ, reads() * profile.rowsRead())
        .and(scanned());
  }

  /** Further sites, the first of which has the router do more than those that it asks after it. */
  public double weighed(double furtherSites) {
    double crossing = updates() * profile.crossInAll() + reads() * profile.crossReads();
    double first = Math.min(furtherSites, crossing);
    return FIRST_SITE * first + NEXT_SITE * (furtherSites - first);
  }

  /** What the busiest site has of groups that are dealt out. */
  public double dealt() {
    return Math.min(1, Math.max(IMBALANCE / sites, mostGroups()));
  }

  /** The share of groups that one site has, at least. */
  public double mostGroups() {
    int groups = Math.max(1, profile.writtenGroups());
    int most = (groups + sites - 1) / sites;
    return most / (double) groups;
  }

  /** A share for people. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  /** That so many updates meet several sites, for people. */
  public static String crossing(double updates) {
    return percent(updates) + " of the updates meet several sites";
  }
}
