package org.thetisdb.router.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Rebalance;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.migration.plan.LoadedSite;
import org.thetisdb.migration.plan.MovableRange;
import org.thetisdb.migration.plan.PlanBounds;
import org.thetisdb.migration.plan.RebalancePlan;
import org.thetisdb.migration.plan.RebalancePlanner;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.config.RebalanceConfig;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.profile.AccessSample;
import org.thetisdb.router.profile.BusyShares;
import org.thetisdb.router.report.ReportJson;
import org.thetisdb.router.schism.Trace;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;

/**
 * Spreads load over the sites where masters are fixed (decision 0124): looks how busy each is,
 * takes a sample of what transactions access, plans, and has migrations carry the plan out. One
 * plan at a time; what is left of it ends with this leadership. Under a scheme that has clumps move
 * it looks for those every so often. Owned by the engine's thread.
 */
public final class Rebalancing {
  private static final Logger LOG = LoggerFactory.getLogger(Rebalancing.class);
  private static final byte[] NO_VALUE = {};
  private static final long SECOND_US = 1_000_000;

  private static final long LONGEST_SAMPLE_US = 3 * SECOND_US;

  /** So many seconds load is uneven before anything moves unasked. */
  private static final int UNEVEN_SECONDS = 3;

  /** Behind a plan nothing is planned unasked for so long: what it does has to be seen first. */
  private static final long QUIET_US = 10 * SECOND_US;

  /** Nobody waits for a site that is less busy. */
  private static final double LEAST_BUSY = 0.25;

  /** Of what is uneven so much, one part of so many, is left behind a plan. */
  private static final double AIM = 4;

  private static final double LEAST_GAIN = 0.05;
  private static final int MOST_MOVES = 64;

  /** This share of a site's memory is kept free of copies. */
  private static final double KEPT_FREE = 0.1;

  private final EngineParts parts;
  private final RouterCatalog catalog;
  private final RebalanceConfig config;
  private final Migrations migrations;
  private final MigrationPlanner planner;
  private final CallHandler handler;
  private final BusyShares busy;
  private final AccessSample sample;
  private final PlanBounds bounds;
  private final ClumpPlans clumps;

  /** The second that is looked at. */
  private long sinceUs;

  private Map<Integer, Double> lastSecond = Map.of();
  private int unevenSeconds;
  private long quietUntilUs;

  /** When clumps are sought next. */
  private long clumpsUs;

  /** Who waits for a plan. */
  private final List<Waiting> waiting = new ArrayList<>();

  private boolean sampling;

  /** What is carried out, or was last; null if nothing was. */
  private PlanRun run;

  private boolean carriesOut;
  private long beganUs;
  private long tookUs;

  private record Waiting(boolean moves, Answer answer) {}

  /** Nothing is planned. */
  public Rebalancing(
      EngineParts parts,
      RouterCatalog catalog,
      RebalanceConfig config,
      Migrations migrations,
      CallHandler handler) {
    this.parts = parts;
    this.catalog = catalog;
    this.config = config;
    this.migrations = migrations;
    this.planner = migrations.planner();
    this.handler = handler;
    this.busy = parts.busy();
    this.sample = parts.accesses();
    this.bounds = new PlanBounds(config.even(), config.even() / AIM, LEAST_GAIN, MOST_MOVES, false);
    this.clumps = new ClumpPlans(parts, catalog, migrations, bounds);
    this.clumpsUs = parts.scheduler().clock().nowUs() + config.clumpsUs();
  }

  /** Takes what an administrator asks for; the answer always comes, as a JSON text. */
  public void submit(Rebalance wanted, Answer answer) {
    try {
      if (wanted.kind() == Rebalance.Kind.SHOW) {
        answer(answer, run, carriesOut ? "moving" : "idle");
        return;
      }
      checkPossible();
      waiting.add(new Waiting(wanted.kind() == Rebalance.Kind.MOVE, answer));
      if (!sampling) {
        beginSample();
      }
    } catch (ThetisException e) {
      answer.onOutcome(e.code().number(), e.getMessage(), VersionVector.ZERO, NO_VALUE);
    }
  }

  private void checkPossible() {
    if (!handler.isServing()) {
      throw refused("this router does not serve yet");
    }
    String obstacle = obstacle();
    if (!obstacle.isEmpty()) {
      throw refused(obstacle);
    }
    if (carriesOut) {
      throw refused("a plan is under way; wait for its migrations, or cancel them");
    }
    if (!waiting.isEmpty()) {
      throw refused("another plan is being made, ask again");
    }
  }

  /** Why load cannot be spread as long as that does not change; empty if it can be. */
  private String obstacle() {
    String ofScheme = planner.obstacleOfScheme();
    if (!ofScheme.isEmpty()) {
      return ofScheme;
    }
    if (!planner.isPlaced()) {
      return "masters follow the transactions under scheme "
          + parts.inForce().spec().name()
          + ", and nothing stays where it is moved";
    }
    return sites().size() < 2 ? "there is one site only that stays" : "";
  }

  /** Does what is due. Called from time to time. */
  public void step() {
    if (!handler.isServing()) {
      return;
    }
    if (carriesOut) {
      carryOut();
    }
    long nowUs = parts.scheduler().clock().nowUs();
    if (nowUs - sinceUs < lookUs() || (sampling && !isSampled(nowUs))) {
      return;
    }
    if (sampling) {
      sampling = false;
      plan(sample.end());
    } else if (movesClumps()) {
      lookForClumps(nowUs);
    } else if (config.automatic() && !carriesOut) {
      look(nowUs);
    }
    beginSecond(nowUs);
  }

  private boolean movesClumps() {
    return parts.inForce().spec().has(Trait.MOVES_CLUMPS);
  }

  /** A second, but where clumps move more often. */
  private long lookUs() {
    return movesClumps() && waiting.isEmpty() ? Math.min(SECOND_US, config.clumpsUs()) : SECOND_US;
  }

  private void lookForClumps(long nowUs) {
    if (nowUs >= clumpsUs && !carriesOut && !migrations.isUnderWay() && obstacle().isEmpty()) {
      clumpsUs = nowUs + config.clumpsUs();
      beginSample();
    }
  }

  /** Load is what is accessed then, whatever sites tell; nobody waits for a plan. */
  private void planClumps(Trace trace) {
    PlanRun next = obstacle().isEmpty() ? clumps.plan(trace, sites(), shares()) : null;
    if (next != null) {
      begin(next);
    }
  }

  /** All sites have told what they do; one that is idle, or stands still, may not tell. */
  private boolean isSampled(long nowUs) {
    return (movesClumps() && waiting.isEmpty())
        || nowUs - sinceUs >= LONGEST_SAMPLE_US
        || sites().stream().allMatch(each -> busy.knownUs(each.site()) >= SECOND_US / 2);
  }

  private void beginSecond(long nowUs) {
    lastSecond = nowUs - sinceUs < SECOND_US ? lastSecond : shares();
    sinceUs = nowUs;
    busy.restart();
  }

  private void look(long nowUs) {
    Map<Integer, Double> shares = shares();
    boolean isUneven =
        RebalancePlan.imbalance(shares) > config.even()
            && shares.values().stream().anyMatch(each -> each >= LEAST_BUSY);
    unevenSeconds = isUneven ? unevenSeconds + 1 : 0;
    if (unevenSeconds >= UNEVEN_SECONDS
        && nowUs >= quietUntilUs
        && obstacle().isEmpty()
        && !migrations.isUnderWay()) {
      LOG.info("load is uneven: {}", shares);
      beginSample();
    }
  }

  private void beginSample() {
    sampling = true;
    sample.begin();
    beginSecond(parts.scheduler().clock().nowUs());
  }

  private void plan(Trace trace) {
    if (waiting.isEmpty() && movesClumps()) {
      planClumps(trace);
      return;
    }
    List<Waiting> asked = List.copyOf(waiting);
    waiting.clear();
    String obstacle = obstacle();
    if (!obstacle.isEmpty()) {
      ThetisException e = refused(obstacle);
      asked.forEach(
          each ->
              each.answer.onOutcome(
                  e.code().number(), e.getMessage(), VersionVector.ZERO, NO_VALUE));
      return;
    }
    long cellKeys = planner.cellKeys();
    LoadSurvey survey = new LoadSurvey(parts, catalog, cellKeys);
    Map<Integer, Double> shares = shares();
    List<MovableRange> ranges =
        RebalancePlan.imbalance(shares) > config.even() ? survey.ranges(trace, shares) : List.of();
    List<LoadedSite> sites = sites();
    RebalancePlan plan = survey.expected(RebalancePlanner.plan(sites, ranges, bounds), bounds);
    PlanRun next = new PlanRun(migrations, catalog.tables(), cellKeys, plan, survey, sites, bounds);
    boolean moves = asked.isEmpty() || asked.stream().anyMatch(Waiting::moves);
    asked.forEach(each -> answer(each.answer, next, "planned"));
    if (moves) {
      begin(next);
    }
  }

  private void begin(PlanRun next) {
    run = next;
    LOG.info(
        "a plan of {} moves: busy {}, expected {}",
        next.plan().moves().size(),
        next.plan().before(),
        next.plan().after());
    carriesOut = true;
    beganUs = parts.scheduler().clock().nowUs();
    carryOut();
  }

  private void carryOut() {
    run.step();
    if (run.isOver()) {
      carriesOut = false;
      tookUs = parts.scheduler().clock().nowUs() - beganUs;
      unevenSeconds = 0;
      quietUntilUs = parts.scheduler().clock().nowUs() + QUIET_US;
      LOG.info("the plan is over{}", run.problem().isEmpty() ? "" : ": " + run.problem());
    }
  }

  private Map<Integer, Double> shares() {
    Map<Integer, Double> shares = new TreeMap<>();
    sites().forEach(each -> shares.put(each.site(), each.busy()));
    return shares;
  }

  /** The sites that take part: those that stay and are connected. */
  private List<LoadedSite> sites() {
    SiteTable table = parts.sites();
    List<LoadedSite> found = new ArrayList<>();
    for (int site = 1; site <= table.sites(); site++) {
      if (table.takesNewWork(site)) {
        found.add(new LoadedSite(site, busy.of(site), room(table.link(site).load())));
      }
    }
    return found;
  }

  private static long room(SiteLoad load) {
    double most = load.limitBytes() * (1 - KEPT_FREE);
    return load.limitBytes() == 0
        ? Long.MAX_VALUE / 2
        : Math.max(0, (long) most - load.usedBytes());
  }

  private void answer(Answer answer, PlanRun shown, String state) {
    ReportJson json =
        new ReportJson()
            .beginObject()
            .put("state", state)
            .put("even", config.even())
            .put("took_us", tookUs);
    if (shown != null) {
      shown.put(json, lastSecond);
    }
    answer.onOutcome(0, "", VersionVector.ZERO, ValueCodec.encode(json.endObject().toString()));
  }

  private static ThetisException refused(String why) {
    return new ThetisException(ErrorCode.MIGRATION_REFUSED, why);
  }
}
