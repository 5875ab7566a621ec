package org.thetisdb.router.scheme.leap;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import org.agrona.collections.Hashing;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.readmostly.ReadMostlyConfig;
import org.thetisdb.router.readmostly.TableWrites;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.LargePartitions;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.MoveList;
import org.thetisdb.router.routing.PinnedRoute;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.ReadRouting;
import org.thetisdb.router.routing.Rebalance;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.SettledRoutes;

/**
 * LEAP, as DynaMast's paper compares itself with it (section 6.1; decision 0039): a transaction
 * runs at the site of its client, and all that it reads or writes is brought there before. Nothing
 * is learned, and nothing is weighed: what two sites want goes to and fro between them.
 *
 * <p>Each session has a site of its own, drawn from those that can be used. Tables that nobody
 * writes are read where the call runs.
 *
 * <p>Where some sites hold only what they master, rows go with their mastership (decision 0082). A
 * site that holds every row takes what cannot go to the session's: long ranges, partitions that are
 * too large to be shipped, and those of a lost site. Not thread-safe.
 */
public final class LeapScheme implements Scheme {
  private final Placement placement;
  private final ClusterView cluster;
  private final ReadRouting backups;
  private final TableWrites writes;
  private final SettledRoutes settled = new SettledRoutes();
  private final LargePartitions large = new LargePartitions();

  /** A scheme over the placement. */
  public LeapScheme(
      Placement placement,
      ClusterView cluster,
      Measures measures,
      RandomGenerator random,
      ReadMostlyConfig readMostly) {
    this.placement = placement;
    this.cluster = cluster;
    this.writes = TableWrites.unwritten(readMostly);
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
   * listed is read from backups, and so are tables that nobody writes, where the call finds them.
   */
  @Override
  public Footprint localized(long client, Footprint footprint, long nowUs) {
    writes.onWrite(footprint.written(), nowUs);
    if (footprint.readsMore() || isReadMostly(footprint)) {
      return footprint;
    }
    int preferred = preferredSite(client);
    long[] read =
        Arrays.stream(footprint.read())
            .filter(each -> !writes.wasReadMostly(each) || !isFoundAt(preferred, each))
            .toArray();
    if (read.length == 0) {
      return footprint;
    }
    long[] all = Arrays.copyOf(footprint.written(), footprint.written().length + read.length);
    System.arraycopy(read, 0, all, footprint.written().length, read.length);
    return Footprint.of(all, footprint.read());
  }

  /** Whether it only reads what nobody writes: that is done where all rows are. */
  private boolean isReadMostly(Footprint footprint) {
    return footprint.isReadOnly()
        && Arrays.stream(footprint.read()).allMatch(writes::wasReadMostly);
  }

  private boolean isFoundAt(int preferred, long partition) {
    return preferred == 0 || cluster.holds(preferred, partition);
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
    int preferred = preferredSite(client);
    boolean isThere = preferred != 0 && placement.commonMaster(written) == preferred;
    if (preferred != 0 && needsAllRows(footprint, isThere, nowUs) && !cluster.holdsAll(preferred)) {
      preferred = drawn(client, cluster::holdsAll);
      if (preferred == 0) {
        return settled.to(firstWithAllRows()); // it is held until that one is there
      }
    }
    if (preferred == 0 || placement.commonMaster(written) == preferred) {
      return settled.to(preferred == 0 ? placement.master(written[0]) : preferred);
    }
    MoveList moves = new MoveList(preferred);
    for (long partition : written) {
      moves.add(partition, placement.master(partition));
    }
    return new Route(preferred, moves.moves(), "LEAP: it runs at its client's site");
  }

  /**
   * Whether a call can only run at a site that holds every row.
   *
   * @param isThere whether all that it needs is mastered at its client's site
   */
  private boolean needsAllRows(Footprint footprint, boolean isThere, long nowUs) {
    return footprint.readsMore()
        || (!isThere
            && Arrays.stream(footprint.written()).anyMatch(each -> cannotBeShipped(each, nowUs)));
  }

  private boolean cannotBeShipped(long partition, long nowUs) {
    return large.contains(partition, nowUs) || !cluster.isUsable(placement.master(partition));
  }

  @Override
  public void onTooLarge(long partition, long nowUs) {
    large.add(partition, nowUs);
  }

  private int firstWithAllRows() {
    int site = 1;
    while (site < cluster.sites() && (cluster.hasLeft(site) || !cluster.holdsAll(site))) {
      site++;
    }
    return site;
  }

  /** The site of a session: one of those that can be used; 0 if none can. */
  private int preferredSite(long client) {
    return drawn(client, site -> true);
  }

  private int drawn(long client, IntPredicate among) {
    int usable = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      usable += cluster.isUsable(site) && among.test(site) ? 1 : 0;
    }
    if (usable == 0) {
      return 0;
    }
    int left = Math.floorMod(Hashing.hash(client), usable);
    int site = 0;
    while (left >= 0) {
      site++;
      left -= cluster.isUsable(site) && among.test(site) ? 1 : 0;
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
}
