package org.thetisdb.router.scheme.fixed;

import java.util.Arrays;
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
 * Masters stay where they are: an update that writes rows of several masters runs at one of them,
 * and the others prepare their rows for it (two-phase commit, decision 0031). It runs at the master
 * with the highest number, so that transactions lock at sites in one order and do not wait for each
 * other in a cycle; or where keys are mastered that it finds while it runs. Reads go to any site
 * that is fresh enough.
 *
 * <p>Mastership moves only when its site is lost or leaves; then it returns. Not thread-safe.
 */
public final class MultiMasterScheme implements Scheme {
  private final Placement placement;
  private final FixedMasters masters;
  private final FixedMasterRestorer restorer;
  private final ReadRouting reads;
  private final KeptReads kept;

  /** A scheme over the placement. */
  public MultiMasterScheme(
      Placement placement, ClusterView cluster, Measures measures, RandomGenerator random) {
    this.placement = placement;
    this.masters = new FixedMasters(placement, cluster);
    this.restorer = new FixedMasterRestorer(placement, cluster);
    this.reads = new ReadRouting(placement, cluster, measures, random);
    this.kept = new KeptReads(placement, cluster, masters, reads);
  }

  @Override
  public Placement placement() {
    return placement;
  }

  @Override
  public void observe(Footprint footprint, long session, long nowUs) {
    restorer.onMet(footprint.written());
  }

  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    Route exception = masters.exception(footprint);
    if (exception != null) {
      return exception;
    }
    int common = placement.commonMaster(footprint.written());
    if (common != 0) {
      return masters.settled(common);
    }
    int[] all = masters.mastersOf(footprint.written());
    int coordinator = masters.coordinator(footprint, all);
    return Route.over(
        coordinator, Arrays.stream(all).filter(site -> site != coordinator).toArray());
  }

  @Override
  public Route routeKeepingReads(Footprint footprint) {
    return kept.route(footprint);
  }

  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    return reads.route(footprint, session);
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
