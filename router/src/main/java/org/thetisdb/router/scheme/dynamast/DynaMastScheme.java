package org.thetisdb.router.scheme.dynamast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.routing.Beginning;
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
import org.thetisdb.router.routing.sample.LivingKinds;

/**
 * Dynamic mastering (DynaMast, section 4) by cost. An update whose written partitions have one
 * master goes there. If not, every usable site is scored by {@link CostScore}, and the partitions
 * move to the cheapest. Moves that no call needs are made only if they pay back twice: partitions
 * that are read, companions of what moves, and whole clusters ({@link BalancePlanner}). The paper's
 * own score stands in package {@code paper}.
 *
 * <p>Gathering at one site is an outcome of the score, where splitting costs more than queueing;
 * {@link RegimeController} is the safety net beneath it.
 *
 * <p>Not thread-safe. A settled update allocates nothing.
 */
public final class DynaMastScheme implements Scheme {
  /** Costs that differ by less are equal; then fewer moves, then less load, then the lower id. */
  private static final double NEAR_TIE_US = 1;

  private final Placement placement;
  private final AccessStatistics statistics;
  private final ClusterView cluster;
  private final Measures measures;
  private final RecentMoves recent;
  private final CostScore score;
  private final ReadPull pull;
  private final CoAccessedRanges companions;
  private final ReadRouting reads;
  private final BalancePlanner balancer;
  private final Gatherer gatherer;
  private final WritePredictor predictor = new WritePredictor();
  private final DecisionLog decisions = new DecisionLog();
  private final RegimeController regime = new RegimeController();
  private final Route[] settled;

  /** The time of the last question. */
  private long lastUs;

  /** A scheme over the placement, of which it hears from now on. */
  public DynaMastScheme(
      StrategyConfig config,
      SamplingConfig sampling,
      Placement placement,
      ClusterView cluster,
      Measures measures,
      RandomGenerator random) {
    this.placement = placement;
    this.cluster = cluster;
    this.measures = measures;
    this.recent = new RecentMoves(measures);
    this.statistics = new AccessStatistics(placement, sampling, random);
    this.score =
        new CostScore(placement, statistics, cluster, measures, recent, config.horizonUs());
    this.pull = new ReadPull(placement, statistics, cluster, score, recent);
    this.companions = new CoAccessedRanges(placement, statistics, cluster, score, recent);
    this.reads = new ReadRouting(placement, cluster, measures, random);
    ClusterPicker picker = new ClusterPicker(placement, statistics, score, measures, recent);
    this.balancer = new BalancePlanner(statistics, cluster, measures, picker);
    this.gatherer = new Gatherer(placement, statistics, cluster);
    this.settled = new Route[Stamp.MAX_SITE + 1];
    for (int site = 1; site < settled.length; site++) {
      settled[site] = Route.settled(site);
    }
    placement.setListener(new Moved());
  }

  @Override
  public Placement placement() {
    return placement;
  }

  /** What was learned of the workload. */
  public AccessStatistics statistics() {
    return statistics;
  }

  @Override
  public DecisionLog decisions() {
    return decisions;
  }

  @Override
  public void observe(Footprint footprint, long session, long nowUs) {
    observe(footprint, LivingKinds.UNKNOWN, session, nowUs);
  }

  @Override
  public void observe(Footprint footprint, long kind, long session, long nowUs) {
    if (!Placement.isAnyPinned(footprint.written())) {
      statistics.observe(footprint, kind, nowUs);
      measures.onUpdate(nowUs);
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

  @Override
  public long[] predictWrites(Beginning beginning) {
    long[] certain = beginning.first().written();
    return Placement.isAnyPinned(certain) ? certain : live(predictor.predict(beginning));
  }

  /** Without partitions that have become parts of others since they were learned. */
  private long[] live(long[] partitions) {
    int kept = 0;
    long[] live = new long[partitions.length];
    for (long partition : partitions) {
      live[kept] = partition;
      kept += placement.isLive(partition) ? 1 : 0;
    }
    return kept == partitions.length ? partitions : Arrays.copyOf(live, kept);
  }

  /** There is no choice any more; what it costs, here and elsewhere, is kept for people. */
  @Override
  public Route routeTo(int site, long[] partitions, VersionVector session, long nowUs) {
    lastUs = nowUs;
    MoveList moves = new MoveList(site);
    for (long partition : partitions) {
      moves.add(partition, placement.master(partition));
    }
    score.prepare(partitions, session, nowUs);
    List<Decision.SiteScores> scores = scores();
    companions.addTo(moves, nowUs);
    String reason = "an interactive transaction writes it";
    decisions.add(
        new Decision(
            nowUs, site, moves.moves(), reason, CostScore.FACTORS, CostScore.UNIT, scores));
    return new Route(site, moves.moves(), reason);
  }

  @Override
  public int gathersAt() {
    return cluster.isUsable(regime.gatherAt()) ? regime.gatherAt() : 0;
  }

  @Override
  public String gatheringReason() {
    return gathersAt() == 0 ? "" : regime.reason();
  }

  @Override
  public void observeTransaction(Footprint written, Beginning beginning, long session, long nowUs) {
    observe(written, beginning.template(), session, nowUs);
    predictor.learn(beginning, written.written());
  }

  @Override
  public void onCommitted(boolean moved, long nowUs) {
    regime.onCommitted(moved, nowUs);
  }

  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    return reads.route(footprint, session);
  }

  @Override
  public Optional<Rebalance> rebalance(long nowUs) {
    lastUs = nowUs;
    recent.forgetOld(nowUs);
    statistics.expire(nowUs, BalancePlanner.MOST_EXPIRED);
    if (statistics.forgetSilent(nowUs, BalancePlanner.MOST_EXPIRED)) {
      regime.onOtherWork(nowUs);
    }
    if (regime.gatherAt() != 0 && !cluster.isUsable(regime.gatherAt())) {
      regime.end(nowUs);
    }
    Concentration now = concentration();
    regime.step(now, measures.busy(regime.gatherAt()) > ClusterPicker.CROWDED, nowUs);
    Optional<Rebalance> plan = regime.isGathering() ? gather() : spread(now, nowUs);
    plan.ifPresent(moves -> decisions.add(moves.decidedAt(nowUs)));
    return plan;
  }

  private Optional<Rebalance> gather() {
    return gatherer.next(regime.gatherAt(), regime.reason());
  }

  private Optional<Rebalance> spread(Concentration now, long nowUs) {
    if (!regime.maySpread(now)) {
      return Optional.empty();
    }
    Optional<Rebalance> plan = balancer.plan(regime.tornAtMost(nowUs), nowUs);
    if (plan.isPresent()) {
      regime.onSpread(now, balancer.tornShare(), nowUs);
    }
    return plan;
  }

  @Override
  public boolean needsBorders() {
    return balancer.isStuck() && !regime.keepsTogether();
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
      return moving(moves, "read mostly by updates of site " + common, nowUs);
    }
    int target = regime.keepsTogether() ? 0 : pull.pushTarget(footprint, nowUs);
    if (target != 0) {
      return moving(
          written(footprint, target), "written mostly with rows of site " + target, nowUs);
    }
    companions.addGroupsRead(footprint, nowUs, moves);
    return moves.isEmpty()
        ? settled[common]
        : moving(moves, "a group that is read and written with site " + common, nowUs);
  }

  private Route routeSplit(Footprint footprint, VersionVector session, long nowUs) {
    if (gathers(footprint)) {
      int gatherAt = regime.gatherAt();
      return moving(written(footprint, gatherAt), regime.reason(), nowUs);
    }
    score.prepare(footprint, session, nowUs);
    int best = bestSite(footprint);
    if (best == 0) {
      return settled[placement.master(footprint.written()[0])];
    }
    MoveList moves = written(footprint, best);
    String reason = Reasons.forSplit(footprint, best, placement, statistics);
    List<Decision.SiteScores> scores = scores();
    companions.addTo(moves, nowUs);
    pull.addPulls(footprint, nowUs, moves);
    decisions.add(
        new Decision(
            nowUs, best, moves.moves(), reason, CostScore.FACTORS, CostScore.UNIT, scores));
    return new Route(best, moves.moves(), reason);
  }

  private List<Decision.SiteScores> scores() {
    List<Decision.SiteScores> scores = new ArrayList<>(cluster.sites());
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site)) {
        scores.add(new Decision.SiteScores(site, score.factors(site), score.of(site)));
      }
    }
    return scores;
  }

  /** Whether a split update ends at the site that gathers. */
  private boolean gathers(Footprint footprint) {
    int site = regime.gatherAt();
    if (!cluster.isUsable(site)) {
      return false;
    }
    return regime.keepsTogether() || movesTo(footprint, site) < footprint.written().length;
  }

  /** How the load lies now. */
  private Concentration concentration() {
    int usable = 0;
    int largest = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site)) {
        usable++;
        boolean larger = largest == 0 || statistics.loadAt(site) > statistics.loadAt(largest);
        largest = larger ? site : largest;
      }
    }
    double elsewhere = statistics.totalLoad() - statistics.loadAt(largest);
    double busy = measures.busy(largest) + score.busyOf((long) elsewhere);
    return new Concentration(
        usable,
        largest,
        writeShare(largest),
        busy <= ClusterPicker.CROWDED,
        statistics.partitions());
  }

  private int bestSite(Footprint footprint) {
    int best = 0;
    double bestCost = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site)) {
        double cost = score.of(site);
        boolean better =
            best == 0
                || cost < bestCost - NEAR_TIE_US
                || (cost < bestCost + NEAR_TIE_US && isCheaper(footprint, site, best));
        if (better) {
          best = site;
          bestCost = cost;
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

  private Route moving(MoveList moves, String reason, long nowUs) {
    decisions.add(Decision.without(nowUs, moves.target(), moves.moves(), reason));
    return new Route(moves.target(), moves.moves(), reason);
  }

  /** Hears of moves that were made; those that were only wanted leave no trace. */
  private final class Moved implements Placement.Listener {
    @Override
    public void onMoved(long partition, int from, int to) {
      PartitionStats stats = statistics.of(partition);
      if (stats != null) {
        measures.onLoadMoved(from, to, score.busyOf(stats.load));
      }
      statistics.onMoved(partition, from, to);
      recent.onMove(partition, lastUs);
    }

    @Override
    public void onReshaped(long partition) {
      statistics.onReshaped(partition);
    }

    @Override
    public void onBordersChanged() {
      statistics.findAgain();
    }

    @Override
    public long[] knownAt(int site) {
      return statistics.partitionsAt(site);
    }
  }
}
