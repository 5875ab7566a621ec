package org.thetisdb.router.scheme.dynamast.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Decision;
import org.thetisdb.router.routing.DecisionLog;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.MoveList;
import org.thetisdb.router.routing.PinnedRoute;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.ReadRouting;
import org.thetisdb.router.routing.Rebalance;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.SamplingConfig;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.StrategyConfig;
import org.thetisdb.router.scheme.dynamast.DynaMastScheme;

/**
 * Dynamic mastering as it was published (DynaMast, sections 4 and 5.3), and nothing else: an update
 * whose write set has one master goes there, any other is remastered to the site with the highest
 * score by Equation 8; a read goes to a random site that is fresh enough. No companions, no
 * balancer, no moves of what is only read, no guard. Kept for comparison; {@link DynaMastScheme} is
 * the default. Not thread-safe.
 */
public final class PaperScheme implements Scheme {
  private final Placement placement;
  private final ClusterView cluster;
  private final PaperStatistics statistics;
  private final PaperScore score;
  private final ReadRouting reads;
  private final DecisionLog decisions = new DecisionLog();
  private final Route[] settled = new Route[Stamp.MAX_SITE + 1];

  /** A scheme over the placement, of which it hears from now on. */
  public PaperScheme(
      StrategyConfig config,
      SamplingConfig sampling,
      Placement placement,
      ClusterView cluster,
      RandomGenerator random) {
    this.placement = placement;
    this.cluster = cluster;
    this.statistics = new PaperStatistics(placement, sampling, config.deltaTUs(), random);
    this.score = new PaperScore(config.weights(), placement, statistics, cluster);
    this.reads = new ReadRouting(placement, cluster, new Measures(), random);
    for (int site = 1; site < settled.length; site++) {
      settled[site] = Route.settled(site);
    }
    placement.setListener(new Moved());
  }

  @Override
  public Placement placement() {
    return placement;
  }

  @Override
  public DecisionLog decisions() {
    return decisions;
  }

  @Override
  public void observe(Footprint footprint, long session, long nowUs) {
    if (!Placement.isAnyPinned(footprint.written())) {
      statistics.observe(footprint.written(), session, nowUs);
    }
  }

  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    if (Placement.isAnyPinned(footprint.written())) {
      return PinnedRoute.of(footprint, placement, cluster);
    }
    int common = placement.commonMaster(footprint.written());
    if (common != 0 && (cluster.isUsable(common) || !cluster.canRelease(common))) {
      return settled[common];
    }
    score.prepare(footprint, session);
    int best = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site) && (best == 0 || score.of(site) > score.of(best))) {
        best = site;
      }
    }
    return best == 0
        ? settled[placement.master(footprint.written()[0])]
        : remaster(footprint, best, nowUs);
  }

  private Route remaster(Footprint footprint, int site, long nowUs) {
    MoveList moves = new MoveList(site);
    for (long partition : footprint.written()) {
      moves.add(partition, placement.master(partition));
    }
    List<Decision.SiteScores> scores = new ArrayList<>(cluster.sites());
    for (int each = 1; each <= cluster.sites(); each++) {
      if (cluster.isUsable(each)) {
        scores.add(new Decision.SiteScores(each, score.factors(each), score.of(each)));
      }
    }
    String reason = "site " + site + " has the highest score of Equation 8";
    decisions.add(new Decision(nowUs, site, moves.moves(), reason, PaperScore.FACTORS, "", scores));
    return new Route(site, moves.moves(), reason);
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
    return statistics.accesses() == 0
        ? 0
        : statistics.accessesAt(site) / (double) statistics.accesses();
  }

  /** Keeps the sums by site right. */
  private final class Moved implements Placement.Listener {
    @Override
    public void onMoved(long partition, int from, int to) {
      statistics.onMoved(partition, from, to);
    }

    @Override
    public long[] knownAt(int site) {
      return statistics.partitionsAt(site);
    }
  }
}
