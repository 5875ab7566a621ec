package org.thetisdb.router.routing;

import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.VersionVector;

/**
 * Where a call goes that writes nothing. Two sites are drawn from those that hold what it reads and
 * have what the session has seen (DynaMast, section 4.2), and the one that masters all that is read
 * stands beside them, because there the call reads the newest versions and waits for no cut. Of
 * these it is the one where the call is done first: the least of what is queued there and the wait
 * for a cut. (The better of two random choices spreads load almost as well as looking at all, and
 * does not send everybody to the one that looked idle a moment ago.) If no site is fresh it is the
 * one that lacks least. Not thread-safe.
 */
public final class ReadRouting {
  private final Placement placement;
  private final ClusterView cluster;
  private final Measures measures;
  private final RandomGenerator random;

  public ReadRouting(
      Placement placement, ClusterView cluster, Measures measures, RandomGenerator random) {
    this.placement = placement;
    this.cluster = cluster;
    this.measures = measures;
    this.random = random;
  }

  /** The best site for what is read; 0 if no site is usable. */
  public int route(Footprint footprint, VersionVector session) {
    IntPredicate holds =
        cluster.isPartial() ? site -> cluster.holds(site, footprint) : cluster::holdsAll;
    int best = better(routeFresh(session, holds), routeFresh(session, holds), session);
    int master = footprint.readsMore() ? 0 : placement.commonMaster(footprint.read());
    if (master == 0 || !cluster.isUsable(master)) {
      return best;
    }
    return best == 0 || costUs(master, 0) <= costUs(best, cutWaitUs(best, session)) ? master : best;
  }

  private int better(int first, int second, VersionVector session) {
    if (first == second || second == 0) {
      return first;
    }
    return costUs(second, cutWaitUs(second, session)) < costUs(first, cutWaitUs(first, session))
        ? second
        : first;
  }

  /** How long until a call is done that goes there now. */
  private double costUs(int site, double cutWaitUs) {
    return cluster.queued(site) * measures.serviceUs()
        + measures.waitUs(measures.busy(site))
        + cutWaitUs;
  }

  /** A site that has what the session has seen reads at the cut that it has. */
  private double cutWaitUs(int site, VersionVector session) {
    return cluster.report(site).covers(session) ? 0 : measures.cutWaitUs();
  }

  /** Any site that holds every row and has what the session has seen; 0 if none is usable. */
  public int routeFresh(VersionVector session) {
    return routeFresh(session, cluster::holdsAll);
  }

  /**
   * Any site that holds all that is read and has what the session has seen; 0 if none is usable.
   */
  public int routeHolding(Footprint footprint, VersionVector session) {
    return routeFresh(session, site -> cluster.holds(site, footprint));
  }

  private int routeFresh(VersionVector session, IntPredicate holds) {
    int fresh = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      fresh += isFresh(site, session, holds) ? 1 : 0;
    }
    if (fresh == 0) {
      return nearestSite(session, holds);
    }
    int drawn = random.nextInt(fresh);
    int site = 0;
    while (drawn >= 0) {
      site++;
      drawn -= isFresh(site, session, holds) ? 1 : 0;
    }
    return site;
  }

  private boolean isFresh(int site, VersionVector session, IntPredicate holds) {
    return cluster.isUsable(site) && holds.test(site) && cluster.report(site).covers(session);
  }

  private int nearestSite(VersionVector session, IntPredicate holds) {
    int nearest = 0;
    long leastLag = Long.MAX_VALUE;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site) && holds.test(site)) {
        long lag = cluster.report(site).distanceTo(session);
        if (lag < leastLag) {
          leastLag = lag;
          nearest = site;
        }
      }
    }
    return nearest;
  }
}
