package org.thetisdb.router.routing.fixed;

import java.util.Arrays;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.LargePartitions;
import org.thetisdb.router.routing.MoveList;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;

/**
 * Keys that updates find while they run, where some sites hold only a part of the rows. For an
 * update of several sites they go to a site that holds every row; they return with the next one of
 * which all else is at the site where they belong. Else all updates that find keys there would run
 * where every row is held from then on. Not thread-safe.
 */
public final class FoundKeys {
  private final Placement placement;
  private final ClusterView cluster;
  private final LargePartitions large = new LargePartitions();

  /** Over the masters of a placement. */
  public FoundKeys(Placement placement, ClusterView cluster) {
    this.placement = placement;
    this.cluster = cluster;
  }

  /** The rows of a partition are too many to go with it, so it does not return for a while. */
  public void onTooLarge(long partition, long nowUs) {
    large.add(partition, nowUs);
  }

  /** The route of an update that takes what it has found along to where the rest is; else null. */
  public Route home(Footprint footprint, long nowUs) {
    int home = footprint.grown().length == 0 ? 0 : siteOfTheRest(footprint);
    if (home == 0 || !cluster.isUsable(home) || cluster.holdsAll(home)) {
      return null;
    }
    MoveList moves = new MoveList(home);
    for (long partition : footprint.grown()) {
      int master = placement.master(partition);
      if (master != home && !mayReturn(partition, master, home, nowUs)) {
        return null;
      }
      moves.add(partition, master);
    }
    return moves.isEmpty()
        ? null
        : new Route(home, moves.moves(), "its keys return to where it finds the rest");
  }

  private boolean mayReturn(long partition, int master, int home, long nowUs) {
    return cluster.isUsable(master)
        && placement.preferredSite(partition) == home
        && !large.contains(partition, nowUs);
  }

  /** The one site that masters all that it writes beside what it has found; 0 if there is none. */
  private int siteOfTheRest(Footprint footprint) {
    int site = 0;
    for (long partition : footprint.written()) {
      if (!isFound(footprint, partition)) {
        int master = placement.master(partition);
        if (site != 0 && site != master) {
          return 0;
        }
        site = master;
      }
    }
    return site;
  }

  private static boolean isFound(Footprint footprint, long partition) {
    return Arrays.stream(footprint.grown()).anyMatch(each -> each == partition);
  }

  /** Whether a partition comes along. */
  public static boolean comesAlong(Route home, long partition) {
    return home.moves().stream().anyMatch(move -> move.partition() == partition);
  }
}
