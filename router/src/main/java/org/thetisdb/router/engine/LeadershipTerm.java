package org.thetisdb.router.engine;

import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.AwaitDefinition;
import org.thetisdb.core.wire.RouterToSite.AwaitExistence;
import org.thetisdb.core.wire.RouterToSite.DefinitionsRequest;
import org.thetisdb.core.wire.RouterToSite.JarsRequest;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.SiteToRouter.DefinitionInForce;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.ExistenceInForce;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.MapPiece;
import org.thetisdb.core.wire.SiteToRouter.OfEra;
import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.core.wire.SiteToRouter.Placed;
import org.thetisdb.core.wire.SiteToRouter.Ran;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.core.wire.SiteToRouter.Replicas;
import org.thetisdb.core.wire.SiteToRouter.Reshaped;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.core.wire.SiteToRouter.Seeding;
import org.thetisdb.core.wire.SiteToRouter.SiteEntry;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.core.wire.SiteToRouter.Sites;
import org.thetisdb.core.wire.SiteToRouter.StandsIn;
import org.thetisdb.core.wire.SiteToRouter.Unsettled;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.balance.Drain;
import org.thetisdb.router.balance.Rebalancer;
import org.thetisdb.router.balance.SiteChanges;
import org.thetisdb.router.call.CallEvents;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.Precedence;
import org.thetisdb.router.call.SessionIds;
import org.thetisdb.router.catalog.CallPlanner;
import org.thetisdb.router.catalog.Catalog;
import org.thetisdb.router.catalog.TracedCells;
import org.thetisdb.router.change.PlacementChange;
import org.thetisdb.router.change.SchemeChange;
import org.thetisdb.router.change.SchemeForecast;
import org.thetisdb.router.client.ClientAcceptor;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.definition.DefinitionBarrier;
import org.thetisdb.router.definition.ExistenceDriver;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.dispatch.CallRouter;
import org.thetisdb.router.move.Borders;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.move.Owners;
import org.thetisdb.router.profile.CopyDemand;
import org.thetisdb.router.profile.WorkloadSample;
import org.thetisdb.router.relay.LivingRouters;
import org.thetisdb.router.relay.OwnTerm;
import org.thetisdb.router.replica.CopyKeeper;
import org.thetisdb.router.replica.ReplicaChanges;
import org.thetisdb.router.replica.ReplicaComparison;
import org.thetisdb.router.replica.ReplicaTable;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.report.MoveLog;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.PlacedHomes;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.site.AnswerListener;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.CutSender;
import org.thetisdb.router.site.SiteEvents;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.site.StandIns;
import org.thetisdb.router.sql.SqlHandler;
import org.thetisdb.router.statement.ClusterTables;
import org.thetisdb.router.status.Explainer;
import org.thetisdb.router.status.StatusReport;
import org.thetisdb.router.status.WorkloadReport;
import org.thetisdb.router.system.LargeSweeper;
import org.thetisdb.router.system.SystemCalls;
import org.thetisdb.router.system.Uploads;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.router.term.Readiness;
import org.thetisdb.router.term.SchemeInForce;

/**
 * One router's leadership in one epoch: all state that belongs to it, put together and thrown away
 * as a whole. It first gets every site's promise to follow its epoch, and serves then (hazard 6).
 * Owned by the engine's thread.
 */
final class LeadershipTerm implements SiteEvents, CallEvents, Moves.Listener, OwnTerm {
  private static final Logger LOG = LoggerFactory.getLogger(LeadershipTerm.class);

  private final int epoch;
  private final RouterConfig config;
  private final Scheduler scheduler;
  private final Listener listener;
  private final EngineParts parts;
  private final Catalog catalog;
  private final CallHandler handler;
  private final CallRouter router;
  private final Moves moves;
  private final Borders borders;
  private final Uploads uploads;
  private final SiteChanges changes;
  private final Drain drain;
  private final SqlHandler sql;
  private final ClientAcceptor acceptor;
  private final MoveLog moveLog = new MoveLog();
  private final StatusReport status;
  private final ReplicaComparison comparison;
  private final DefinitionBarrier definitions;
  private final DefinitionBarrier existence;
  private final ExistenceDriver existenceDriver;
  private final Readiness readiness;
  private final Rebalancer rebalancer;
  private final SchemeChange schemeChange;
  private final ReplicaTable replicaTable;
  private final ReplicaChanges replicas;
  private final PlacementChange placementChange;
  private final LargeSweeper sweeper;
  private boolean closed;

  /** Hears what becomes of a leadership term. */
  interface Listener {
    /** Calls are taken from now on. */
    void onServing(int epoch);

    /** Sites follow a later router. */
    void onOverthrown(int laterEpoch);
  }

  LeadershipTerm(
      int epoch,
      RouterConfig config,
      Address address,
      LivingRouters routers,
      RouterPorts ports,
      Listener listener) {
    this.epoch = epoch;
    this.config = config;
    this.scheduler = ports.scheduler();
    this.listener = listener;
    this.catalog =
        new Catalog(
            ports.jarLoader(),
            config.cluster().partitionKeys(),
            config.uploads().allJarsLimitBytes());
    SitesOfTerm sites = sitesOf(ports);
    this.replicaTable = sites.replicas();
    this.parts = partsOf(ports, sites);
    this.moves = new Moves(parts, this);
    this.borders = new Borders(parts, moves);
    CallPlanner planner = new CallPlanner(catalog, parts, config.limits().planMs());
    this.handler =
        new CallHandler(
            config.limits(),
            catalog,
            planner,
            parts.counters(),
            ports.scheduler(),
            parts.inForce());
    Precedence precedence = new Precedence(epoch);
    this.router =
        new CallRouter(parts, catalog, planner, handler, moves, precedence, config, epoch);
    this.handler.setRouter(router, this);
    parts
        .inForce()
        .setOnExchanged(
            () -> {
              router.phases().onSchemeChanged();
              router.epochs().onSchemeChanged();
            });
    this.uploads = new Uploads(parts, SessionIds.own(epoch), catalog, handler);
    this.definitions = new DefinitionBarrier(parts.sites(), parts.standIns(), AwaitDefinition::new);
    this.existence = new DefinitionBarrier(parts.sites(), parts.standIns(), AwaitExistence::new);
    this.existenceDriver =
        new ExistenceDriver(
            parts,
            catalog,
            new SystemCalls(parts, handler, SessionIds.own(epoch) + 4),
            existence,
            router::goOn);
    this.replicas =
        new ReplicaChanges(
            parts,
            replicaTable,
            catalog,
            new CopyKeeper(config.copies(), parts, replicaTable, catalog),
            new SystemCalls(parts, handler, SessionIds.own(epoch) + 6),
            handler);
    this.placementChange =
        new PlacementChange(
            config.cluster(),
            parts,
            catalog,
            new SystemCalls(parts, handler, SessionIds.own(epoch) + 8),
            handler);
    this.status =
        new StatusReport(
            config,
            epoch,
            address,
            routers,
            parts,
            catalog,
            handler,
            moveLog,
            replicas,
            placementChange);
    this.sql =
        new SqlHandler(
            epoch,
            parts,
            ports.sql(),
            catalog,
            planner,
            handler,
            router,
            definitions,
            new ClusterTables(parts, catalog, moveLog, status::stateOf));
    this.sweeper = new LargeSweeper(parts, handler, catalog, SessionIds.own(epoch) + 7);
    this.changes = new SiteChanges(parts, SessionIds.own(epoch) + 3, handler);
    this.drain = new Drain(parts, moves, this::onLeft);
    this.comparison = new ReplicaComparison(parts, catalog);
    this.readiness = new Readiness(parts.sites());
    this.rebalancer = new Rebalancer(parts, changes, drain, moves, borders, precedence);
    this.schemeChange =
        new SchemeChange(
            parts,
            new SchemeForecast(config.cluster(), parts.sites().roster(), parts.placement()),
            new SystemCalls(parts, handler, SessionIds.own(epoch) + 5),
            handler,
            router,
            sql,
            moves,
            rebalancer);
    this.acceptor =
        new ClientAcceptor(
            epoch,
            new SessionIds(epoch, ports.membership(), ports.scheduler()),
            config,
            parts.inForce(),
            handler,
            sql,
            uploads,
            changes,
            schemeChange,
            routers,
            replicas,
            placementChange,
            new ClientAcceptor.Questions(
                () -> status.toJson(waitsFor(), this::clientsThrough),
                new Explainer(parts, catalog, moveLog, replicaTable)::toJson,
                new WorkloadReport(parts)::toJson,
                this::compare));
  }

  /** Sites, and what is known of what they have. */
  private record SitesOfTerm(SiteTable table, CutDrawer cuts, ReplicaTable replicas) {}

  private SitesOfTerm sitesOf(RouterPorts ports) {
    Roster roster = new Roster(config.cluster());
    SiteTable table =
        new SiteTable(roster, config.cluster().name(), epoch, ports.transport(), scheduler, this);
    CutDrawer cuts = new CutDrawer(epoch);
    return new SitesOfTerm(table, cuts, new ReplicaTable(table, cuts));
  }

  private EngineParts partsOf(RouterPorts ports, SitesOfTerm known) {
    RandomGenerator random = ports.random();
    int cellKeys = config.cluster().partitionKeys();
    ports.trace().onGrid(cellKeys == 0 ? TracedCells.KEYS_OF_RANGES : cellKeys);
    SiteTable sites = known.table();
    CutDrawer cuts = known.cuts();
    Placement placement = new Placement(sites.roster(), new PlacedHomes(catalog::schema));
    StandIns standIns = new StandIns(sites, scheduler, config.limits(), this::onStoodInFor);
    ClusterView view = new SitesView(sites, standIns, known.replicas());
    Measures measures = new Measures();
    SchemeInForce inForce =
        new SchemeInForce(
            config.scheme(),
            placement,
            sites,
            spec -> Schemes.create(spec, config, placement, view, measures, random),
            spec -> Schemes.reshaping(spec, config, ports, placement, view, catalog::prefixLength));
    return new EngineParts(
        config.limits(),
        inForce,
        inForce.scheme(),
        ports.trace(),
        new WorkloadSample(catalog::prefixLength),
        new CopyDemand(config.copies() > 0 && config.cluster().isPartial()),
        measures,
        placement,
        inForce.reshaping(),
        sites,
        standIns,
        cuts,
        new CutSender(cuts, sites, scheduler, config.cutIntervalUs()),
        new Counters(),
        scheduler,
        random);
  }

  /** Begins: the sites that live now are connected to. */
  void start(List<SiteInfo> living) {
    parts.sites().onSites(living);
    parts.standIns().start();
    scheduler.schedule(config.limits().sitesWaitMs() * 1000L, this::onWaitOver);
  }

  /** Membership names the sites that live. */
  void onSites(List<SiteInfo> living) {
    parts.sites().onSites(living);
  }

  @Override
  public ConnectionListener accept(Connection connection) {
    return acceptor.accept(connection);
  }

  private int clientsThrough(Address relay) {
    return acceptor.clientsThrough(relay);
  }

  Counters counters() {
    return parts.counters();
  }

  long cuts() {
    return parts.cuts().count();
  }

  /** Ends all: calls are answered, clients sent away, sites left. */
  void close(ThetisException reason) {
    if (closed) {
      return;
    }
    closed = true;
    rebalancer.close();
    router.phases().close();
    router.epochs().close();
    parts.cutSender().close();
    parts.standIns().close();
    uploads.close(reason);
    changes.close(reason);
    schemeChange.close(reason);
    replicas.close();
    sweeper.close();
    sql.close(reason);
    existenceDriver.close();
    handler.failAll(reason.getMessage(), reason);
    acceptor.close(reason);
    parts.sites().close();
  }

  @Override
  public void onSiteReady(SiteLink link, SiteHello hello) {
    LOG.info(
        "site {} follows epoch {} in incarnation {}", hello.site(), epoch, hello.incarnation());
    learnSites(hello.sites());
    parts.inForce().learn(hello.scheme());
    parts.inForce().tell(link);
    parts.cuts().absorb(hello.cut());
    parts.cuts().absorb(hello.vector());
    parts.sites().onGreeted(hello.site());
    parts.standIns().onSiteReady(hello.site());
    definitions.onSiteReady(link);
    existence.onSiteReady(link);
    link.send(new DefinitionsRequest());
    link.send(new JarsRequest());
    parts.cutSender().onSiteReady(link);
    router.phases().onSitesChanged();
    router.epochs().onSitesChanged();
    serveIfReady();
    router.onDecisionsKnown(hello.site());
    router.onSiteReady(hello.site());
  }

  @Override
  public void onMapPiece(MapPiece piece) {
    Owners.learn(parts.placement(), piece.owners());
  }

  @Override
  public void onLaterEpoch(int laterEpoch) {
    if (!closed) {
      listener.onOverthrown(laterEpoch);
    }
  }

  @Override
  public void onExecuted(PendingCall call, Executed executed) {
    router.onExecuted(call, executed);
  }

  @Override
  public void onReplan(PendingCall call, Replan replan) {
    router.onReplan(call, replan);
  }

  @Override
  public void onRan(PendingCall call, Ran ran) {
    router.onRan(call, ran);
  }

  @Override
  public void onOfEra(SiteLink link, OfEra said) {
    router.epochs().on(link, said);
  }

  @Override
  public void onRunAlone(PendingCall call) {
    router.epochs().onAlone(call);
  }

  @Override
  public void onUnsettled(PendingCall call, Unsettled unsettled) {
    if (router.onUnsettled(call)) {
      existenceDriver.await(call, unsettled.vanishing());
    }
  }

  @Override
  public void onRowWait(PendingCall call, PendingCall ahead, RowWait wait) {
    router.transactions().onRowWait(call, ahead, wait);
  }

  @Override
  public void onLost(PendingCall call, int site) {
    router.onLost(call, site);
  }

  @Override
  public void onBorders(Reshaped reshaped) {
    borders.learn(reshaped);
  }

  @Override
  public void onStandsIn(SiteLink link, StandsIn standsIn) {
    parts.standIns().onStandsIn(link, standsIn);
    router.phases().onSitesChanged();
    router.epochs().onSitesChanged();
  }

  @Override
  public void onPhaseSet(SiteLink link, PhaseSet set) {
    router.phases().onPhaseSet(set.site(), set.phase());
  }

  /**
   * A lost site is fenced: it can use no cut and commit nothing any more, so its promise is not
   * needed. What it knew of jars is in the logs, which its stand-in has applied.
   */
  private void onStoodInFor(int site, SiteLink by) {
    if (closed) {
      return;
    }
    parts.sites().onFenced(site);
    readiness.onFenced(site);
    by.send(new DefinitionsRequest());
    by.send(new JarsRequest());
    router.phases().onSitesChanged();
    router.epochs().onSitesChanged();
    serveIfReady();
    router.onDecisionsKnown(site);
    router.onSiteReady(site);
  }

  @Override
  public void onJars(SiteLink link, Jars jars) {
    catalog.learn(jars);
    readiness.onJarsRead(link.site());
    serveIfReady();
    uploads.onJarsReadOrLost();
  }

  @Override
  public void onRoster(Sites news) {
    learnSites(news.sites());
    parts.inForce().learn(news.scheme());
  }

  private void learnSites(List<SiteEntry> entries) {
    Roster roster = parts.sites().roster();
    boolean news = false;
    for (SiteEntry entry : entries) {
      if (entry.site() >= 1) {
        if (!entry.successors().isEmpty()) {
          onLeft(entry.site(), entry.successors());
        }
        news |= roster.learn(entry.site(), entry.standing());
      }
    }
    if (news) {
      parts.sites().onRoster();
      router.phases().onSitesChanged();
      router.epochs().onSitesChanged();
      serveIfReady();
    }
  }

  /** Calls that waited for the site find others that have what it mastered. */
  private void onLeft(int site, List<Integer> successors) {
    if (!closed && parts.placement().leave(site, successors)) {
      LOG.info("site {} has left the cluster", site);
      parts.sites().onRoster();
      parts.standIns().onLeft(site);
      router.phases().onSitesChanged();
      router.epochs().onSitesChanged();
      serveIfReady();
      // LEAVE is the last record of its log. The vector that covers it comes with the same message.
      scheduler.execute(() -> router.onDecisionsKnown(site));
      router.onSiteReady(site);
    }
  }

  /** What the site had when it told is absorbed, or comes with its greeting. */
  @Override
  public void onReplicas(SiteLink link, Replicas news) {
    parts.cuts().absorb(news.vector());
    replicas.learn(news.sets());
  }

  @Override
  public void onPlaced(Placed news) {
    parts.cuts().absorb(news.vector());
    placementChange.learn(news.placement());
  }

  @Override
  public void onReplicaFilled(SiteLink link, ReplicaFilled news) {
    replicas.onFilled(link, news);
  }

  @Override
  public void onSeeding(Seeding seeding) {
    status.onSeeding(seeding);
  }

  @Override
  public void onLeaveAnswered(SiteLink link, Leave asked, Released answer) {
    drain.onAnswer(link, asked, answer);
  }

  @Override
  public void onDigest(SiteLink link, Digest digest) {
    comparison.onDigest(link.site(), digest);
  }

  private void compare(Consumer<String> answer) {
    parts.cutSender().sendToAll();
    comparison.begin(handler.isServing() ? parts.cuts().newest() : null, answer);
  }

  @Override
  public void onDefinitions(SiteLink link, Definitions news) {
    catalog.learn(news);
    definitions.announce(catalog.sql().version());
    existence.announce(catalog.existence().version());
    sql.onDefinitions(link, news.vector());
    existenceDriver.onCatalog();
  }

  @Override
  public void onInForce(SiteLink link, DefinitionInForce word) {
    definitions.onInForce(link, word.version(), word.position());
  }

  @Override
  public void onInForce(SiteLink link, ExistenceInForce word) {
    existence.onInForce(link, word.version(), word.position());
  }

  @Override
  public void onReport(SiteLink link, boolean cutWanted) {
    parts.cuts().absorb(link.report());
    parts.cutSender().onReport(cutWanted, link);
  }

  @Override
  public void onLoad(SiteLink link) {
    SiteLoad load = link.load();
    parts
        .measures()
        .onLoad(
            link.site(),
            load.committed() + load.aborted(),
            load.refreshed(),
            load.engineUsedUs(),
            scheduler.clock().nowUs());
  }

  @Override
  public void onSiteLost(SiteLink link, boolean wasReady, String reason) {
    parts.sites().onLost(link, wasReady);
    comparison.onSiteLost(link.site());
    if (closed) {
      return;
    }
    link.takeReleases().forEach(AnswerListener::onLost);
    link.takeChanges().forEach(AnswerListener::onLost);
    router.phases().onSitesChanged();
    router.epochs().onSiteLost(link);
    link.takeAttempts().forEach(attempt -> attempt.onLost(link.site()));
    uploads.onJarsReadOrLost();
    sql.onSiteLost(link);
  }

  @Override
  public void onMoved(Move move, int term, String reason) {
    parts.counters().moves++;
    moveLog.add(scheduler.clock().nowUs(), move, term, reason);
  }

  @Override
  public void onRefused(Move move) {
    parts.counters().refusedMoves++;
  }

  @Override
  public void onGroupDone(MoveGroup group) {
    if (!group.isReshape()) {
      parts.measures().onMoved(scheduler.clock().nowUs() - group.beganUs);
    }
    rebalancer.onGroupDone(group);
    router.onGroupDone(group);
  }

  /** What keeps this router from serving; empty when it serves. */
  private String waitsFor() {
    if (handler.isServing()) {
      return "";
    }
    if (!parts.inForce().unknown().isEmpty()) {
      return "a release that has scheme " + parts.inForce().unknown();
    }
    int site = parts.sites().firstNotGreeted();
    return site == 0 ? "the catalog" : "site " + site;
  }

  private void onWaitOver() {
    if (closed || handler.isServing()) {
      return;
    }
    LOG.warn("epoch {} still waits for {}", epoch, waitsFor());
    readiness.onWaitOver();
    serveIfReady();
  }

  private void serveIfReady() {
    boolean known = parts.inForce().unknown().isEmpty();
    if (handler.isServing() || !known || !readiness.isReady()) {
      return;
    }
    LOG.info("router serves in epoch {}", epoch);
    router.onServing();
    handler.serve();
    uploads.next();
    changes.next();
    parts.cutSender().start();
    rebalancer.start();
    replicas.start();
    sweeper.start();
    sql.start();
    listener.onServing(epoch);
  }
}
