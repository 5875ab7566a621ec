package org.thetisdb.router.routing;

import org.thetisdb.core.id.VersionVector;

/**
 * DynaMast's Equation 8: what it is worth to move all that an update writes to one site. One object
 * is prepared per decision and asked for each site. Not thread-safe; kept and used again.
 */
final class SiteScore {
  /** A lag of this many log positions costs half of the weight of delay. */
  private static final double HALF_DELAY = 1000;

  private final DynaMastConfig config;
  private final Placement placement;
  private final AccessStatistics statistics;
  private final ClusterView cluster;
  private final MoveDamping damping;

  private Footprint footprint = Footprint.NONE;
  private VersionVector needed = VersionVector.ZERO;
  private long nowUs;
  private int liveSites;
  private double distanceBefore;

  SiteScore(
      DynaMastConfig config,
      Placement placement,
      AccessStatistics statistics,
      ClusterView cluster,
      MoveDamping damping) {
    this.config = config;
    this.placement = placement;
    this.statistics = statistics;
    this.cluster = cluster;
    this.damping = damping;
  }

  /** Points this object at one update. */
  void prepare(Footprint update, VersionVector session, long atUs) {
    footprint = update;
    nowUs = atUs;
    needed = session;
    for (long partition : update.written()) {
      needed = needed.max(cluster.report(placement.master(partition)));
    }
    liveSites = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      liveSites += cluster.isUsable(site) ? 1 : 0;
    }
    distanceBefore = balanceDistance(0);
  }

  /** Equation 8. Higher is better. */
  double of(int site) {
    return config.balance() * balance(site)
        - config.delay() * refreshDelay(site)
        + config.intra() * intra(site)
        + config.inter() * inter(site)
        - config.stay() * heatOfMoved(site);
  }

  /** Equations 2 to 4: does the move even the load out, and how much does that matter now. */
  double balance(int site) {
    double distanceAfter = balanceDistance(site);
    double rate = Math.max(distanceBefore, distanceAfter);
    return (distanceBefore - distanceAfter) * Math.exp(rate);
  }

  /**
   * Equation 5: how much the site has to apply before the update can start. The paper counts log
   * positions; here the count is pressed into 0 to 1, so that a weight means the same under light
   * and under heavy load. It counts against a site, whatever the sign in the paper's Equation 8.
   */
  double refreshDelay(int site) {
    double lag = cluster.report(site).distanceTo(needed);
    return lag / (lag + HALF_DELAY);
  }

  /**
   * Equation 6: for each written partition, how probable are partners that come together with it,
   * less those that are torn off. Partners within the update come together at every site, and so
   * make no difference. Of partners that are only read, those count that are {@linkplain
   * AccessStatistics#closeReadMass close}.
   */
  double intra(int site) {
    double sum = 0;
    for (long partition : footprint.written()) {
      PartitionStats stats = statistics.of(partition);
      int master = placement.master(partition);
      if (stats != null && master != site) {
        int gained = stats.writeMass(site) - massInUpdate(stats, site);
        int lost = stats.writeMass(master) - massInUpdate(stats, master);
        int gainedReads = statistics.closeReadMass(stats, site);
        int lostReads = statistics.closeReadMass(stats, master);
        sum += (gained - lost + gainedReads - lostReads) / (double) stats.accesses;
      }
    }
    return sum;
  }

  /**
   * Equation 7, what clients write soon after. Its place is kept, its weight is 0: the router keeps
   * no history per client, and workloads whose transactions are correlated within themselves, which
   * are all of ours, lose nothing (DynaMast sets it to 0 for YCSB and SmallBank, too).
   */
  double inter(int site) {
    return 0;
  }

  /** Against thrashing: partitions that were moved a moment ago had better stay. */
  double heatOfMoved(int site) {
    double sum = 0;
    for (long partition : footprint.written()) {
      if (placement.master(partition) != site) {
        sum += damping.heat(partition, nowUs);
      }
    }
    return sum;
  }

  private int massInUpdate(PartitionStats stats, int site) {
    int mass = 0;
    for (long other : footprint.written()) {
      if (other != stats.partition && placement.master(other) == site) {
        mass += stats.writtenTogether.get(other);
      }
    }
    return mass;
  }

  /**
   * The distance from perfect balance, now (destination 0), or with all that the update writes at a
   * site.
   */
  private double balanceDistance(int destination) {
    long total = statistics.totalLoad();
    if (total == 0 || liveSites == 0) {
      return 0;
    }
    double sum = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site)) {
        long load = statistics.loadAt(site) + loadGained(site, destination);
        double off = 1.0 / liveSites - load / (double) total;
        sum += off * off;
      }
    }
    return Math.sqrt(sum);
  }

  private long loadGained(int site, int destination) {
    if (destination == 0) {
      return 0;
    }
    long gained = 0;
    for (long partition : footprint.written()) {
      PartitionStats stats = statistics.of(partition);
      int master = placement.master(partition);
      if (stats != null && master != destination) {
        gained += site == destination ? stats.load : site == master ? -stats.load : 0;
      }
    }
    return gained;
  }
}
