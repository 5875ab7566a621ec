package org.thetisdb.router.scheme.star;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.ReadRouting;
import org.thetisdb.router.routing.Rebalance;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.fixed.FixedMasterRestorer;
import org.thetisdb.router.routing.fixed.FixedMasters;

/**
 * The placement of STAR (decision 0038): masters stay where they were at first, and one site is
 * designated to be master of all in single-master phases. In which phase a call runs, and where, is
 * for {@link PhasedCalls}; here is what has no phase: reads go to any site that is fresh enough,
 * and interactive transactions begin at the designated site, to which what they write moves. It
 * returns when they have left it alone for a while. Not thread-safe.
 */
public final class PhasedScheme implements Scheme {
  private final Placement placement;
  private final ClusterView cluster;
  private final FixedMasters masters;
  private final FixedMasterRestorer restorer;
  private final ReadRouting reads;
  private int designated;

  /** A scheme over the placement. */
  public PhasedScheme(
      Placement placement, ClusterView cluster, Measures measures, RandomGenerator random) {
    this.placement = placement;
    this.cluster = cluster;
    this.masters = new FixedMasters(placement, cluster);
    this.restorer = new FixedMasterRestorer(placement, cluster);
    this.reads = new ReadRouting(placement, cluster, measures, random);
  }

  @Override
  public Placement placement() {
    return placement;
  }

  @Override
  public void observe(Footprint footprint, long session, long nowUs) {
    restorer.onMet(footprint.written());
  }

  /** Of what has no phase: the system's rows, and where an interactive transaction begins. */
  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    Route exception = masters.exception(footprint);
    if (exception != null) {
      return exception;
    }
    int site = gathersAt();
    int common = placement.commonMaster(footprint.written());
    return masters.settled(site != 0 ? site : Math.max(1, common));
  }

  /**
   * The designated site: the first that is usable and holds every row. It stays designated until it
   * is lost or leaves, since interactive transactions are there.
   */
  @Override
  public int gathersAt() {
    if (designated == 0 || !cluster.isUsable(designated)) {
      designated = 1;
      while (designated <= cluster.sites() && !mayBeMasterOfAll(designated)) {
        designated++;
      }
      designated = designated > cluster.sites() ? 0 : designated;
    }
    return designated;
  }

  private boolean mayBeMasterOfAll(int site) {
    return cluster.isUsable(site) && cluster.holdsAll(site);
  }

  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    return reads.route(footprint, session);
  }

  @Override
  public Optional<Rebalance> rebalance(long nowUs) {
    return restorer.next(nowUs);
  }
}
