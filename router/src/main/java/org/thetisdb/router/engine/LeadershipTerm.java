package org.thetisdb.router.engine;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.AwaitDefinition;
import org.thetisdb.core.wire.RouterToSite.AwaitExistence;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.balance.BorderChanges;
import org.thetisdb.router.balance.Drain;
import org.thetisdb.router.balance.Rebalancer;
import org.thetisdb.router.balance.SiteChanges;
import org.thetisdb.router.call.OwnSessions;
import org.thetisdb.router.call.SessionIds;
import org.thetisdb.router.call.SystemSession;
import org.thetisdb.router.call.WaitPriority;
import org.thetisdb.router.catalog.CallPlanner;
import org.thetisdb.router.catalog.RouterCatalog;
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
import org.thetisdb.router.login.FirstUser;
import org.thetisdb.router.login.Logins;
import org.thetisdb.router.migration.Migrations;
import org.thetisdb.router.migration.Rebalancing;
import org.thetisdb.router.migration.SiteEmptying;
import org.thetisdb.router.migration.SiteFilling;
import org.thetisdb.router.move.Borders;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.profile.AccessSample;
import org.thetisdb.router.profile.BusyShares;
import org.thetisdb.router.profile.CopyDemand;
import org.thetisdb.router.profile.WorkloadSample;
import org.thetisdb.router.relay.LivingRouters;
import org.thetisdb.router.relay.OwnTerm;
import org.thetisdb.router.replica.ReplicaChanges;
import org.thetisdb.router.replica.ReplicaComparison;
import org.thetisdb.router.replica.ReplicaTable;
import org.thetisdb.router.replica.ReplicationFactor;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.report.MoveLog;
import org.thetisdb.router.report.SchemeChoices;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.PlacedMasters;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.StrategyParts;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.CutSender;
import org.thetisdb.router.site.LeaderCheck;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.site.SuccessorChoice;
import org.thetisdb.router.sql.SqlHandler;
import org.thetisdb.router.statement.ClusterTables;
import org.thetisdb.router.status.Explainer;
import org.thetisdb.router.status.StatusReport;
import org.thetisdb.router.status.WorkloadReport;
import org.thetisdb.router.system.LargeSweeper;
import org.thetisdb.router.system.LearnedHandover;
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
final class LeadershipTerm implements OwnTerm {
  private static final Logger LOG = LoggerFactory.getLogger(LeadershipTerm.class);

  final int epoch;
  private final RouterConfig config;
  final Scheduler scheduler;
  final Listener listener;
  final EngineParts parts;
  final RouterCatalog catalog;
  private final CallHandler handler;
  final CallRouter router;
  private final Moves moves;
  final Borders borders;
  final Uploads uploads;
  private final SiteChanges changes;
  final Drain drain;
  final SqlHandler sql;
  final LeaderCheck leaderCheck;
  final ClientAcceptor acceptor;
  final MoveLog moveLog = new MoveLog();
  final StatusReport status;
  final ReplicaComparison comparison;
  final DefinitionBarrier definitions;
  final DefinitionBarrier existence;
  final ExistenceDriver existenceDriver;
  final Readiness readiness;
  final Rebalancer rebalancer;
  private final SchemeChange schemeChange;
  private final ReplicaTable replicaTable;
  final ReplicaChanges replicas;
  final PlacementChange placementChange;
  final Migrations migrations;
  private final Rebalancing rebalancing;
  private final SiteEmptying emptying;
  private final LargeSweeper sweeper;
  final LearnedHandover learned;
  private final FirstUser firstUser;
  boolean closed;

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
    TermEvents events = new TermEvents(this);
    this.catalog =
        new RouterCatalog(
            ports.jarLoader(),
            config.cluster().partitionKeys(),
            config.uploads().allJarsLimitBytes());
    SitesOfTerm sites = sitesOf(ports, events);
    this.replicaTable = sites.replicas();
    this.parts = partsOf(ports, sites, events);
    this.moves = new Moves(parts, events);
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
    WaitPriority precedence = new WaitPriority(epoch);
    this.router =
        new CallRouter(
            parts, catalog, planner, handler, moves, precedence, config, ports.schemes(), epoch);
    this.handler.setRouter(router, events);
    OwnSessions own = new OwnSessions(epoch);
    this.learned =
        new LearnedHandover(
            parts, new SystemCalls(parts, handler, own.take(SystemSession.LEARNED)));
    parts.inForce().setOnExchanged(this::onSchemeExchanged);
    this.uploads = new Uploads(parts, own.take(SystemSession.JARS), catalog, handler);
    this.definitions =
        new DefinitionBarrier(parts.sites(), parts.successors(), AwaitDefinition::new);
    this.existence = new DefinitionBarrier(parts.sites(), parts.successors(), AwaitExistence::new);
    this.existenceDriver =
        new ExistenceDriver(
            parts,
            catalog,
            new SystemCalls(parts, handler, own.take(SystemSession.EXISTENCE)),
            existence,
            router.answers()::goOn);
    this.replicas =
        new ReplicaChanges(
            parts,
            replicaTable,
            catalog,
            new ReplicationFactor(config.copies(), parts, replicaTable, catalog),
            new SystemCalls(parts, handler, own.take(SystemSession.REPLICA_CHANGES)),
            handler);
    this.placementChange =
        new PlacementChange(
            config.cluster(),
            parts,
            catalog,
            new SystemCalls(parts, handler, own.take(SystemSession.PLACEMENT_CHANGES)),
            handler,
            this::isMigrating);
    this.migrations =
        new Migrations(
            parts,
            catalog,
            replicas,
            placementChange::learn,
            new SystemCalls(parts, handler, own.take(SystemSession.MIGRATIONS)),
            handler,
            moves,
            borders,
            precedence,
            config.pulls());
    parts.placement().setMigrating(migrations::moves);
    this.rebalancing = new Rebalancing(parts, catalog, config.rebalance(), migrations, handler);
    this.emptying = new SiteEmptying(parts, catalog, migrations);
    SiteFilling filling = new SiteFilling(parts, catalog, migrations);
    this.replicas.setNeeded(range -> migrations.needs(range) || moves.bring(range));
    this.moves.setHoldings(replicas::keeps);
    SchemeChoices choices = new SchemeChoices(() -> router.schemes().current().choices());
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
            placementChange,
            emptying,
            filling,
            choices);
    this.sql =
        new SqlHandler(
            own,
            parts,
            ports.sql(),
            catalog,
            planner,
            handler,
            router,
            definitions,
            new ClusterTables(parts, catalog, moveLog, status::stateOf, migrations, choices));
    this.sweeper = new LargeSweeper(parts, handler, catalog, own.take(SystemSession.LARGE_VALUES));
    this.firstUser =
        new FirstUser(
            config.logins(), catalog, sql::awaitCatalog, ports.firstPassword(), sql::defineOwn);
    this.changes = new SiteChanges(parts, own.take(SystemSession.SITE_CHANGES), handler);
    this.drain = new Drain(parts, moves, emptying, events::onLeft);
    this.comparison = new ReplicaComparison(parts, catalog);
    this.readiness = new Readiness(parts.sites());
    this.rebalancer =
        new Rebalancer(
            parts, changes, drain, filling, migrations, rebalancing, moves, borders, precedence);
    this.schemeChange =
        new SchemeChange(
            parts,
            new SchemeForecast(config.cluster(), parts.sites().roster(), parts.placement()),
            new SystemCalls(parts, handler, own.take(SystemSession.SCHEME_CHANGES)),
            handler,
            router,
            sql,
            moves,
            rebalancer);
    this.leaderCheck = new LeaderCheck(parts.sites(), scheduler);
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
            migrations,
            rebalancing,
            new BorderChanges(parts, catalog, borders, config.mostRanges(), handler),
            new ClientAcceptor.Questions(
                this::statusJson,
                new Explainer(parts, catalog, moveLog, replicaTable, choices)::toJson,
                new WorkloadReport(parts)::toJson,
                this::compare,
                leaderCheck::beforeRefusal,
                ports.scheduler()),
            new Logins(
                config.logins(), catalog, sql::awaitCatalog, ports.nonces(), ports.scheduler()),
            catalog,
            ports.audit());
  }

  /** Sites, and what is known of what they have. */
  private record SitesOfTerm(SiteTable table, CutDrawer cuts, ReplicaTable replicas) {}

  private SitesOfTerm sitesOf(RouterPorts ports, TermEvents events) {
    Roster roster = new Roster(config.cluster());
    SiteTable table =
        new SiteTable(roster, config.cluster().name(), epoch, ports.transport(), scheduler, events);
    CutDrawer cuts = new CutDrawer(epoch);
    return new SitesOfTerm(table, cuts, new ReplicaTable(table, cuts));
  }

  private EngineParts partsOf(RouterPorts ports, SitesOfTerm known, TermEvents events) {
    RandomGenerator random = ports.random();
    int cellKeys = config.cluster().partitionKeys();
    ports.trace().onGrid(cellKeys == 0 ? TracedCells.KEYS_OF_RANGES : cellKeys);
    SiteTable sites = known.table();
    CutDrawer cuts = known.cuts();
    Placement placement = new Placement(sites.roster(), new PlacedMasters(catalog::schema));
    SuccessorChoice successors =
        new SuccessorChoice(sites, scheduler, config.limits(), events::onStoodInFor);
    ClusterView view = new SitesView(sites, successors, known.replicas(), placement);
    Measures measures = new Measures();
    StrategyParts strategy = new StrategyParts(config, placement, view, measures, random);
    SchemeInForce inForce =
        new SchemeInForce(
            config.scheme(),
            placement,
            sites,
            ports.schemes().schemes(),
            spec -> ports.schemes().strategy(spec, strategy),
            spec ->
                ReshapePolicies.create(
                    spec, config, ports, placement, view, catalog::prefixLength));
    return new EngineParts(
        config.limits(),
        inForce,
        inForce.scheme(),
        ports.trace(),
        new WorkloadSample(catalog::prefixLength),
        new CopyDemand(config.copies() > 0 && config.cluster().isPartial()),
        new AccessSample(cellKeys == 0 ? TracedCells.KEYS_OF_RANGES : cellKeys, random),
        new BusyShares(),
        measures,
        placement,
        inForce.reshaping(),
        sites,
        successors,
        cuts,
        new CutSender(cuts, sites, scheduler, config.cutIntervalUs()),
        new Counters(),
        scheduler,
        random);
  }

  /**
   * Begins: the sites that live now are connected to.
   *
   * @param seen sites that membership has named to this router, now or in the past
   */
  void start(List<SiteInfo> living, Set<Integer> seen) {
    parts.sites().onSites(living);
    parts.successors().start(seen);
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

  private String statusJson() {
    return status.toJson(waitsFor(), acceptor);
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
    router.schemes().tellAll(RouterScheme::close);
    parts.cutSender().close();
    parts.successors().close();
    uploads.close(reason);
    changes.close(reason);
    schemeChange.close(reason);
    replicas.close();
    migrations.close();
    sweeper.close();
    learned.close();
    sql.close(reason);
    existenceDriver.close();
    leaderCheck.close(reason);
    handler.failAll(reason.getMessage(), reason);
    acceptor.close(reason);
    parts.sites().close();
  }

  private void onSchemeExchanged() {
    router.schemes().onSchemeChanged();
    learned.onExchanged();
  }

  private boolean isMigrating() {
    return migrations.isUnderWay();
  }

  private void compare(Consumer<String> answer) {
    parts.cutSender().sendToAll();
    comparison.begin(handler.isServing() ? parts.cuts().newest() : null, answer);
  }

  /** What keeps this router from serving; empty when it serves. */
  private String waitsFor() {
    if (handler.isServing()) {
      return "";
    }
    if (!parts.inForce().unknown().isEmpty()) {
      return "a release that has scheme " + parts.inForce().unknown();
    }
    int site = parts.sites().firstWithoutHandshake();
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

  /** Begins to serve once every site has promised or is fenced, and all is known. */
  void serveIfReady() {
    boolean known = parts.inForce().unknown().isEmpty();
    if (handler.isServing() || !known || !readiness.isReady()) {
      return;
    }
    LOG.info("router serves in epoch {}", epoch);
    router.schemes().tellAll(RouterScheme::onServing);
    handler.serve();
    uploads.next();
    changes.next();
    parts.cutSender().start();
    rebalancer.start();
    replicas.start();
    sweeper.start();
    learned.start();
    sql.start();
    firstUser.start();
    listener.onServing(epoch);
  }
}
