package org.thetisdb.router.routing;

import java.util.random.RandomGenerator;
import org.thetisdb.core.id.VersionVector;

/**
 * Where a call goes that writes nothing (DynaMast, section 4.2). Best is a site that masters all
 * that is read, because there the call reads the newest versions and waits for nothing. Next best
 * is any site that has what the session has seen; one of them is drawn, which spreads the load.
 * Else it is the site that lacks least. Not thread-safe.
 */
final class ReadRouting {
  private final Placement placement;
  private final ClusterView cluster;
  private final RandomGenerator random;

  ReadRouting(Placement placement, ClusterView cluster, RandomGenerator random) {
    this.placement = placement;
    this.cluster = cluster;
    this.random = random;
  }

  /** The best site for what is read; 0 if no site is usable. */
  int route(Footprint footprint, VersionVector session) {
    int master = footprint.readsMore() ? 0 : placement.commonMaster(footprint.read());
    return master != 0 && cluster.isUsable(master) ? master : routeFresh(session);
  }

  /** Any site that has what the session has seen; 0 if no site is usable. */
  int routeFresh(VersionVector session) {
    int fresh = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      fresh += isFresh(site, session) ? 1 : 0;
    }
    if (fresh == 0) {
      return nearestSite(session);
    }
    int drawn = random.nextInt(fresh);
    int site = 0;
    while (drawn >= 0) {
      site++;
      drawn -= isFresh(site, session) ? 1 : 0;
    }
    return site;
  }

  private boolean isFresh(int site, VersionVector session) {
    return cluster.isUsable(site) && cluster.report(site).covers(session);
  }

  private int nearestSite(VersionVector session) {
    int nearest = 0;
    long leastLag = Long.MAX_VALUE;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site)) {
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
