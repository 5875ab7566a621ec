package org.thetisdb.server.site;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.placement.KeyInterval;
import org.thetisdb.core.placement.MigrationTable;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.AskOfLeader;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.RouterToSite.DigestRequest;
import org.thetisdb.core.wire.RouterToSite.EstimateRange;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.FillReplica;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.GiveWay;
import org.thetisdb.core.wire.RouterToSite.Read;
import org.thetisdb.core.wire.RouterToSite.ReaderHello;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.SiteToRouter.Migrations;
import org.thetisdb.core.wire.SiteToRouter.Placed;
import org.thetisdb.core.wire.SiteToRouter.RangeEstimated;
import org.thetisdb.core.wire.SiteToRouter.Replicas;
import org.thetisdb.core.wire.SiteToRouter.Seeding;
import org.thetisdb.core.wire.SiteToRouter.Sites;
import org.thetisdb.core.wire.SiteToSite.CopyCredit;
import org.thetisdb.core.wire.SiteToSite.CopyRequest;
import org.thetisdb.core.wire.SiteToSite.FollowCredit;
import org.thetisdb.core.wire.SiteToSite.FollowLog;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.admission.Admission;
import org.thetisdb.server.admission.CutReads;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.catalog.Catalog.SystemRow;
import org.thetisdb.server.checkpointing.CheckpointPorts;
import org.thetisdb.server.checkpointing.SiteCheckpoints;
import org.thetisdb.server.checkpointing.SiteSnapshot;
import org.thetisdb.server.commit.InDoubt;
import org.thetisdb.server.copy.RangeCopies;
import org.thetisdb.server.copy.RowCopies;
import org.thetisdb.server.execution.Answers;
import org.thetisdb.server.failover.FailoverSuccessors;
import org.thetisdb.server.purge.PurgedTables;
import org.thetisdb.server.reader.LeaderSigns;
import org.thetisdb.server.reader.ReadingRouters;
import org.thetisdb.server.refresh.RefreshEvents;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.replica.ReplicaDigests;
import org.thetisdb.server.replica.ReplicaPorts;
import org.thetisdb.server.replica.SiteReplicas;
import org.thetisdb.server.report.Handshakes;
import org.thetisdb.server.report.LoadGauge;
import org.thetisdb.server.report.RefreshDemand;
import org.thetisdb.server.report.Reports;
import org.thetisdb.server.scheme.site.SiteFamilies;
import org.thetisdb.server.state.SiteIdentity;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.stream.LogStreams;
import org.thetisdb.server.system.SystemTransactions;
import org.thetisdb.store.RangeEstimate;
import org.thetisdb.store.RowStore;

/**
 * A site that serves: takes messages of the router that leads, and what the refresher applied, and
 * hands them to the parts. Lives on one event loop; nothing here blocks.
 */
public final class SiteEngine implements ConnectionListener {
  private static final long SWEEP_US = 20_000;

  private final SiteState state;
  private final int incarnation;
  private final MastershipRequests masterships;
  private final Releases releases;
  private final Handshakes handshakes;
  private final Admission admission;
  private final SystemTransactions system;
  private final SiteCheckpoints checkpoints;
  private final RowCopies seeds;
  private final LogStreams logStreams;
  private final SiteReplicas replicas;

  /** The last change of the placement that the router got beside its handshake. */
  private long toldPlacement;

  /** How many changes of migrations the router got beside its handshake. */
  private long toldMigrations;

  private final FailoverSuccessors successors;
  private final ReplicaDigests digests;
  private final PurgedTables purged;
  private final CatalogRequests definitions;
  private final RowCollection collection;
  private final Reports reports;
  private final ReadingRouters readers;
  private final LeaderSigns signs;
  private final Owner owner;
  private Connection router;

  /** Hears what becomes of this site, and of others. */
  public interface Owner {
    /** A site was admitted here: its log is to be followed. */
    void follow(int site);

    /** A call waits for more of the logs. */
    void expedite();

    /** What is known of sites has changed. */
    void onSites(Roster roster);

    /** The log has acknowledged that this site leaves the cluster. */
    void onLeft();

    /** This incarnation is over. */
    void onFenced(RuntimeException reason);
  }

  /** An engine over a recovered state. */
  public SiteEngine(
      SiteState state,
      String cluster,
      SiteIdentity identity,
      long reportIntervalUs,
      CheckpointPorts checkpointing,
      ReplicaPorts replication,
      FailoverSuccessors successors,
      LogStreams logStreams,
      SiteFamilies families,
      Owner owner) {
    this.state = state;
    this.logStreams = logStreams;
    this.owner = owner;
    this.successors = successors;
    this.incarnation = identity.incarnation();
    this.masterships = new MastershipRequests(state, successors, this::reshaped, owner::onLeft);
    this.releases = masterships.releases();
    InDoubt inDoubt = new InDoubt(state.scheduler().clock());
    state.catalog().prepared().setInDoubt(inDoubt);
    LoadGauge load = new LoadGauge(state.data(), state.log(), state.counters(), inDoubt);
    this.reports =
        new Reports(
            state.scheduler(),
            state.progress(),
            state.life(),
            state.log(),
            state.cuts(),
            load,
            () -> router,
            reportIntervalUs);
    RefreshDemand demand =
        new RefreshDemand(state.progress(), state.cuts(), reports, owner::expedite);
    this.handshakes =
        new Handshakes(
            state.data(),
            state.progress(),
            state.life(),
            state.log(),
            state.cuts(),
            cluster,
            incarnation,
            new Routers());
    this.definitions =
        new CatalogRequests(state.catalog(), state.progress(), state.log(), owner::expedite);
    this.collection =
        new RowCollection(state.scheduler(), state.data().store(), state.cuts(), state.life());
    this.admission =
        new Admission(
            state,
            releases,
            new Answers(state.progress(), state.log(), state.counters()),
            demand,
            incarnation,
            definitions::areReached,
            families,
            successors);
    this.system =
        new SystemTransactions(state, from -> from == router, this::onCatalog, this::onSiteWritten);
    this.readers =
        new ReadingRouters(
            cluster,
            new CutReads(
                state.catalog(), state.life(), state.rules(), admission, () -> router != null));
    this.signs = new LeaderSigns(state.scheduler());
    this.checkpoints = new SiteCheckpoints(state, identity, checkpointing);
    this.seeds =
        new RowCopies(
            state.scheduler(),
            state.data(),
            state.life(),
            new RangeCopies(
                state.scheduler(),
                state.data().store(),
                state.progress(),
                state.life(),
                state.log(),
                checkpointing.worker(),
                replication.limits()),
            () -> new SiteSnapshot(state, checkpointing.lane()),
            identity,
            checkpointing,
            this::onSeeding);
    this.replicas =
        new SiteReplicas(
            state.scheduler(),
            state.data(),
            state.progress(),
            state.life(),
            state.cuts(),
            identity,
            checkpointing,
            replication);
    this.replicas.setCheckpoints(checkpoints, () -> router);
    this.digests =
        new ReplicaDigests(
            state.scheduler(),
            state.data(),
            state.progress(),
            state.cuts(),
            incarnation,
            checkpointing.worker());
    this.purged =
        new PurgedTables(
            state.scheduler(),
            state.data().store(),
            state.catalog(),
            state.cuts(),
            state.data().self(),
            checkpointing.lane(),
            checkpointing.worker());
  }

  /** Starts the timers. */
  public void start() {
    state.scheduler().schedule(SWEEP_US, this::sweep);
    reports.start();
    checkpoints.start();
    state.log().disk().start(state.scheduler(), checkpoints);
    admission.schemes().start();
  }

  /** Takes no more work; nothing is sent any more. */
  public void stop() {
    successors.stop();
    state.log().disk().stop();
    state.life().stop();
    admission.stop();
    readers.stop();
    checkpoints.stop();
    seeds.stop();
    logStreams.stop();
    replicas.stop();
    digests.stop();
    purged.stop();
    if (router != null) {
      router.close();
    }
  }

  @Override
  public void onMessage(Connection connection, Message message) {
    if (state.life().isStopped()) {
      return;
    }
    if (message instanceof RouterHello hello) {
      handshakes.shakeHands(connection, hello);
    } else if (message instanceof Read read) {
      readers.read(connection, read);
    } else if (message instanceof ReaderHello hello) {
      readers.shakeHands(connection, hello);
    } else if (message instanceof AskOfLeader && readers.knows(connection)) {
      signs.ask(connection, router);
    } else if (message instanceof CopyRequest request && connection != router) {
      seeds.request(connection, request);
    } else if (message instanceof CopyCredit credit) {
      seeds.onCredit(connection, credit);
    } else if (message instanceof FollowLog request && connection != router) {
      logStreams.follow(connection, request);
    } else if (message instanceof FollowCredit credit) {
      logStreams.onCredit(connection, credit);
    } else if (connection == router && message instanceof RouterToSite known) {
      signs.onHeard();
      dispatch(known);
    } else {
      Handshakes.sendAway(connection, "only the router that leads may ask this of a site");
    }
  }

  private void dispatch(RouterToSite message) {
    if (message instanceof Execute call) {
      if (SystemTransactions.isOne(call)) {
        Connection from = router;
        state.scheduler().execute(() -> runSystemTransaction(call, from));
      } else {
        admission.admit(call, router);
      }
    } else if (message instanceof Cut cut) {
      take(cut);
    } else if (message instanceof FillReplica wanted) {
      replicas.request(router, wanted);
    } else if (message instanceof DigestRequest wanted) {
      digests.request(router, wanted);
    } else if (message instanceof EstimateRange wanted) {
      estimate(wanted);
    } else if (message instanceof CancelAttempt cancel) {
      admission.cancel(router, cancel.attemptId());
    } else if (message instanceof GiveWay request) {
      admission.giveWay(router, request.attemptId());
    } else if (message instanceof FollowScheme wanted) {
      follow(wanted.scheme());
    } else if (!admission.schemes().takes(router, message) && !masterships.takes(router, message)) {
      definitions.takes(router, message);
    }
  }

  private void estimate(EstimateRange wanted) {
    RowStore rows = state.data().store().whole();
    KeyInterval range = wanted.range();
    byte[] to = range.to().length == 0 ? null : range.to();
    RangeEstimate found = rows.estimate(range.tableId(), range.from(), to);
    router.send(
        new RangeEstimated(
            wanted.id(),
            found.rows(),
            found.bytes(),
            seeds.copyBytesPerS(),
            RangeEstimate.endOf(rows, range.tableId(), range.from(), to, false),
            RangeEstimate.endOf(rows, range.tableId(), range.from(), to, true)));
  }

  private void follow(String name) {
    SchemeSpec scheme = admission.schemes().known().find(name);
    if (scheme == null) {
      Handshakes.sendAway(router, "scheme " + name + " is of a later release than this site");
    } else {
      admission.schemes().follow(scheme);
    }
  }

  private void endAsFenced() {
    stop();
    owner.onFenced(new ThetisException(ErrorCode.FENCED, incarnation, state.data().self()));
  }

  /**
   * A cut is made of what sites found in the logs. If it names more of the own log than was ever
   * written here, then another incarnation has written to it; this one is over, and an idle one
   * would not notice otherwise (hazard 8).
   */
  private void take(Cut cut) {
    if (cut.vector().get(state.data().self()) > state.log().position()) {
      endAsFenced();
      return;
    }
    state.cuts().offer(cut);
    admission.onReached();
  }

  private void runSystemTransaction(Execute call, Connection from) {
    if (!state.life().isStopped() && from == router) {
      system.run(call, from);
    }
  }

  /**
   * A site's standing, the scheme or a replica was written here; a new site's log is to be
   * followed.
   */
  private void onSiteWritten() {
    owner.follow(state.data().roster().highest());
    onSitesChanged();
  }

  /** What is reported of sites leaves only when the log has it (hazard 1). */
  private void onSitesChanged() {
    checkpoints.onSites();
    if (state.data().roster().is(state.data().self(), SiteStanding.GONE)
        && !state.life().hasLeft()) {
      state.life().leave(); // taken out before any router used it: there is nothing to hand over
      owner.onLeft();
      return;
    }
    state
        .log()
        .whenDurable(
            state.progress().placementPosition(),
            () -> {
              owner.onSites(state.data().roster());
              if (router != null) {
                router.send(
                    new Sites(
                        state.progress().report(),
                        state.data().roster().entries(),
                        state.catalog().scheme()));
                router.send(new Replicas(state.progress().report(), state.catalog().replicas()));
                tellPlacement();
                tellMigrations();
              }
            });
  }

  /** A placement may be long: a router gets each once, and one in its handshake. */
  private void tellPlacement() {
    if (state.catalog().placement().number() > toldPlacement) {
      toldPlacement = state.catalog().placement().number();
      router.send(new Placed(state.progress().report(), state.catalog().placement()));
    }
  }

  private void tellMigrations() {
    MigrationTable migrations = state.catalog().migrations();
    if (migrations.changes() > toldMigrations) {
      router.send(
          new Migrations(state.progress().report(), migrations.changedSince(toldMigrations)));
      toldMigrations = migrations.changes();
    }
  }

  /** What an older router asked for and has not run will not run. */
  private void leave(Connection older) {
    if (older != null) {
      drop(older);
      older.close();
    }
  }

  /** A router is gone: what it asked for and is not in the log will not be. */
  private void drop(Connection gone) {
    router = null;
    toldPlacement = 0;
    toldMigrations = 0;
    admission.drop(gone);
    definitions.drop(gone);
    masterships.drop(gone);
    replicas.drop(gone);
  }

  private void onSeeding(int site, long slices) {
    if (router != null) {
      router.send(new Seeding(site, slices));
    }
  }

  @Override
  public void onWritable(Connection connection) {
    handshakes.onWritable(connection);
    seeds.onWritable(connection);
  }

  @Override
  public void onClosed(Connection connection, String reason) {
    handshakes.onClosed(connection);
    if (connection == router) {
      drop(connection);
    } else {
      seeds.onClosed(connection);
      logStreams.onClosed(connection);
      readers.onClosed(connection);
      signs.onClosed(connection);
    }
  }

  /** The log acknowledged more. */
  public void onDurable() {
    onReached();
  }

  /** More is applied, or acknowledged. */
  private void onReached() {
    admission.onReached();
    replicas.onReached();
    reports.onProgress();
  }

  /** The refresher applied more. */
  public void onRefreshed(RefreshEvents events) {
    if (state.life().isStopped()) {
      return;
    }
    if (events.applied().get(state.data().self()) > state.log().position()) {
      // Others have read what a later incarnation wrote in this site's log. Equation 1 did not hold
      // these records back, so what they tell must not get into a checkpoint or a copy.
      endAsFenced();
      return;
    }
    state.counters().refreshed += events.commits();
    events.outcomes().forEach(o -> state.data().outcomes().record(o.session(), o.outcome()));
    events.systemRows().forEach(row -> state.catalog().apply(row.key(), row.row()));
    events.decisions().forEach(state.catalog().prepared()::decided);
    events.preparedRows().forEach(row -> state.catalog().apply(row.key(), row.row()));
    events.ownershipRows().forEach(row -> state.catalog().apply(row.key(), row.row()));
    state.progress().applied(events.applied());
    boolean sitesChanged = events.systemRows().stream().anyMatch(SiteEngine::isForRouters);
    for (RefreshEvents.Change change : events.changes()) {
      if (change instanceof RefreshEvents.Move move) {
        moved(move);
      } else if (change instanceof RefreshEvents.Border border) {
        if (state.mastership().reshape(border.change())) {
          reshaped(border.change());
        }
      } else if (change instanceof RefreshEvents.Left left) {
        sitesChanged |= left(left);
      }
    }
    if (sitesChanged) {
      onSitesChanged();
    }
    if (!events.systemRows().isEmpty()) {
      onCatalog();
      replicas.onChanged();
    }
    if (!events.preparedRows().isEmpty()) {
      releases.onMoved();
    }
    if (!events.ownershipRows().isEmpty()) {
      admission.schemes().onOwnerships();
    }
    successors.onRefreshed(events);
    checkpoints.onTrimPoints(events.trimPoints());
    onReached();
  }

  private void onCatalog() {
    definitions.onCatalog();
    admission.onCatalog();
  }

  /** Whether routers get what a row says as soon as it is known. */
  private static boolean isForRouters(SystemRow row) {
    int table = row.key().tableId();
    return table == Catalog.SITES
        || table == Catalog.SCHEME
        || table == Catalog.REPLICAS
        || table == Catalog.PLACEMENT
        || table == Catalog.MIGRATIONS;
  }

  /** What the site mastered and never moved has other masters, this one perhaps. */
  private boolean left(RefreshEvents.Left left) {
    boolean news = state.data().roster().leave(left.site(), left.successors());
    if (news) {
      state.catalog().ownerships().onLeft(left.site());
      admission.schemes().onOwnerships();
    }
    return news;
  }

  private void moved(RefreshEvents.Move move) {
    if (state.mastership().move(move.partition(), move.term(), move.grantee())) {
      if (move.grantee() == state.data().self() && !state.life().hasLeft()) {
        state.log().grant(move.partition(), move.term());
        admission.onReadsMayBeLocal();
      }
      admission.onMoved(move.partition());
      releases.onMoved();
    }
  }

  /** What waits for one of the parts looks again, under whatever name. */
  private void reshaped(Reshape change) {
    admission.onMoved(change.lower());
    admission.onMoved(change.upper());
    releases.onMoved();
  }

  private void sweep() {
    if (!state.life().isStopped()) {
      admission.sweep();
      releases.look();
      replicas.look();
      seeds.next();
      purged.look();
      collection.next();
      state.scheduler().schedule(SWEEP_US, this::sweep);
    }
  }

  /** How many statements that write were run beside the engine, to their end. */
  long ranBeside() {
    return state.counters().beside;
  }

  /** How many long queries are not read to their end. */
  public int longQueries() {
    return admission.longQueries();
  }

  private final class Routers implements Handshakes.Listener {
    @Override
    public void onPromised(Connection connection) {
      if (router != connection) {
        leave(router);
      }
    }

    @Override
    public void onHandshake(Connection connection) {
      router = connection;
    }
  }
}
