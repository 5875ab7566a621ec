package org.thetisdb.router.scheme.morphosys;

import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.LargePartitions;
import org.thetisdb.router.routing.Placement;

/**
 * Where calls can run and masters can go, if some sites hold only a part of the rows: a call runs
 * where all is held that it reads, and a partition goes to a site that holds it, or with its rows
 * (decision 0171). Where all sites hold all rows, anything can be anywhere. Not thread-safe.
 */
final class HolderRules {
  private final Placement placement;
  private final ClusterView cluster;
  private final LargePartitions large = new LargePartitions();
  private long nowUs;

  HolderRules(Placement placement, ClusterView cluster) {
    this.placement = placement;
    this.cluster = cluster;
  }

  /** It is so late. */
  void at(long timeUs) {
    nowUs = timeUs;
  }

  /** Whether some sites hold only a part of the rows. */
  boolean arePartial() {
    return cluster.isPartial();
  }

  /** Whether a site holds all that a call reads, and may get all that it writes. */
  boolean canRun(int site, Footprint footprint) {
    if (cluster.holdsAll(site)) {
      return true;
    }
    boolean can =
        (!footprint.readsMore() || cluster.holdsUnlisted(site, footprint))
            && canGo(footprint.written(), site);
    for (int i = 0; can && i < footprint.read().length; i++) {
      can = cluster.holds(site, footprint.read()[i]);
    }
    return can;
  }

  /** Whether all of these are mastered at a site, or can be. */
  boolean canGo(long[] partitions, int site) {
    boolean can = true;
    for (int i = 0; can && i < partitions.length; i++) {
      can = canGo(partitions[i], site);
    }
    return can;
  }

  /** Rows go with their mastership only if they are few, and from a site that is there. */
  private boolean canGo(long partition, int site) {
    if (cluster.holdsAll(site) || cluster.keepsCopy(site, partition)) {
      return true;
    }
    int master = placement.master(partition);
    return master == site || (cluster.isUsable(master) && !large.contains(partition, nowUs));
  }

  /** A site has said that the rows of a partition are too many to go with it. */
  void onTooLarge(long partition) {
    large.add(partition, nowUs);
  }

  /** The first site that holds every row and has not left. */
  int firstWithAllRows() {
    int site = 1;
    while (site < cluster.sites() && (cluster.hasLeft(site) || !cluster.holdsAll(site))) {
      site++;
    }
    return site;
  }
}
