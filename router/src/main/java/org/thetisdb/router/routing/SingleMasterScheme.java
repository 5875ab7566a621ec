package org.thetisdb.router.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.VersionVector;

/**
 * All updates at one site, reads at any that is fresh enough: what DynaMast is compared with.
 * Partitions that are mastered elsewhere are moved when an update first meets them. Not
 * thread-safe.
 */
public final class SingleMasterScheme implements Scheme {
  /** The site that runs all updates. */
  public static final int MASTER = 1;

  private final Placement placement;
  private final ReadRouting reads;
  private final Route settled = Route.settled(MASTER);

  /** A scheme over the placement. */
  public SingleMasterScheme(Placement placement, ClusterView cluster, RandomGenerator random) {
    this.placement = placement;
    this.reads = new ReadRouting(placement, cluster, random);
  }

  @Override
  public String name() {
    return "single-master";
  }

  @Override
  public void observe(Footprint footprint, long nowUs) {}

  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    if (placement.commonMaster(footprint.written()) == MASTER) {
      return settled;
    }
    List<Move> moves = new ArrayList<>();
    for (long partition : footprint.written()) {
      int master = placement.master(partition);
      if (master != MASTER) {
        moves.add(new Move(partition, master, MASTER));
      }
    }
    return new Route(MASTER, moves, "single master: all updates run at site " + MASTER);
  }

  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    return reads.routeFresh(session);
  }

  @Override
  public Optional<Rebalance> rebalance(long nowUs) {
    return Optional.empty();
  }

  @Override
  public double writeShare(int site) {
    return site == MASTER ? 1 : 0;
  }
}
