package org.thetisdb.router.routing;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;

/**
 * Dynamic mastering (DynaMast, section 4). An update whose written partitions have one master goes
 * there. If not, every usable site is scored with Equation 8, and the partitions move to the best.
 * Partitions that are only read move along when they belong to the destination.
 *
 * <p>Two things are added to the paper. Whole clusters move to less loaded sites now and then, see
 * {@link BalancePlanner}: Equation 8 alone lets the first site that gets ahead draw everything to
 * it. And {@link ThrashGuard} ends remastering where there is no locality to learn.
 *
 * <p>Not thread-safe. A settled update allocates nothing.
 */
public final class DynaMastScheme implements Scheme {
  /** Recent moves lose half of their weight in this time. */
  private static final long HEAT_HALF_LIFE_US = 2_000_000;

  /** Scores that differ by less are equal; then fewer moves, then less load, then the lower id. */
  private static final double NEAR_TIE = 1e-3;

  private final Placement placement;
  private final AccessStatistics statistics;
  private final ClusterView cluster;
  private final MoveDamping damping = new MoveDamping(HEAT_HALF_LIFE_US);
  private final SiteScore score;
  private final ReadPull pull;
  private final Companions companions;
  private final ReadRouting reads;
  private final BalancePlanner balancer;
  private final Gatherer gatherer;
  private final ThrashGuard guard = new ThrashGuard();
  private final Route[] settled;

  /** The time of the last question. */
  private long lastUs;

  /** A scheme over the placement, of which it hears from now on. */
  public DynaMastScheme(
      DynaMastConfig config,
      SamplingConfig sampling,
      Placement placement,
      ClusterView cluster,
      RandomGenerator random) {
    this.placement = placement;
    this.cluster = cluster;
    this.statistics = new AccessStatistics(placement, sampling, random);
    this.score = new SiteScore(config, placement, statistics, cluster, damping);
    this.pull = new ReadPull(config, placement, statistics, cluster, damping);
    this.companions = new Companions(placement, statistics, damping);
    this.reads = new ReadRouting(placement, cluster, random);
    this.balancer = new BalancePlanner(config, placement, statistics, cluster);
    this.gatherer = new Gatherer(placement, statistics, cluster);
    this.settled = new Route[Stamp.MAX_SITE + 1];
    for (int site = 1; site < settled.length; site++) {
      settled[site] = Route.settled(site);
    }
    placement.setListener(new Moved());
  }

  @Override
  public String name() {
    return "dynamast";
  }

  /** What was learned of the workload. */
  public AccessStatistics statistics() {
    return statistics;
  }

  @Override
  public void observe(Footprint footprint, long nowUs) {
    if (!Placement.isAnyPinned(footprint.written())) {
      statistics.observe(footprint, nowUs);
      guard.onUpdate(nowUs);
    }
  }

  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    lastUs = nowUs;
    if (Placement.isAnyPinned(footprint.written())) {
      return PinnedRoute.of(footprint, placement, cluster);
    }
    int common = placement.commonMaster(footprint.written());
    boolean stays = common != 0 && (cluster.isUsable(common) || !cluster.canRelease(common));
    if (stays && !pull.readsElsewhere(footprint, common)) {
      return settled[common];
    }
    return stays
        ? routeSettledReader(footprint, common, nowUs)
        : routeSplit(footprint, session, nowUs);
  }

  /** Once work is gathered, transactions run where it is: nobody knows what they write next. */
  @Override
  public int routeTransaction(Footprint footprint, VersionVector session, long nowUs) {
    int gathersAt = Placement.isAnyPinned(footprint.written()) ? 0 : gathersAt();
    return gathersAt != 0 ? gathersAt : routeUpdate(footprint, session, nowUs).site();
  }

  @Override
  public int gathersAt() {
    return cluster.isUsable(guard.gatherAt()) ? guard.gatherAt() : 0;
  }

  @Override
  public void observeTransaction(Footprint footprint, boolean moved, long nowUs) {
    observe(footprint, nowUs);
    if (moved) {
      guard.onRemastered();
    }
  }

  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    return reads.route(footprint, session);
  }

  @Override
  public Optional<Rebalance> rebalance(long nowUs) {
    lastUs = nowUs;
    damping.forgetCold(nowUs);
    if (guard.gatherAt() != 0 && !cluster.isUsable(guard.gatherAt())) {
      guard.end();
    }
    if (guard.windowIsFull(statistics.partitions(), nowUs)) {
      guard.judge(largestSite(), writeShare(guard.gatherAt()));
    }
    return guard.isGathering() ? gatherer.next(guard.gatherAt()) : balancer.plan(nowUs);
  }

  @Override
  public double writeShare(int site) {
    long total = statistics.totalLoad();
    return total == 0 ? 0 : statistics.loadAt(site) / (double) total;
  }

  /** Written partitions have one master, some that are read have another. */
  private Route routeSettledReader(Footprint footprint, int common, long nowUs) {
    MoveList moves = new MoveList(common);
    pull.addPulls(footprint, nowUs, moves);
    if (!moves.isEmpty()) {
      return moving(moves, "read mostly by updates of site " + common);
    }
    int target = pull.pushTarget(footprint, nowUs);
    if (target != 0) {
      return moving(written(footprint, target), "written mostly with rows of site " + target);
    }
    companions.addGroupsRead(footprint, nowUs, moves);
    return moves.isEmpty()
        ? settled[common]
        : moving(moves, "a group that is read and written with site " + common);
  }

  private Route routeSplit(Footprint footprint, VersionVector session, long nowUs) {
    if (gathers(footprint)) {
      int gatherAt = guard.gatherAt();
      return moving(written(footprint, gatherAt), Reasons.forGathering(gatherAt));
    }
    score.prepare(footprint, session, nowUs);
    int best = bestSite(footprint);
    if (best == 0) {
      return settled[placement.master(footprint.written()[0])];
    }
    MoveList moves = written(footprint, best);
    String reason = Reasons.forSplit(footprint, best, placement, statistics);
    companions.addTo(moves);
    pull.addPulls(footprint, nowUs, moves);
    return moving(moves, reason);
  }

  /** Whether a split update ends at the site that gathers. */
  private boolean gathers(Footprint footprint) {
    int site = guard.gatherAt();
    if (!cluster.isUsable(site)) {
      return false;
    }
    return guard.isGathering() || movesTo(footprint, site) < footprint.written().length;
  }

  private int largestSite() {
    int largest = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      boolean larger = largest == 0 || statistics.loadAt(site) > statistics.loadAt(largest);
      largest = cluster.isUsable(site) && larger ? site : largest;
    }
    return largest;
  }

  private int bestSite(Footprint footprint) {
    int best = 0;
    double bestScore = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site)) {
        double siteScore = score.of(site);
        boolean better =
            best == 0
                || siteScore > bestScore + NEAR_TIE
                || (siteScore > bestScore - NEAR_TIE && isCheaper(footprint, site, best));
        if (better) {
          best = site;
          bestScore = siteScore;
        }
      }
    }
    return best;
  }

  private boolean isCheaper(Footprint footprint, int site, int than) {
    int difference = movesTo(footprint, site) - movesTo(footprint, than);
    return difference != 0 ? difference < 0 : statistics.loadAt(site) < statistics.loadAt(than);
  }

  private int movesTo(Footprint footprint, int site) {
    int moves = 0;
    for (long partition : footprint.written()) {
      moves += placement.master(partition) != site ? 1 : 0;
    }
    return moves;
  }

  private MoveList written(Footprint footprint, int site) {
    MoveList moves = new MoveList(site);
    for (long partition : footprint.written()) {
      moves.add(partition, placement.master(partition));
    }
    return moves;
  }

  private Route moving(MoveList moves, String reason) {
    guard.onRemastered();
    return new Route(moves.target(), moves.moves(), reason);
  }

  /** Hears of moves that were made; those that were only wanted leave no trace. */
  private final class Moved implements Placement.Listener {
    @Override
    public void onMoved(long partition, int from, int to) {
      statistics.onMoved(partition, from, to);
      damping.onMove(partition, lastUs);
    }

    @Override
    public long[] knownAt(int site) {
      return statistics.partitionsAt(site);
    }
  }
}
