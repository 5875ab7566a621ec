package org.thetisdb.router.routing;

import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;

/**
 * Masters stay where they are: an update that writes rows of several masters runs at one of them,
 * and the others prepare their rows for it (two-phase commit, decision 0031). It runs at the master
 * with the highest number, so that all transactions lock at sites in one order and none waits for
 * another in a circle. Reads go to any site that is fresh enough.
 *
 * <p>Mastership moves only when its site is lost or leaves, and for interactive transactions, which
 * gather what they write. Not thread-safe.
 */
public final class MultiMasterScheme implements Scheme {
  private final Placement placement;
  private final ClusterView cluster;
  private final ReadRouting reads;
  private final Route[] settled;

  /** A scheme over the placement. */
  public MultiMasterScheme(
      Placement placement, ClusterView cluster, Measures measures, RandomGenerator random) {
    this.placement = placement;
    this.cluster = cluster;
    this.reads = new ReadRouting(placement, cluster, measures, random);
    this.settled = new Route[Stamp.MAX_SITE + 1];
    for (int site = 1; site < settled.length; site++) {
      settled[site] = Route.settled(site);
    }
  }

  @Override
  public Placement placement() {
    return placement;
  }

  @Override
  public void observe(Footprint footprint, long session, long nowUs) {}

  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    long[] written = footprint.written();
    if (Placement.isAnyPinned(written)) {
      return PinnedRoute.of(footprint, placement, cluster);
    }
    int common = placement.commonMaster(written);
    if (common != 0 && !isToMove(common)) {
      return settled[common];
    }
    MoveList moves = rescue(written);
    if (!moves.isEmpty()) {
      return new Route(moves.target(), moves.moves(), "their master is lost, or leaves");
    }
    int[] masters = mastersOf(written);
    int last = masters.length - 1;
    return Route.over(masters[last], Arrays.copyOf(masters, last));
  }

  private boolean isToMove(int master) {
    return !cluster.isUsable(master) && cluster.canRelease(master);
  }

  /** Moves away what masters have that cannot be used, to the next site that can. */
  private MoveList rescue(long[] written) {
    int target = 0;
    MoveList moves = new MoveList(0);
    for (long partition : written) {
      int master = placement.master(partition);
      if (isToMove(master)) {
        target = target == 0 ? nextUsable(master) : target;
        if (target == 0) {
          return moves;
        }
        moves = moves.isEmpty() ? new MoveList(target) : moves;
        moves.add(partition, master);
      }
    }
    return moves;
  }

  private int nextUsable(int lost) {
    for (int step = 1; step <= cluster.sites(); step++) {
      int site = (lost - 1 + step) % cluster.sites() + 1;
      if (cluster.isUsable(site)) {
        return site;
      }
    }
    return 0;
  }

  /** The masters of partitions, in the order of their numbers. */
  private int[] mastersOf(long[] partitions) {
    int[] masters = new int[partitions.length];
    for (int i = 0; i < masters.length; i++) {
      masters[i] = placement.master(partitions[i]);
    }
    return Arrays.stream(masters).sorted().distinct().toArray();
  }

  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    return reads.route(footprint, session);
  }

  @Override
  public Optional<Rebalance> rebalance(long nowUs) {
    return Optional.empty();
  }

  @Override
  public double writeShare(int site) {
    return 0;
  }
}
