package org.thetisdb.benchmarks.driver.result;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.benchmarks.driver.result.StatusView.Site;

/**
 * What the cluster's counters gained between two looks at them.
 *
 * @param gatheringAt the site at which updates gather at the end, because remastering did not
 *     settle elsewhere; 0 if they do not
 * @param perSiteCommitted by site, in order of their numbers
 */
public record ClusterDelta(
    long committed,
    long retried,
    long remasteredTxns,
    long distributedTxns,
    long moves,
    long bytesLogged,
    int gatheringAt,
    List<Long> perSiteCommitted,
    EpochViews epochViews) {

  /**
   * Of transactions in epoch views, if there were any.
   *
   * @param decided all
   * @param earlier those that come before one in logical time that was decided before them
   * @param inDoubt those that may have seen what no serial order has; the others have not
   */
  public record EpochViews(long decided, long earlier, long inDoubt) {
    /** There were none. */
    public static final EpochViews NONE = new EpochViews(0, 0, 0);

    /** A share of those that were decided, in percent. */
    public double percent(long some) {
      return decided == 0 ? 0 : 100.0 * some / decided;
    }
  }

  public static ClusterDelta between(StatusView before, StatusView after) {
    return new ClusterDelta(
        gain(before, after, "committed"),
        gain(before, after, "retried"),
        gain(before, after, "remastered_txns"),
        gain(before, after, "distributed_txns"),
        gain(before, after, "moves"),
        bytesLogged(before, after),
        after.root().path("gathering_at").asInt(),
        perSite(before, after),
        new EpochViews(
            gain(before, after, "decided_in_epoch_views"),
            gain(before, after, "decided_earlier"),
            gain(before, after, "decided_in_doubt")));
  }

  /** A counter that fell belongs to a router or site that began anew. */
  private static long gain(long before, long after) {
    return after >= before ? after - before : after;
  }

  private static long gain(StatusView before, StatusView after, String counter) {
    return gain(before.counter(counter), after.counter(counter));
  }

  private static long bytesLogged(StatusView before, StatusView after) {
    long sum = gain(before, after, "bytes_logged");
    for (Site site : after.sites()) {
      sum += gain(find(before, site.site()).bytesLogged(), site.bytesLogged());
    }
    return sum;
  }

  private static List<Long> perSite(StatusView before, StatusView after) {
    List<Long> gains = new ArrayList<>();
    for (Site site : after.sites()) {
      gains.add(gain(find(before, site.site()).committed(), site.committed()));
    }
    return gains;
  }

  private static Site find(StatusView status, int number) {
    for (Site site : status.sites()) {
      if (site.site() == number) {
        return site;
      }
    }
    return new Site(number, 0, 0, 0, 0, 0);
  }

  /** The share of committed transactions that had to wait for a remastering, in percent. */
  public double remasteredPercent() {
    return committed == 0 ? 0 : 100.0 * remasteredTxns / committed;
  }
}
