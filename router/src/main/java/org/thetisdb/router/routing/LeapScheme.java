package org.thetisdb.router.routing;

import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.agrona.collections.Hashing;
import org.thetisdb.core.id.VersionVector;

/**
 * LEAP, as DynaMast's paper compares itself with it (section 6.1; decision 0039): a transaction
 * runs at the site of its client, and all that it reads or writes is brought there before. Nothing
 * is learned, and nothing is weighed: what two sites want goes to and fro between them.
 *
 * <p>Each session has a site of its own, drawn from those that can be used. Tables that nobody
 * writes are read where the call runs. Not thread-safe.
 */
public final class LeapScheme implements Scheme {
  private final Placement placement;
  private final ClusterView cluster;
  private final ReadRouting backups;
  private final TablesAtRest atRest = new TablesAtRest();
  private final SettledRoutes settled = new SettledRoutes();

  /** A scheme over the placement. */
  public LeapScheme(
      Placement placement, ClusterView cluster, Measures measures, RandomGenerator random) {
    this.placement = placement;
    this.cluster = cluster;
    this.backups = new ReadRouting(placement, cluster, measures, random);
  }

  @Override
  public Placement placement() {
    return placement;
  }

  @Override
  public void observe(Footprint footprint, long session, long nowUs) {}

  /**
   * What is read is to be mastered where the call runs, too. A range of more partitions than can be
   * listed is read from backups.
   */
  @Override
  public Footprint localized(Footprint footprint, long nowUs) {
    atRest.onWritten(footprint.written(), nowUs);
    if (footprint.readsMore()) {
      return footprint;
    }
    long[] read = Arrays.stream(footprint.read()).filter(each -> !atRest.contains(each)).toArray();
    if (read.length == 0) {
      return footprint;
    }
    long[] all = Arrays.copyOf(footprint.written(), footprint.written().length + read.length);
    System.arraycopy(read, 0, all, footprint.written().length, read.length);
    return Footprint.of(all, footprint.read());
  }

  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    return routeFrom(0, footprint, session, nowUs);
  }

  @Override
  public Route routeFrom(long client, Footprint footprint, VersionVector session, long nowUs) {
    long[] written = footprint.written();
    if (Placement.isAnyPinned(written)) {
      return PinnedRoute.of(footprint, placement, cluster);
    }
    int home = homeOf(client);
    if (home == 0 || placement.commonMaster(written) == home) {
      return settled.to(home == 0 ? placement.master(written[0]) : home);
    }
    MoveList moves = new MoveList(home);
    for (long partition : written) {
      moves.add(partition, placement.master(partition));
    }
    return new Route(home, moves.moves(), "LEAP: it runs at its client's site");
  }

  /** The site of a session: one of those that can be used; 0 if none can. */
  private int homeOf(long client) {
    int usable = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      usable += cluster.isUsable(site) ? 1 : 0;
    }
    if (usable == 0) {
      return 0;
    }
    int left = Math.floorMod(Hashing.hash(client), usable);
    int site = 0;
    while (left >= 0) {
      site++;
      left -= cluster.isUsable(site) ? 1 : 0;
    }
    return site;
  }

  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    return backups.routeFresh(session);
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
