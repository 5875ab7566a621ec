package org.thetisdb.router.routing;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.VersionVector;

/**
 * All updates at one site, reads at any that is fresh enough: what DynaMast is compared with. Or
 * reads at that site, too: a primary and its backups, what STAR is compared with. Partitions that
 * are mastered elsewhere are moved when an update first meets them. Not thread-safe.
 */
public final class SingleMasterScheme implements Scheme {
  private final Placement placement;
  private final ClusterView cluster;
  private final ReadRouting reads;
  private final SettledRoutes settled = new SettledRoutes();
  private final boolean readsAtPrimary;

  /** A scheme over the placement, with reads at any site. */
  public SingleMasterScheme(Placement placement, ClusterView cluster, RandomGenerator random) {
    this(placement, cluster, random, false);
  }

  /**
   * A scheme over the placement.
   *
   * @param readsAtPrimary whether calls that only read run at the one site, too
   */
  public SingleMasterScheme(
      Placement placement, ClusterView cluster, RandomGenerator random, boolean readsAtPrimary) {
    this.readsAtPrimary = readsAtPrimary;
    this.placement = placement;
    this.cluster = cluster;
    this.reads = new ReadRouting(placement, cluster, new Measures(), random);
  }

  @Override
  public Placement placement() {
    return placement;
  }

  @Override
  public void observe(Footprint footprint, long session, long nowUs) {}

  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    int site = masterNow();
    if (Placement.isAnyPinned(footprint.written())) {
      return PinnedRoute.of(footprint, placement, cluster);
    }
    if (placement.commonMaster(footprint.written()) == site) {
      return settled.to(site);
    }
    MoveList moves = new MoveList(site);
    for (long partition : footprint.written()) {
      moves.add(partition, placement.master(partition));
    }
    return new Route(site, moves.moves(), "single master: all updates run at site " + site);
  }

  /**
   * The first site that has not left; the next one that lives while the first has a failover
   * successor.
   */
  private int masterNow() {
    int first = 1;
    while (first < cluster.sites() && cluster.hasLeft(first)) {
      first++;
    }
    if (cluster.isUsable(first) || !cluster.canRelease(first)) {
      return first;
    }
    int site = first + 1;
    while (site < cluster.sites() && !cluster.isUsable(site)) {
      site++;
    }
    return site;
  }

  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    if (readsAtPrimary) {
      int primary = masterNow();
      return cluster.isUsable(primary) ? primary : 0;
    }
    return reads.routeFresh(session);
  }

  /** A transaction that began elsewhere would take what it writes away from there. */
  @Override
  public int gathersAt() {
    return masterNow();
  }

  @Override
  public Optional<Rebalance> rebalance(long nowUs) {
    return Optional.empty();
  }

  @Override
  public double writeShare(int site) {
    return site == masterNow() ? 1 : 0;
  }
}
