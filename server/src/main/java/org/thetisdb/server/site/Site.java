package org.thetisdb.server.site;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogBatchWriter;
import org.thetisdb.replication.membership.Membership.Registration;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.disk.DiskReserve;
import org.thetisdb.server.failover.FailoverSuccessors;
import org.thetisdb.server.lane.Lane;
import org.thetisdb.server.refresh.RefreshEvents;
import org.thetisdb.server.refresh.SiteRefresh;
import org.thetisdb.server.replica.ReplicaPorts;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.state.OpenLimits;
import org.thetisdb.server.state.QueryEventLoop;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteEventLoops;
import org.thetisdb.server.state.SiteIdentity;
import org.thetisdb.server.state.SiteLimits;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.stream.LogStreams;
import org.thetisdb.sql.call.SqlEngine;
import org.thetisdb.sql.memory.MemoryPool;

/**
 * One incarnation of one site, from its start to its end.
 *
 * <p>It begins by reading a checkpoint, if there is one, and applies all logs from there on. When
 * its own log is read, it takes a number and appends a fence; when that fence comes back with all
 * that stands before it, it serves (hazard 8; {@link Startup} has the steps). Until it appends the
 * fence it disturbs nobody, so another site can be its failover successor however long it reads. It
 * ends when it is closed, or by itself when it can no longer be sure of its log; then a new
 * incarnation has to be started. Nothing here blocks; the listener hears what happens.
 */
public final class Site implements AutoCloseable {
  private static final long LOOK_US = 50_000;

  private final SiteConfig config;
  private final SiteServices services;
  private final Listener listener;
  private final Incarnation self = new Self();
  private final Startup startup;
  private final FollowedLogs logs;
  private volatile Registration registration;
  private volatile Transport.Server server;
  private volatile SiteEngine engine;
  private volatile Cuts cuts;
  private volatile boolean serving;
  private volatile boolean over;
  private boolean hasLeft;

  /** What an incarnation begins with. */
  public enum Beginning {
    /** The newest checkpoint, then the logs; a copy if the site is new to the cluster. */
    CHECKPOINT,
    /** The same after one turned out to be damaged: the newest one that is whole. */
    CHECKED_CHECKPOINT,
    /** A copy of another site's state, then the logs: for a site that logs do not have all of. */
    COPY;

    /** What the next incarnation has to begin with after one that ended for this reason. */
    public static Beginning after(RuntimeException reason) {
      ErrorCode code = reason instanceof ThetisException known ? known.code() : ErrorCode.INTERNAL;
      return switch (code) {
        case LOG_TRIMMED, ROWS_NOT_HERE -> COPY;
        case CHECKPOINT_DAMAGED -> CHECKED_CHECKPOINT;
        default -> CHECKPOINT;
      };
    }
  }

  private Site(SiteConfig config, SiteServices services, Beginning beginning, Listener listener) {
    this.config = config;
    this.services = services;
    this.listener = listener;
    SiteRefresh refresh =
        new SiteRefresh(services.lane(), this::onRefreshed, this::follow, this::halt);
    this.startup = new Startup(config, services, beginning, self, refresh, this::serve);
    this.logs = startup.logs();
  }

  /** Starts a new incarnation from its checkpoint, if it has one. */
  public static Site start(SiteConfig config, SiteServices services, Listener listener) {
    return start(config, services, Beginning.CHECKPOINT, listener);
  }

  /** Starts a new incarnation. */
  public static Site start(
      SiteConfig config, SiteServices services, Beginning beginning, Listener listener) {
    Site site = new Site(config, services, beginning, listener);
    services.lane().onEnded(site::halt);
    services.refresher().execute(site.startup::start);
    return site;
  }

  /** On the refresher's event loop. */
  private void serve(Startup.Result start) {
    Lane lane = services.lane();
    cuts = new Cuts(start.applied(), start.cluster().plainVectors(), lane::keep, lane::watermark);
    lane.serves(start.applied().get(config.site()));
    logs.ownLogIsLive();
    services.engine().execute(() -> self.guarded(() -> serveOnEngine(start)));
  }

  private void serveOnEngine(Startup.Result start) {
    SiteIdentity identity = new SiteIdentity(start.identity(), start.incarnation());
    SiteData data = start.recovery().finish();
    LogStreams logStreams =
        new LogStreams(
            services.engine(), identity, config.site(), data.roster(), start.fenceOffset() + 1);
    SiteState state = stateOf(start, data, logStreams.heardOf(start.appender()));
    engine = engineOf(start, state, identity, logStreams);
    server = services.transport().listen(config.listen(), services.engine(), connection -> engine);
    engine.start();
    serving = true;
    registration =
        services
            .membership()
            .register(new SiteInfo(config.site(), identity.incarnation(), server.address()));
    listener.onServing(identity.incarnation(), server.address());
    listener.onSites(state.data().roster());
    endIfReplaced(identity.incarnation());
  }

  private SiteState stateOf(Startup.Result start, SiteData data, LogAppender appender) {
    VersionVector applied = start.applied();
    GroupCommit log =
        new GroupCommit(
            config.site(),
            appender,
            new LogBatchWriter(config.site(), start.incarnation()),
            services.engine(),
            config.appendIntervalUs(),
            config.unacknowledgedBytes(),
            new DiskReserve(config.site(), services.disk()),
            applied.get(config.site()),
            start.fenceOffset() + 1,
            applied.with(config.site(), 0),
            new LogEvents());
    return new SiteState(
        new SiteEventLoops(services.engine(), services.guard(), services.queries()),
        data,
        applied,
        cuts,
        log,
        new SqlEngine(services.sql(), services.engine()),
        this::leaseHolds,
        new SiteLimits(
            config.waitingCalls(),
            config.procedureLimitMs(),
            config.writeSetBytes(),
            config.queryRows(),
            new MemoryPool(config.queryMemoryBytes(), config.statementMemoryBytes()),
            config.deltaSavingBytes(),
            OpenLimits.DEFAULT,
            config.epochUs(),
            config.batches().withSnapshots(start.cluster().snapshotBatches())));
  }

  private SiteEngine engineOf(
      Startup.Result start, SiteState state, SiteIdentity identity, LogStreams logStreams) {
    return new SiteEngine(
        state,
        start.cluster().name(),
        identity,
        config.reportIntervalUs(),
        Checkpointing.ports(config, services, logs.refresher()),
        new ReplicaPorts(services.refresher(), services.transport(), config.background().copies()),
        new FailoverSuccessors(
            state.scheduler(),
            state.data(),
            state.progress(),
            state.life(),
            state.log(),
            state.rules(),
            services.log(),
            services.membership()),
        logStreams,
        services.families(),
        new Comings(new LogClosing(config.site(), services, self, start.appender())));
  }

  /** A site that has nothing to append would not notice for long that its log has been closed. */
  private void endIfReplaced(int incarnation) {
    if (over || hasLeft) {
      return;
    }
    if (registration.isReplaced()) {
      halt(new ThetisException(ErrorCode.FENCED, incarnation, config.site()));
    } else {
      services.engine().schedule(LOOK_US, () -> endIfReplaced(incarnation));
    }
  }

  private void follow(int site) {
    logs.follow(site);
  }

  private boolean leaseHolds() {
    return registration != null && registration.lease().holds(services.engine().clock());
  }

  /** From the refresher: while recovering to the recovery, afterwards to the engine. */
  private void onRefreshed(RefreshEvents events) {
    if (cuts == null) {
      startup.apply(events);
    } else {
      services.engine().execute(new News(events));
    }
  }

  /**
   * What the refresher reports to the engine; a thread that has applied a few rows may take it
   * there.
   */
  private final class News implements ShortTask {
    private final RefreshEvents events;

    News(RefreshEvents events) {
      this.events = events;
    }

    @Override
    public boolean isShort() {
      return events.areFew();
    }

    @Override
    public void run() {
      if (engine != null && !over) {
        engine.onRefreshed(events);
      }
    }
  }

  /** Ends this incarnation; the listener hears why. Any thread. */
  public void halt(RuntimeException reason) {
    services
        .engine()
        .execute(
            () -> {
              if (!over) {
                end();
                services.lane().ended(reason);
                listener.onHalted(reason);
              }
            });
  }

  private void end() {
    over = true;
    serving = false;
    if (engine != null) {
      engine.stop();
    }
    closePorts();
    startup.cancel();
    closeStore();
  }

  /** Nothing comes in or goes out any more. */
  private void closePorts() {
    if (registration != null) {
      registration.close();
    }
    if (server != null) {
      server.close();
    }
    startup.closeAppender();
    logs.close();
  }

  /**
   * Behind all that the other event loops still do with the rows. From the first query event loop
   * to the last: in that order their owner stops them, and an event loop that was stopped runs
   * nothing any more.
   */
  private void closeStore() {
    Runnable next = () -> services.refresher().execute(services.lane()::close);
    List<QueryEventLoop> lines = services.queries();
    for (int i = lines.size() - 1; i >= 0; i--) {
      QueryEventLoop line = lines.get(i);
      Runnable after = next;
      next = () -> line.scheduler().execute(after);
    }
    services.checkpointer().execute(next);
  }

  /** How many long queries are not read to their end. On the engine's event loop. */
  public int longQueries() {
    return engine == null ? 0 : engine.longQueries();
  }

  /** How many statements that write were run beside the engine, to their end. On its event loop. */
  public long ranBeside() {
    return engine == null ? 0 : engine.ranBeside();
  }

  /** Whether it serves. Any thread. */
  public boolean isServing() {
    return serving;
  }

  /**
   * Lets go of everything after one of the site's event loops has stopped by a fault, so that
   * nothing of this incarnation can be done in order any more. The row store is left to the garbage
   * collector: the other event loop may still be in it. Any thread.
   */
  public void abandon() {
    if (!over) {
      over = true;
      serving = false;
      closePorts();
    }
  }

  /** Ends this incarnation without a word to the listener. Any thread. */
  @Override
  public void close() {
    services
        .engine()
        .execute(
            () -> {
              if (!over) {
                end();
              }
            });
  }

  /** Hears of the site. Called on the engine's event loop. */
  public interface Listener {
    /** What this site knows of the cluster's sites, at first and after each change. */
    default void onSites(Roster roster) {}

    /** Recovery is over; routers can connect. */
    void onServing(int incarnation, Address address);

    /** The incarnation is over, by itself. A new one may be started. */
    void onHalted(RuntimeException reason);
  }

  private final class Self implements Incarnation {
    @Override
    public boolean isOver() {
      return over;
    }

    @Override
    public void halt(RuntimeException reason) {
      Site.this.halt(reason);
    }
  }

  /** Sites that come and go, this one as well. */
  private final class Comings implements SiteEngine.Owner {
    private final LogClosing closing;

    Comings(LogClosing closing) {
      this.closing = closing;
    }

    @Override
    public void follow(int site) {
      services.refresher().execute(() -> logs.follow(site));
    }

    @Override
    public void expedite() {
      logs.expedite();
    }

    @Override
    public void onSites(Roster roster) {
      listener.onSites(roster);
    }

    @Override
    public void onFenced(RuntimeException reason) {
      halt(reason);
    }

    @Override
    public void onLeft() {
      hasLeft = true;
      closing.start();
    }
  }

  private final class LogEvents implements GroupCommit.Listener {
    @Override
    public void onDurable(long position) {
      if (engine != null) {
        engine.onDurable();
      }
    }

    @Override
    public void onAppendFailed(RuntimeException reason) {
      engine.stop(); // what comes before the end could still write
      halt(
          reason instanceof ThetisException
              ? reason
              : new ThetisException(ErrorCode.LOG_APPEND_FAILED, config.site(), reason.getMessage())
                  .causedBy(reason));
    }
  }
}
