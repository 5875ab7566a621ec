package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.router.routing.ChangeTimes;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.CopyChange;
import org.thetisdb.router.routing.Decision;
import org.thetisdb.router.routing.DecisionLog;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.PinnedRoute;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.ReadRouting;
import org.thetisdb.router.routing.Rebalance;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.SampleRate;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.SettledRoutes;
import org.thetisdb.router.routing.TimedCall;
import org.thetisdb.router.routing.cost.CostSummary;
import org.thetisdb.router.routing.sample.LivingKinds;
import org.thetisdb.router.scheme.StrategyParts;
import org.thetisdb.router.scheme.morphosys.PlanMaker.Plan;
import org.thetisdb.router.scheme.morphosys.PlanStep.Remaster;

/**
 * Masters go where plans by learned costs have them (MorphoSys, section 5). A call whose written
 * partitions have one master runs there. If they have several, a plan is made for each usable site,
 * and the best is carried out. Now and then a plan is made for a call that is settled: what it is
 * accessed with moves if that pays back twice, and nobody waits for it.
 *
 * <p>Not thread-safe. A settled update that is not sampled allocates nothing.
 */
final class MorphoSysStrategy implements Scheme {
  /** Settled calls for which a plan is made. */
  private static final int PLANS_PER_S = 60;

  /** Calls whose times are taken. */
  private static final int TIMED_PER_S = 1_000;

  /** Groups that move at once though no call waits for them. */
  private static final int MOST_ASIDE = 4;

  /** Places of the reservoir that are looked at for old transactions, twenty times a second. */
  private static final int LOOKED_AT = 2_048;

  private final Placement placement;
  private final ClusterView cluster;
  private final Measures measures;
  private final WorkloadModel model;
  private final LearnedCosts costs = new LearnedCosts();
  private final SiteForecast forecast;
  private final CostTeacher teacher;
  private final FoundGains gains;
  private final BorderPlans borders;
  private final PlanMaker plans;
  private final SampleRate timed;
  private final OpenSteps open = new OpenSteps();
  private final HolderRules held;
  private final RowGathering gathering;
  private final ModelHandOver handOver;
  private final PlannedCopies copies;
  private final ReadRouting reads;
  private final SampleRate planned;
  private final SampleRate plannedReads;
  private final DecisionLog decisions = new DecisionLog();
  private final SettledRoutes settled = new SettledRoutes();
  private final RecentSteps recent = new RecentSteps();
  private final SplitBudget splits = new SplitBudget();
  private final List<Rebalance> aside = new ArrayList<>();
  private final double lambda;
  private final boolean plansEvery;
  private long lastUs;

  /** A strategy over a placement, of which it hears from now on. */
  MorphoSysStrategy(StrategyParts parts) {
    this.placement = parts.placement();
    this.cluster = parts.cluster();
    this.measures = parts.measures();
    this.lambda = parts.config().strategy().lambda();
    this.plansEvery = parts.config().strategy().plansEvery();
    this.model = new WorkloadModel(placement, parts.config().sampling(), parts.random());
    this.held = new HolderRules(placement, cluster);
    this.forecast = new SiteForecast(placement, model, costs, cluster, measures);
    BenefitEstimate benefit =
        new BenefitEstimate(model, forecast, parts.config().strategy().horizonUs());
    this.gains = new FoundGains(measures, parts.config().strategy().horizonUs());
    this.teacher = new CostTeacher(model, costs, forecast);
    this.borders = new BorderPlans(placement, model, cluster, forecast, costs, benefit, recent);
    this.timed = new SampleRate(TIMED_PER_S, parts.random());
    this.plans = new PlanMaker(placement, model, cluster, forecast, held, benefit, lambda);
    CopyPlans.Weighing weighing = new CopyPlans.Weighing(held, benefit, plans, lambda);
    this.copies =
        new PlannedCopies(
            new CopyPlans(placement, model, cluster, forecast, costs, weighing),
            cluster,
            costs,
            decisions);
    this.handOver = new ModelHandOver(model, costs, copies);
    this.gathering =
        new RowGathering(
            placement,
            cluster,
            held,
            copies,
            parts.config().readMostly(),
            parts.config().cluster().partitionKeys());
    this.reads = new ReadRouting(placement, cluster, measures, parts.random());
    this.planned = new SampleRate(PLANS_PER_S, parts.random());
    this.plannedReads = new SampleRate(PLANS_PER_S, parts.random());
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
    observe(footprint, LivingKinds.UNKNOWN, session, nowUs);
  }

  @Override
  public void observe(Footprint footprint, long kind, long session, long nowUs) {
    if (!Placement.isAnyPinned(footprint.written())) {
      model.observe(footprint, kind, nowUs);
      measures.onUpdate(nowUs);
    }
  }

  @Override
  public void observeRead(Footprint footprint, long nowUs) {
    if (!Placement.isAnyPinned(footprint.read())) {
      model.observe(footprint, nowUs);
    }
  }

  @Override
  public Route routeUpdate(Footprint footprint, VersionVector session, long nowUs) {
    lastUs = nowUs;
    held.at(nowUs);
    long[] written = footprint.written();
    if (Placement.isAnyPinned(written)) {
      return PinnedRoute.of(footprint, placement, cluster);
    }
    int common = placement.commonMaster(written);
    if (common != 0 && runsAt(common, footprint)) {
      if (plansEvery || planned.wants(1, nowUs)) {
        planAside(footprint, common, nowUs);
      }
      return settled.to(common);
    }
    Plan plan = plans.forCall(footprint);
    if (plan.needed() == null) {
      return plan.site() == 0 ? whereItWaits(footprint) : settled.to(plan.site());
    }
    note(plan.needed(), plan.scores(), nowUs);
    add(plan.aside(), plan.scores(), nowUs);
    return new Route(plan.site(), plan.needed().moves(), plan.needed().reason());
  }

  /** Whether an update runs where all that it writes is mastered, or waits there. */
  private boolean runsAt(int site, Footprint footprint) {
    return cluster.isUsable(site)
        ? !held.arePartial() || held.canRun(site, footprint)
        : !cluster.canRelease(site);
  }

  /** No usable site can have it: it is held until one can. */
  private Route whereItWaits(Footprint footprint) {
    if (gathering.isNeeded()) {
      return Route.settled(gathering.lostMasterOf(footprint));
    }
    return settled.to(
        held.arePartial() ? held.firstWithAllRows() : placement.master(footprint.written()[0]));
  }

  @Override
  public Footprint gathered(Footprint footprint, long nowUs) {
    held.at(nowUs);
    return gathering.gathered(footprint, nowUs);
  }

  @Override
  public long[] lackedAt(int site, Footprint footprint) {
    return gathering.lackedAt(site, footprint);
  }

  @Override
  public int copiesFor(Footprint footprint, long nowUs) {
    return copies.demandRuns(footprint, nowUs);
  }

  @Override
  public void copyFor(Footprint footprint, long nowUs) {
    held.at(nowUs);
    gathering.copyFor(footprint, nowUs);
  }

  @Override
  public boolean wantsKept(long id) {
    return copies.wantsKept(id);
  }

  @Override
  public boolean hasCopiesFor(int site, Footprint footprint) {
    return cluster.holdsUnlisted(site, footprint);
  }

  @Override
  public int lostMasterOf(Footprint footprint) {
    return gathering.lostMasterOf(footprint);
  }

  @Override
  public void onTooLarge(long partition, long nowUs) {
    held.at(nowUs);
    held.onTooLarge(partition);
  }

  /** Plans for a settled call; what is worth it is not waited for. */
  private void planAside(Footprint footprint, int site, long nowUs) {
    if (recent.isAny(footprint.written(), nowUs) || !handOver.hasSeenEnough()) {
      return;
    }
    Plan plan = plans.forSample(footprint.written());
    if (plan.aside() == null && !recent.isAny(footprint.read(), nowUs)) {
      plan = plans.forReads(footprint.read(), site);
    }
    add(plan.aside(), plan.scores(), nowUs);
    if (plan.aside() == null && held.arePartial() && copies.mayPlan()) {
      copies.planFor(plans.groupOf(footprint.written()), nowUs);
    }
  }

  @Override
  public CopyChange nextCopy(ReplicaSets there, long nowUs) {
    return copies.next(there, nowUs);
  }

  @Override
  public void onCopyRecorded(CopyChange change, long id, long nowUs) {
    copies.onRecorded(change, id, nowUs);
  }

  private void planCopiesFor(long[] read) {
    if (copies.mayPlan() && handOver.hasSeenEnough()) {
      copies.planForRead(read, lastUs);
    }
  }

  private void add(Remaster step, List<Decision.SiteScores> scores, long nowUs) {
    if (step != null && aside.size() < MOST_ASIDE) {
      aside.add(new Rebalance(step.moves(), step.reason()));
      splits.onMove();
      note(step, scores, nowUs);
    }
  }

  private void note(Remaster step, List<Decision.SiteScores> scores, long nowUs) {
    Decision decision =
        new Decision(
            nowUs,
            step.target(),
            step.moves(),
            step.reason(),
            PlanMaker.FACTORS,
            PlanMaker.UNIT,
            scores);
    decisions.add(decision);
    open.add(decision);
    gains.begin(decision, step.expected().benefitUs(), nowUs);
  }

  @Override
  public List<Rebalance> takeAside() {
    if (aside.isEmpty()) {
      return List.of();
    }
    List<Rebalance> taken = List.copyOf(aside);
    aside.clear();
    return taken;
  }

  @Override
  public boolean wantsTimes(long nowUs) {
    return timed.wants(1, nowUs);
  }

  @Override
  public void onTimed(TimedCall call) {
    forecast.look();
    teacher.onTimed(call);
    gains.onTimed(call);
  }

  @Override
  public void onReleased(List<Move> moves, ChangeTimes times) {
    teacher.onReleased(moves, times);
    open.onReleased(moves, times.tookUs());
  }

  @Override
  public boolean wants(Reshape change, long nowUs) {
    PlanStep step = borders.weigh(change);
    return step.expected().paysBack(lambda, 1)
        && (!change.split() || splits.takes(borders.holdsUs(change), nowUs));
  }

  @Override
  public void onReshaped(Reshape change, ChangeTimes times) {
    teacher.onReshaped(change, times);
  }

  @Override
  public List<CostSummary> costs() {
    List<CostSummary> all = new ArrayList<>(teacher.summaries());
    all.add(CostTeacher.summary("gains", gains.accuracy()));
    return all;
  }

  @Override
  public byte[] learned() {
    return handOver.learned();
  }

  @Override
  public void goOnWith(byte[] learned, long nowUs) {
    handOver.goOnWith(learned, nowUs);
  }

  @Override
  public int routeRead(Footprint footprint, VersionVector session) {
    if (held.arePartial() && !footprint.readsMore() && plannedReads.wants(1, lastUs)) {
      planCopiesFor(footprint.read());
    }
    int site = reads.route(footprint, session);
    teacher.onRead(site, footprint);
    return site;
  }

  @Override
  public Optional<Rebalance> rebalance(long nowUs) {
    lastUs = nowUs;
    model.lookForSilence(nowUs);
    model.expire(nowUs, LOOKED_AT);
    recent.forgetOld(nowUs);
    forecast.look();
    teacher.learnBusy(cluster.sites(), nowUs);
    gains.step(nowUs);
    return Optional.empty();
  }

  @Override
  public double writeShare(int site) {
    long total = model.totalLoad();
    return total == 0 ? 0 : model.loadAt(site) / (double) total;
  }

  /** Hears of moves that were made; those that were only wanted leave no trace. */
  private final class Moved implements Placement.Listener {
    @Override
    public void onMoved(long partition, int from, int to) {
      model.onMoved(partition, from, to);
      recent.onMove(partition, lastUs);
    }

    @Override
    public void onReshaped(long partition) {
      model.onReshaped(partition);
    }

    @Override
    public void onBordersChanged() {
      model.findAgain();
    }

    @Override
    public long[] knownAt(int site) {
      return model.partitionsAt(site);
    }
  }
}
