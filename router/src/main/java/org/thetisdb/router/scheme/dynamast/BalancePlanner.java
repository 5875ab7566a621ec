package org.thetisdb.router.scheme.dynamast;

import java.util.Optional;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Rebalance;

/**
 * Saves queueing by moving whole clusters from busier to less busy sites, a few at a time. The
 * score decides for one update, and sees that a partition has its partners at a busy site; it
 * cannot see that all of them could leave together. This can.
 *
 * <p>Nothing happens while sites are equally busy, when the sample is too thin to tell, or when
 * {@link ClusterPicker} finds no cluster that pays back. Works on statistics and measures only; not
 * thread-safe.
 */
final class BalancePlanner {
  private static final int LEAST_SAMPLES = 500;

  /** Samples that expire in one step at most. */
  static final int MOST_EXPIRED = 512;

  /** Pairs of sites that are tried in one round, the most uneven first. */
  private static final int MOST_PAIRS = 4;

  /** Sites that differ by less of a processor are equally busy. */
  private static final double LEAST_DIFFERENCE = 0.01;

  /**
   * Where sites have the same processors, an engine has to have so much of one before load leaves
   * it. Below that queues are some microseconds long, and to spread load costs more: each site that
   * commits appends to a log of its own, and what reads over borders reads at a cut.
   */
  static final double WORTH_SPREADING = 0.6;

  /** A site whose engine is busy for more of the time has more to do than it can. */
  private static final double SATURATED = 0.9;

  /** So many plans in a row without a move, while a site is saturated, are no chance. */
  private static final int PLANS_UNTIL_STUCK = 3;

  private static final long FIRST_PAUSE_US = 200_000;
  private static final long STUCK_PAUSE_US = 500_000;
  private static final long LONGEST_PAUSE_US = 3_000_000;

  /** Who adds a site means it to stay: what goes there has so many horizons to pay back. */
  private static final double HORIZONS_OF_NEWCOMERS = 60;

  private final AccessStatistics statistics;
  private final ClusterView cluster;
  private final Measures measures;
  private final ClusterPicker picker;
  private long pauseUs = FIRST_PAUSE_US;
  private double mostTorn;

  /** Plans without a move since a site has been saturated. */
  private int vainPlans;

  private long nextPlanUs = Long.MIN_VALUE;

  BalancePlanner(
      AccessStatistics statistics, ClusterView cluster, Measures measures, ClusterPicker picker) {
    this.statistics = statistics;
    this.cluster = cluster;
    this.measures = measures;
    this.picker = picker;
  }

  /**
   * Moves that even the load out; empty if there are none, or it is too early to ask again.
   *
   * @param tornAtMost share of the updates of what leaves that may be split from then on
   */
  Optional<Rebalance> plan(double tornAtMost, long nowUs) {
    if (nowUs < nextPlanUs) {
      return Optional.empty();
    }
    mostTorn = tornAtMost;
    Optional<Rebalance> plan = planNow(nowUs);
    vainPlans = plan.isEmpty() && isSaturated() ? vainPlans + 1 : 0;
    pauseUs = plan.isPresent() ? FIRST_PAUSE_US : Math.min(longestPauseUs(), pauseUs * 2);
    nextPlanUs = nowUs + pauseUs;
    return plan;
  }

  /** Share of the updates of what the last plan moves that will be split. */
  double tornShare() {
    return picker.tornShare();
  }

  /** Borders come meanwhile, so it is worth while to look again soon. */
  private long longestPauseUs() {
    return isStuck() ? STUCK_PAUSE_US : LONGEST_PAUSE_US;
  }

  /**
   * Whether a site is saturated beside one that is not, and nothing was found that may leave it.
   */
  boolean isStuck() {
    return vainPlans >= PLANS_UNTIL_STUCK;
  }

  private boolean isSaturated() {
    int[] pair = mostUnevenPair(Double.MAX_VALUE);
    return statistics.samples() >= LEAST_SAMPLES
        && measures.busy(pair[0]) > SATURATED
        && measures.busy(pair[1]) <= ClusterPicker.CROWDED;
  }

  private Optional<Rebalance> planNow(long nowUs) {
    return statistics.samples() < LEAST_SAMPLES || statistics.totalLoad() == 0
        ? Optional.empty()
        : tryNewcomers(nowUs).or(() -> tryPairs(nowUs));
  }

  /**
   * A site that has joined was added to be used. While it has less than half of an even share, it
   * gets what nothing ties to where it is; a whole cluster pays back soon, since only its moves
   * cost anything.
   */
  private Optional<Rebalance> tryNewcomers(long nowUs) {
    long even = statistics.totalLoad() / Math.max(1, usableSites());
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site) && cluster.hasJoined(site) && statistics.loadAt(site) < even / 2) {
        int from = siteWithMost();
        long missing = 2 * (even - statistics.loadAt(site));
        long difference = statistics.loadAt(from) - statistics.loadAt(site);
        Optional<Rebalance> plan =
            picker.pick(
                from, site, Math.min(missing, difference), HORIZONS_OF_NEWCOMERS, mostTorn, nowUs);
        if (plan.isPresent()) {
          return plan;
        }
      }
    }
    return Optional.empty();
  }

  private int usableSites() {
    int usable = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      usable += cluster.isUsable(site) ? 1 : 0;
    }
    return usable;
  }

  private int siteWithMost() {
    int most = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      boolean more = most == 0 || statistics.loadAt(site) > statistics.loadAt(most);
      most = cluster.isUsable(site) && more ? site : most;
    }
    return most;
  }

  /**
   * The busiest and the idlest site are tried first. They may have no cluster to exchange, as where
   * neighbourhoods overlap and only neighbours have a border; then others pass the load on.
   */
  private Optional<Rebalance> tryPairs(long nowUs) {
    double below = Double.MAX_VALUE;
    for (int tried = 0; tried < MOST_PAIRS; tried++) {
      int[] pair = mostUnevenPair(below);
      below = measures.busy(pair[0]) - measures.busy(pair[1]);
      if (below <= LEAST_DIFFERENCE) {
        return Optional.empty();
      }
      if (measures.busy(pair[0]) < WORTH_SPREADING && cluster.shareMachine(pair[0], pair[1])) {
        continue;
      }
      Optional<Rebalance> plan = picker.pick(pair[0], pair[1], asLoad(below), 1, mostTorn, nowUs);
      if (plan.isPresent()) {
        return plan;
      }
    }
    return Optional.empty();
  }

  /** The load of the sample that keeps a thread so busy. */
  private long asLoad(double busy) {
    double busyOfAll = measures.updatesPerS() * measures.serviceUs() / 1e6;
    return busyOfAll == 0 ? 0 : (long) (busy / busyOfAll * statistics.totalLoad());
  }

  /** The two sites of which one is so much busier, by less than {@code below}. */
  private int[] mostUnevenPair(double below) {
    int[] best = {1, 1};
    double bestDifference = 0;
    for (int from = 1; from <= cluster.sites(); from++) {
      for (int to = 1; to <= cluster.sites(); to++) {
        double difference = measures.busy(from) - measures.busy(to);
        if (cluster.isUsable(from)
            && cluster.isUsable(to)
            && difference < below
            && difference > bestDifference) {
          best = new int[] {from, to};
          bestDifference = difference;
        }
      }
    }
    return best;
  }
}
