package org.thetisdb.router.routing;

/**
 * Where an update of system tables goes. Their partition stays with its master, unless that one is
 * lost or about to leave: then it moves to the first site that stays. Each site holds them; where
 * some hold every row, it is one of those. Stateless.
 */
public final class PinnedRoute {
  private PinnedRoute() {}

  public static Route of(Footprint footprint, Placement placement, ClusterView cluster) {
    long partition = footprint.written()[0];
    int master = placement.master(partition);
    if (cluster.isUsable(master) || !cluster.canRelease(master)) {
      return Route.settled(master);
    }
    int target = 1;
    while (target <= cluster.sites()
        && !(cluster.isUsable(target) && (cluster.holdsAll(target) || cluster.lacksFullSite()))) {
      target++;
    }
    if (target > cluster.sites()) {
      return Route.settled(master);
    }
    MoveList moves = new MoveList(target);
    moves.add(partition, master);
    return new Route(target, moves.moves(), "site " + master + " is lost, or leaves");
  }
}
