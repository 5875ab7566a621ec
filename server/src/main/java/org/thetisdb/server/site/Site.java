package org.thetisdb.server.site;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.log.LogBatchWriter;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;
import org.thetisdb.replication.log.SoleWriter;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Membership.Registration;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.replication.refresh.RefreshSink;
import org.thetisdb.replication.refresh.Refresher;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.store.Snapshot;
import org.thetisdb.server.txn.OpenTransactions;
import org.thetisdb.server.txn.QueryLine;
import org.thetisdb.server.txn.Recovery;
import org.thetisdb.server.txn.RefreshEvents;
import org.thetisdb.server.txn.SiteEngine;
import org.thetisdb.server.txn.SiteRefresh;
import org.thetisdb.server.txn.SiteState;
import org.thetisdb.server.txn.StandIns;
import org.thetisdb.sql.call.SqlEngine;

/**
 * One incarnation of one site, from its start to its end.
 *
 * <p>It begins by reading a checkpoint, if there is one, and applies all logs from there on. When
 * its own log is read, it takes a number and appends a fence; when that fence comes back with all
 * that stands before it, it serves (hazard 8). Until it appends the fence it disturbs nobody, so
 * another site can stand in for it however long it reads. It ends when it is closed, or by itself
 * when it can no longer be sure of its log; then a new incarnation has to be started. Nothing here
 * blocks; the listener hears what happens.
 */
public final class Site implements AutoCloseable {
  private static final int CONFLICT_RETRIES = 20;
  private static final long NOT_YET = -1;
  private static final int NO_NUMBER = 0;
  private static final long ADMISSION_WAIT_US = 5_000_000;
  private static final long LOOK_US = 50_000;

  private final SiteConfig config;
  private final SiteServices services;
  private final Listener listener;
  private final Refresher refresher;
  private final SiteRefresh refresh;
  private final Opening opening;
  private final CatchUp catchUp;
  private ClusterSettings cluster;
  private int incarnation;
  private Recovery recovery;
  private volatile LogAppender appender;
  private volatile LogReader reader;
  private volatile Registration registration;
  private volatile Transport.Server server;
  private volatile SiteEngine engine;
  private volatile Cuts cuts;
  private volatile boolean serving;
  private volatile boolean over;

  /** The incarnation of the newest fence that was read in the own log. */
  private int newestFence;

  private boolean fenceReached;
  private boolean askedForAdmission;
  private boolean hasLeft;
  private long fenceOffset = NOT_YET;
  private VersionVector required = VersionVector.ZERO;

  /** What an incarnation begins with. */
  public enum Beginning {
    /** The newest good checkpoint, then the logs; a copy if the site is new to the cluster. */
    CHECKPOINT,
    /** A copy of another site's state, then the logs: for a site from which logs were cut. */
    COPY;

    /** What the next incarnation has to begin with after one that ended for this reason. */
    public static Beginning after(RuntimeException reason) {
      return reason instanceof ThetisException known && known.code() == ErrorCode.LOG_TRIMMED
          ? COPY
          : CHECKPOINT;
    }
  }

  private Site(SiteConfig config, SiteServices services, Beginning beginning, Listener listener) {
    this.config = config;
    this.services = services;
    this.listener = listener;
    this.opening = new Opening(config, services, beginning, new Opened());
    this.refresh =
        new SiteRefresh(
            services.store(), this::watermark, this::onRefreshed, this::follow, this::halt);
    this.refresher = new Refresher(config.site(), new FenceWatcher(), config.waitingRefreshBytes());
    this.catchUp =
        new CatchUp(() -> refresher.passedOffset(config.site()), this::takeNumber, this::halt);
  }

  /** Starts a new incarnation from its checkpoint, if it has one. */
  public static Site start(SiteConfig config, SiteServices services, Listener listener) {
    return start(config, services, Beginning.CHECKPOINT, listener);
  }

  /** Starts a new incarnation. */
  public static Site start(
      SiteConfig config, SiteServices services, Beginning beginning, Listener listener) {
    Site site = new Site(config, services, beginning, listener);
    services.refresher().execute(site.opening::start);
    return site;
  }

  // Starting: each step runs on the refresher's line and asks for the next

  private void read(Opening.Start start) {
    cluster = start.cluster();
    recovery = start.recovery();
    required = start.complete();
    List<LogPoint> points = start.points();
    Map<Integer, Long> from = new HashMap<>();
    int highest = Math.max(config.site(), recovery.roster().highest());
    for (int site = 1; site <= Math.max(highest, points.size()); site++) {
      LogPoint point = site <= points.size() ? points.get(site - 1) : LogPoint.START;
      refresher.addOrigin(site, point, start.vector().get(site));
      from.put(site, point.offset());
    }
    newestFence = refresher.resumePoint(config.site()).incarnation();
    reader = services.log().openReader(from, services.refresher(), new WhileAlive());
    refresher.setReader(reader);
    services.log().askEnd(config.site(), services.refresher(), catchUp::onEnd);
  }

  /**
   * Only now, when little of the own log is left: till now another site could stand in for this one
   * without being disturbed.
   */
  private void takeNumber() {
    services
        .membership()
        .nextIncarnation(
            config.site(),
            services.refresher(),
            result -> guarded(() -> takeNumber(result.orThrow())));
  }

  private void takeNumber(int number) {
    if (number <= newestFence) {
      // Membership has forgotten numbers that the log knows: nothing appended now would count.
      throw new ThetisException(ErrorCode.FENCED, number, config.site());
    }
    incarnation = number;
    appender = new SoleWriter(services.log(), config.site(), incarnation, services.engine());
    services.engine().execute(() -> guarded(this::appendFence));
  }

  private void appendFence() {
    byte[] fence = new LogBatchWriter(config.site(), incarnation).fence();
    appender.append(
        fence,
        new LogAppender.AppendCallback() {
          @Override
          public void onAppended(long offset) {
            services.refresher().execute(() -> onFenceAcknowledged(offset));
          }

          @Override
          public void onFailed(RuntimeException reason) {
            halt(
                new ThetisException(ErrorCode.LOG_APPEND_FAILED, config.site(), reason.getMessage())
                    .causedBy(reason));
          }
        });
  }

  private void onFenceAcknowledged(long offset) {
    fenceOffset = offset;
    serveIfRecovered();
  }

  /**
   * The own fence is the end of what this site may have acknowledged. What a checkpoint knows
   * beside its rows may be newer than they are, so all of that has to be applied, too.
   */
  private void serveIfRecovered() {
    if (fenceReached
        && fenceOffset != NOT_YET
        && !over
        && cuts == null
        && refresher.applied().covers(required)
        && isAdmitted()) {
      guarded(this::serve);
    }
  }

  /** The row that admits this site may be still on its way; it is not waited for for ever. */
  private boolean isAdmitted() {
    SiteStanding standing = recovery.roster().standing(config.site());
    if (standing == SiteStanding.GONE) {
      halt(new ThetisException(ErrorCode.SITE_HAS_LEFT, config.site()));
    } else if (standing == null && !askedForAdmission) {
      askedForAdmission = true;
      services
          .refresher()
          .schedule(
              ADMISSION_WAIT_US,
              () -> {
                if (cuts == null) {
                  halt(new ThetisException(ErrorCode.SITE_NOT_ADMITTED, config.site()));
                }
              });
    }
    return standing != null && standing != SiteStanding.GONE;
  }

  private void serve() {
    VersionVector applied = refresher.applied();
    cuts = new Cuts(applied, config.plainVectors());
    refresher.ownLogIsLive();
    reader.remove(config.site());
    services.engine().execute(() -> guarded(() -> serve(applied)));
  }

  private void serve(VersionVector applied) {
    GroupCommit log =
        new GroupCommit(
            config.site(),
            appender,
            new LogBatchWriter(config.site(), incarnation),
            services.engine(),
            config.appendIntervalUs(),
            config.unacknowledgedBytes(),
            applied.get(config.site()),
            fenceOffset + 1,
            applied.with(config.site(), 0),
            new LogEvents());
    SiteState state =
        new SiteState(
            config.site(),
            services.engine(),
            services.guard(),
            recovery.finish(applied),
            cuts,
            log,
            new SqlEngine(services.sql(), services.engine()),
            this::leaseHolds,
            services.queries(),
            new SiteState.Limits(
                config.waitingCalls(),
                config.procedureLimitMs(),
                config.writeSetBytes(),
                config.queryRows(),
                config.queryMemoryBytes(),
                CONFLICT_RETRIES,
                OpenTransactions.Limits.DEFAULT));
    engine =
        new SiteEngine(
            state,
            cluster.name(),
            incarnation,
            config.reportIntervalUs(),
            Checkpointing.ports(config, services, refresher),
            new StandIns(state, services.log(), services.membership()),
            new Comings());
    server = services.transport().listen(config.listen(), services.engine(), connection -> engine);
    engine.start();
    serving = true;
    registration =
        services.membership().register(new SiteInfo(config.site(), incarnation, server.address()));
    listener.onServing(incarnation, server.address());
    listener.onSites(state.roster());
    endIfReplaced();
  }

  /** A site that has nothing to append would not notice for long that its log has been closed. */
  private void endIfReplaced() {
    if (over || hasLeft) {
      return;
    }
    if (registration.isReplaced()) {
      halt(new ThetisException(ErrorCode.FENCED, incarnation, config.site()));
    } else {
      services.engine().schedule(LOOK_US, this::endIfReplaced);
    }
  }

  /** On the refresher's line: reads the log of a site that was admitted, from its beginning. */
  private void follow(int site) {
    if (over || refresher.follows(site)) {
      return;
    }
    refresher.addOrigin(site);
    services
        .log()
        .ensureLog(
            site,
            services.refresher(),
            error -> {
              if (error != null) {
                halt(error);
              } else if (!over) {
                reader.add(site, 0);
              }
            });
  }

  private boolean leaseHolds() {
    return registration != null && services.engine().clock().nowUs() < registration.leaseUntilUs();
  }

  private Snapshot watermark() {
    Cuts chain = cuts;
    return chain == null ? Snapshot.EVERYTHING : chain.watermark();
  }

  /** From the refresher: while recovering to the recovery, afterwards to the engine. */
  private void onRefreshed(RefreshEvents events) {
    if (cuts == null) {
      recovery.apply(events);
    } else {
      services
          .engine()
          .execute(
              () -> {
                if (engine != null && !over) {
                  engine.onRefreshed(events);
                }
              });
    }
  }

  private void guarded(Runnable step) {
    if (over) {
      return;
    }
    try {
      step.run();
    } catch (RuntimeException e) {
      halt(e);
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
    closeIfOpen(registration);
    closeIfOpen(server);
    closeIfOpen(appender);
    closeIfOpen(reader);
    opening.cancel();
    closeStore();
  }

  /** Behind all that the other lines still do with the rows. */
  private void closeStore() {
    Runnable next = () -> services.refresher().execute(services.store()::close);
    for (QueryLine line : services.queries()) {
      Runnable after = next;
      next = () -> line.scheduler().execute(after);
    }
    services.checkpointer().execute(next);
  }

  private static void closeIfOpen(AutoCloseable part) {
    if (part != null) {
      try {
        part.close();
      } catch (Exception e) {
        throw new IllegalStateException("could not close " + part, e);
      }
    }
  }

  /** How many long queries are not read to their end. On the engine's line. */
  public int longQueries() {
    return engine == null ? 0 : engine.longQueries();
  }

  /** Whether it serves. Any thread. */
  public boolean isServing() {
    return serving;
  }

  /**
   * Lets go of everything after one of the site's lines has stopped by a fault, so that nothing of
   * this incarnation can be done in order any more. The row store is left to the garbage collector:
   * the other line may still be in it. Any thread.
   */
  public void abandon() {
    if (!over) {
      over = true;
      serving = false;
      closeIfOpen(registration);
      closeIfOpen(server);
      closeIfOpen(appender);
      closeIfOpen(reader);
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

  /** Hears of the site. Called on the engine's line. */
  public interface Listener {
    /** What this site knows of the cluster's sites, at first and after each change. */
    default void onSites(Roster roster) {}

    /** Recovery is over; routers can connect. */
    void onServing(int incarnation, Address address);

    /** The incarnation is over, by itself. A new one may be started. */
    void onHalted(RuntimeException reason);
  }

  /** Sites that come and go, this one as well. */
  private final class Comings implements SiteEngine.Owner {
    @Override
    public void follow(int site) {
      services.refresher().execute(() -> Site.this.follow(site));
    }

    @Override
    public void onSites(Roster roster) {
      listener.onSites(roster);
    }

    @Override
    public void onFenced(RuntimeException reason) {
      halt(reason);
    }

    /** Closes the log: behind this fence no earlier incarnation counts. Then this site ends. */
    @Override
    public void onLeft() {
      hasLeft = true;
      services
          .membership()
          .nextIncarnation(
              config.site(),
              services.engine(),
              number -> {
                if (number.error() == null && !over) {
                  byte[] fence = new LogBatchWriter(config.site(), number.value()).fence();
                  appender.append(fence, new Closed());
                } else {
                  leave();
                }
              });
    }
  }

  private void leave() {
    halt(new ThetisException(ErrorCode.SITE_HAS_LEFT, config.site()));
  }

  /** Whether the fence came to the log or not: nothing of this site follows. */
  private final class Closed implements LogAppender.AppendCallback {
    @Override
    public void onAppended(long offset) {
      leave();
    }

    @Override
    public void onFailed(RuntimeException reason) {
      leave();
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

  /** Entries that arrive after the end are not applied: the row store is gone. */
  private final class WhileAlive implements LogListener {
    @Override
    public void onEntry(int origin, long offset, byte[] entry) {
      if (!over) {
        refresher.onEntry(origin, offset, entry);
        guarded(catchUp::look);
      }
    }

    @Override
    public void onFailed(int origin, RuntimeException reason) {
      if (!over) {
        refresher.onFailed(origin, reason);
      }
    }
  }

  /** What came of the first steps. */
  private final class Opened implements Opening.Listener {
    @Override
    public void onOpened(Opening.Start start) {
      guarded(() -> read(start));
    }

    @Override
    public void onFailed(RuntimeException reason) {
      halt(reason);
    }
  }

  /** Passes records on, and notices the own fence. */
  private final class FenceWatcher implements RefreshSink {
    @Override
    public void apply(int origin, LogBatchReader record) {
      if (record.isFence() && origin == config.site()) {
        passOwnFence(record.incarnation());
      }
      if (!record.isFence()
          && record.kind() == LogBatchReader.Kind.LEAVE
          && origin == config.site()) {
        throw new ThetisException(ErrorCode.SITE_HAS_LEFT, config.site());
      }
      refresh.apply(origin, record);
    }

    /** Behind the fence of a later incarnation nothing of this one counts, nor what it saves. */
    private void passOwnFence(int fenced) {
      newestFence = fenced;
      if (incarnation != NO_NUMBER && fenced > incarnation) {
        throw new ThetisException(ErrorCode.FENCED, incarnation, config.site());
      }
      fenceReached |= fenced == incarnation;
    }

    @Override
    public void advanced(VersionVector applied) {
      refresh.advanced(applied);
      serveIfRecovered();
    }

    @Override
    public void failed(RuntimeException reason) {
      refresh.failed(reason);
    }
  }
}
