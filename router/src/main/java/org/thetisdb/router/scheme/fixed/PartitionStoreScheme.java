package org.thetisdb.router.scheme.fixed;

import java.util.BitSet;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.readmostly.ReadMostlyConfig;
import org.thetisdb.router.readmostly.TableWrites;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.DecisionLog;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.ReadRouting;
import org.thetisdb.router.routing.Rebalance;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.fixed.FixedMasterRestorer;
import org.thetisdb.router.routing.fixed.FixedMasters;
import org.thetisdb.router.routing.fixed.FoundKeys;

/**
 * A partitioned store with backups (decision 0033): each partition has one master, which stays, and
 * a transaction involves the masters of all that it reads or writes. If that is one site, it runs
 * there. If not, an update runs at the master with the highest number of those whose rows it
 * writes, and a call that only reads at the one that masters most of it; all others take part: they
 * prepare what is written there, and tell how far they are, so that the call sees all that they had
 * committed. What all other sites hold are backups: they are read only for such a call, behind what
 * the masters reported, for read-mostly tables, and take over when a master is lost or leaves. If
 * keys are found while an update runs, it runs where they are mastered.
 *
 * <p>Not thread-safe.
 */
public final class PartitionStoreScheme implements Scheme {
  private final Placement placement;
  private final ClusterView cluster;
  private final FixedMasters masters;
  private final FixedMasterRestorer restorer;
  private final FoundKeys found;
  private final TableWrites writes;
  private final ReadRouting backups;
  private final KeptReads kept;
  private final boolean locksReads;
  private final DecisionLog decisions = new DecisionLog();

  /**
   * A scheme over the placement.
   *
   * @param locksReads whether updates lock what they read where it is mastered, so that no backup
   *     will do for them
   */
  public PartitionStoreScheme(
      Placement placement,
      ClusterView cluster,
      Measures measures,
      RandomGenerator random,
      boolean locksReads,
      ReadMostlyConfig readMostly) {
    this.locksReads = locksReads;
    this.placement = placement;
    this.cluster = cluster;
    this.writes = TableWrites.unwritten(readMostly);
    this.masters = new FixedMasters(placement, cluster);
    this.found = new FoundKeys(placement, cluster);
    this.restorer = new FixedMasterRestorer(placement, cluster);
    this.backups = new ReadRouting(placement, cluster, measures, random);
    this.kept = new KeptReads(placement, cluster, masters, backups);
  }

  @Override
  public Placement placement() {
    return placement;
  }

  /** Of clumps, which others plan: this scheme itself moves nothing. */
  @Override
  public DecisionLog decisions() {
    return decisions;
  }

  @Override
  public void observe(Footprint footprint, long session, long nowUs) {
    writes.onWrite(footprint.written(), nowUs);
    restorer.onMet(footprint.written());
    restorer.onMet(footprint.read());
  }

  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    if (locksReads) {
      return kept.route(footprint);
    }
    Route exception = masters.exception(footprint);
    if (exception != null) {
      return exception;
    }
    int common = placement.commonMaster(footprint.written());
    if (common != 0 && isAllReadAt(common, footprint)) {
      return masters.settled(common);
    }
    Route home = cluster.isPartial() ? found.home(footprint, nowUs) : null;
    if (home != null && isAllReadAt(home.site(), footprint, home)) {
      return home;
    }
    int[] writers = masters.mastersOf(footprint.written());
    BitSet others = readers(footprint);
    for (int writer : writers) {
      others.set(writer);
    }
    if (cluster.isPartial()) {
      return masters.overPartial(footprint, others);
    }
    int coordinator = masters.coordinator(footprint, writers);
    others.clear(coordinator);
    return others.isEmpty()
        ? masters.settled(coordinator)
        : Route.over(coordinator, others.stream().toArray());
  }

  @Override
  public Route routeKeepingReads(Footprint footprint) {
    return kept.route(footprint);
  }

  @Override
  public void onTooLarge(long partition, long nowUs) {
    found.onTooLarge(partition, nowUs);
  }

  @Override
  public int[] participants(Footprint footprint, int site) {
    return kept.participants(footprint, site);
  }

  private boolean isAllReadAt(int site, Footprint footprint) {
    return isAllReadAt(site, footprint, null);
  }

  /**
   * Whether all that a call reads is to be had at a site.
   *
   * @param home what comes along there before; null for nothing
   */
  private boolean isAllReadAt(int site, Footprint footprint, Route home) {
    if (footprint.readsMore()) {
      return false;
    }
    for (long partition : footprint.read()) {
      boolean isCopied = cluster.holds(site, partition) && writes.wasReadMostly(partition);
      boolean comes = home != null && FoundKeys.comesAlong(home, partition);
      if (placement.master(partition) != site && !isCopied && !comes) {
        return false;
      }
    }
    return true;
  }

  /** The usable masters of what is read and not written; for one that is not, its backups do. */
  private BitSet readers(Footprint footprint) {
    BitSet readers = new BitSet();
    if (footprint.readsMore()) {
      for (int site = 1; site <= cluster.sites(); site++) {
        readers.set(site, cluster.keepsWork(site));
      }
    } else {
      for (long partition : footprint.read()) {
        int master = placement.master(partition);
        if (cluster.keepsWork(master) && !writes.wasReadMostly(partition)) {
          readers.set(master);
        }
      }
    }
    return readers;
  }

  /** The usable master of most partitions that are read, or a backup if there is none. */
  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    restorer.onMet(footprint.read());
    int common = footprint.readsMore() ? 0 : placement.commonMaster(footprint.read());
    if (common != 0 && cluster.keepsWork(common)) {
      return common;
    }
    if (cluster.isPartial()) {
      return backups.routeHolding(footprint, session);
    }
    int best = 0;
    int most = 0;
    for (int site : masters.mastersOf(footprint.read())) {
      int count = cluster.isUsable(site) ? countAt(site, footprint.read()) : 0;
      if (count > most) {
        best = site;
        most = count;
      }
    }
    return best == 0 ? backups.routeFresh(session) : best;
  }

  private int countAt(int site, long[] partitions) {
    int count = 0;
    for (long partition : partitions) {
      count += placement.master(partition) == site ? 1 : 0;
    }
    return count;
  }

  @Override
  public int[] alsoRead(Footprint footprint, int site) {
    if (site == 0 || isAllReadAt(site, footprint)) {
      return Route.NOBODY;
    }
    BitSet others = readers(footprint);
    others.clear(site);
    return others.stream().toArray();
  }

  @Override
  public boolean mastersAreFixed() {
    return true;
  }

  @Override
  public Optional<Rebalance> rebalance(long nowUs) {
    return restorer.next(nowUs);
  }
}
