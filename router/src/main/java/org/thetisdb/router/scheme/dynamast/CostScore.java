package org.thetisdb.router.scheme.dynamast;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;

/**
 * What it costs to have all that an update writes at one site, in microseconds:
 *
 * <pre>
 * cost(S) = sum of moves (T_move + lag of S)
 *         + H * (change of split updates * T_move
 *              + change of updates that read elsewhere * T_cut
 *              + change of sum over sites lambda * W(rho))
 * </pre>
 *
 * The changes come from the same statistics as DynaMast's Equations 2 to 7; the times are {@link
 * Measures}. So even load is worth what it saves in queues, locality what it saves in moves, and
 * neither has a weight. One object is prepared per decision and asked for each site; a question
 * costs the same however many partners there are. Not thread-safe, allocates nothing once warm.
 */
final class CostScore {
  /** The names of the factors. */
  static final List<String> FACTORS = List.of("moves", "lag", "splits", "cut waits", "queueing");

  /** What they are measured in. */
  static final String UNIT = "us";

  /** Of an update that writes more, the first so many decide. */
  private static final int MOST_WRITTEN = 64;

  /** A partition with more partners that are read is read by everybody, and follows nobody. */
  private static final int MOST_READ_PARTNERS = 256;

  /** To move what was moved a moment ago costs so many moves more. */
  private static final int MORE_IF_RECENT = 4;

  private static final double SECOND_US = 1e6;

  private final Placement placement;
  private final AccessStatistics statistics;
  private final ClusterView cluster;
  private final Measures measures;
  private final RecentMoves recent;
  private final double horizonS;

  private final PartitionStats[] stats = new PartitionStats[MOST_WRITTEN];
  private final int[] masters = new int[MOST_WRITTEN];
  private final int[] masteredAt = new int[Stamp.MAX_SITE + 1];
  private final int[] recentAt = new int[Stamp.MAX_SITE + 1];
  private int recentInAll;

  /** By site: split updates that a move there brings, less those that it ends, in the sample. */
  private final double[] splits = new double[Stamp.MAX_SITE + 1];

  private final double[] cutWaits = new double[Stamp.MAX_SITE + 1];

  /** By site: how much less busy it is without what the update writes there. */
  private final double[] busyWith = new double[Stamp.MAX_SITE + 1];

  private final double[] relief = new double[Stamp.MAX_SITE + 1];
  private double reliefOfAll;
  private double busyOfAll;
  private VersionVector needed = VersionVector.ZERO;
  private int written;
  private int seen;

  /**
   * A score.
   *
   * @param horizonUs H: for how long what is learned is taken to hold
   */
  CostScore(
      Placement placement,
      AccessStatistics statistics,
      ClusterView cluster,
      Measures measures,
      RecentMoves recent,
      long horizonUs) {
    this.placement = placement;
    this.statistics = statistics;
    this.cluster = cluster;
    this.measures = measures;
    this.recent = recent;
    this.horizonS = horizonUs / SECOND_US;
  }

  /** Points this object at one update. */
  void prepare(Footprint update, VersionVector session, long nowUs) {
    prepare(update.written(), session, nowUs);
  }

  /** Points this object at some partitions that go together. */
  void prepare(long[] partitions, VersionVector session, long nowUs) {
    clear();
    written = partitions.length;
    seen = Math.min(MOST_WRITTEN, written);
    needed = session;
    for (int i = 0; i < written; i++) {
      int master = placement.master(partitions[i]);
      if (masteredAt[master]++ == 0) {
        needed = needed.max(cluster.report(master));
      }
      if (recent.isRecent(partitions[i], nowUs)) {
        recentAt[master]++;
        recentInAll++;
      }
      if (i < seen) {
        masters[i] = master;
        stats[i] = statistics.of(partitions[i]);
      }
    }
    for (int i = 0; i < seen; i++) {
      if (stats[i] != null) {
        addLoad(i);
        addSplits(i);
        addCutWaits(i);
      }
    }
    for (int site = 1; site <= cluster.sites(); site++) {
      double busy = measures.busy(site);
      relief[site] = measures.waitPerS(busy - busyWith[site]) - measures.waitPerS(busy);
      reliefOfAll += relief[site];
    }
  }

  private void clear() {
    int end = cluster.sites() + 1;
    Arrays.fill(masteredAt, 0, end, 0);
    Arrays.fill(recentAt, 0, end, 0);
    recentInAll = 0;
    Arrays.fill(splits, 0, end, 0);
    Arrays.fill(cutWaits, 0, end, 0);
    Arrays.fill(busyWith, 0, end, 0);
    reliefOfAll = 0;
    busyOfAll = 0;
  }

  private void addLoad(int index) {
    double busy = busyOf(stats[index].load);
    busyWith[masters[index]] += busy;
    busyOfAll += busy;
  }

  /** How busy this load keeps a thread. */
  double busyOf(long load) {
    long total = statistics.totalLoad();
    return total == 0
        ? 0
        : load / (double) total * measures.updatesPerS() * measures.serviceUs() / SECOND_US;
  }

  /**
   * Equation 6: partners that come together, less those that are torn off. Partners within the
   * update come together at every site, and so make no difference.
   */
  private void addSplits(int index) {
    PartitionStats one = stats[index];
    double perUpdate = 1 / one.partnersPerUpdate();
    int torn = one.writeMass(masters[index]);
    for (int other = 0; other < seen; other++) {
      if (other != index && stats[other] != null) {
        int together = one.writtenTogether.get(stats[other].partition);
        torn -= masters[other] == masters[index] ? together : 0;
        splits[masters[other]] += masters[other] == masters[index] ? 0 : together * perUpdate;
      }
    }
    for (int site = 1; site <= cluster.sites(); site++) {
      if (site != masters[index]) {
        splits[site] += (torn - one.writeMass(site)) * perUpdate;
      }
    }
  }

  /** The same for rows that are read with those that are written; see {@link PartitionStats}. */
  private void addCutWaits(int index) {
    PartitionStats one = stats[index];
    if (one.readTogether.size() == 0 || one.readTogether.size() > MOST_READ_PARTNERS) {
      return;
    }
    double perUpdate = 1 / one.readPartnersPerAccess();
    int torn = statistics.closeReadMass(one, masters[index]);
    for (int site = 1; site <= cluster.sites(); site++) {
      if (site != masters[index]) {
        cutWaits[site] += (torn - statistics.closeReadMass(one, site)) * perUpdate;
      }
    }
  }

  /** All factors together. */
  double of(int site) {
    return moves(site) + lag(site) + splits(site) + cutWaits(site) + queueing(site);
  }

  /** What a move there would save within the horizon, whatever the moves cost. */
  double gain(int site) {
    return -(splits(site) + cutWaits(site) + queueing(site));
  }

  /** Whether moves that nobody needs now are worth it: they pay back twice what they cost. */
  boolean paysBack(int site) {
    return gain(site) > 2 * (moves(site) + lag(site));
  }

  /** What the moves take now; what was moved a moment ago had better stay, and counts more. */
  double moves(int site) {
    int again = recentInAll - recentAt[site];
    return (written - masteredAt[site] + MORE_IF_RECENT * again) * measures.moveUs();
  }

  /** Equation 5, as a time. */
  double lag(int site) {
    return (written - masteredAt[site])
        * measures.lagUs(site, cluster.report(site).distanceTo(needed));
  }

  /** Updates that will be split, less those that no longer will. */
  double splits(int site) {
    return splits[site] * perSampled() * measures.moveUs() * horizonS;
  }

  /** Updates that will read elsewhere, less those that no longer will. */
  double cutWaits(int site) {
    return cutWaits[site] * perSampled() * measures.cutWaitUs() * horizonS;
  }

  /** Equations 2 to 4, as a time: what the queues of all sites grow by. */
  double queueing(int site) {
    double busy = measures.busy(site);
    double gained = busyOfAll - busyWith[site];
    double growth = measures.waitPerS(busy + gained) - measures.waitPerS(busy);
    return (growth + reliefOfAll - relief[site]) * horizonS;
  }

  /** The factors of a site, for people; see {@link #FACTORS}. */
  double[] factors(int site) {
    return new double[] {moves(site), lag(site), splits(site), cutWaits(site), queueing(site)};
  }

  /**
   * Whether it pays back twice to move a group of partitions that goes in one piece.
   *
   * @param size its partitions
   * @param load that of writing them
   * @param torn updates of the sample that will be split, less those that no longer will
   * @param before load that goes the same way before it
   * @param times for how many horizons what is learned is taken to hold
   */
  boolean groupPaysBack(
      int from, int to, int size, long load, double torn, long before, double times) {
    double busy = busyOf(load);
    double busyFrom = measures.busy(from) - busyOf(before);
    double busyTo = measures.busy(to) + busyOf(before);
    double queues =
        measures.waitPerS(busyFrom - busy)
            - measures.waitPerS(busyFrom)
            + measures.waitPerS(busyTo + busy)
            - measures.waitPerS(busyTo);
    double gain = -(queues + torn * perSampled() * measures.moveUs()) * horizonS * times;
    return gain > 2 * groupCost(size, busy);
  }

  /** One move for all, work for each partition, and calls that come while they are on their way. */
  private double groupCost(int size, double busy) {
    double callsPerUs = busy / measures.serviceUs();
    double moveUs = measures.moveUs();
    return moveUs + size * measures.serviceUs() + callsPerUs * moveUs * moveUs / 2;
  }

  /** Updates a second for each one in the sample. */
  private double perSampled() {
    return measures.updatesPerS() / Math.max(1, statistics.samples());
  }
}
