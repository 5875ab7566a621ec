package org.thetisdb.simulation.turns;

import java.util.Optional;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.MoveList;
import org.thetisdb.router.routing.PinnedRoute;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.ReadRouting;
import org.thetisdb.router.routing.Rebalance;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.StrategyParts;

/**
 * Where what has no turn goes: reads to any site that is fresh enough, and what an interactive
 * transaction writes to the master of its first row. Not thread-safe.
 */
final class TurnStrategy implements Scheme {
  private final Placement placement;
  private final ClusterView cluster;
  private final ReadRouting reads;

  TurnStrategy(StrategyParts parts) {
    this.placement = parts.placement();
    this.cluster = parts.cluster();
    this.reads = new ReadRouting(placement, cluster, parts.measures(), parts.random());
  }

  @Override
  public Placement placement() {
    return placement;
  }

  @Override
  public void observe(Footprint footprint, long session, long nowUs) {
    // nothing is learned
  }

  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    int master = placement.master(footprint.written()[0]);
    return routeTo(cluster.isUsable(master) ? master : firstUsable(), footprint);
  }

  private int firstUsable() {
    int site = 1;
    while (site < cluster.sites() && !cluster.isUsable(site)) {
      site++;
    }
    return site;
  }

  /** A route to a site, which is to master all that is written. */
  private Route routeTo(int site, Footprint footprint) {
    if (Placement.isAnyPinned(footprint.written())) {
      return PinnedRoute.of(footprint, placement, cluster);
    }
    return toMasterAt(site, footprint, placement);
  }

  /** What has to move before a site masters all that is written. */
  static Route toMasterAt(int site, Footprint footprint, Placement placement) {
    MoveList moves = new MoveList(site);
    for (long partition : footprint.written()) {
      moves.add(partition, placement.master(partition));
    }
    return new Route(site, moves.moves(), "turns: it is the turn of site " + site);
  }

  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    return reads.routeFresh(session);
  }

  @Override
  public Optional<Rebalance> rebalance(long nowUs) {
    return Optional.empty();
  }
}
