package org.thetisdb.server.site;

import java.util.function.Consumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.replication.log.LogAppender;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.log.LogBatchWriter;
import org.thetisdb.replication.log.SoleWriter;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.refresh.RefreshSink;
import org.thetisdb.replication.refresh.Refresher;
import org.thetisdb.server.refresh.RefreshEvents;
import org.thetisdb.server.refresh.SiteRefresh;

/**
 * The way of an incarnation from its checkpoint to the moment in which it can serve:
 *
 * <ol>
 *   <li>a checkpoint or a copy is read, if there is one, and all logs are read from there on;
 *   <li>when the own log is read as far as it went, the incarnation takes its number;
 *   <li>it appends a fence, and waits until that comes back with all that stands before it;
 *   <li>it waits for what the checkpoint depends on, and for the row that admits this site.
 * </ol>
 *
 * <p>Each step runs on the refresher's event loop and asks for the next.
 */
final class Startup {
  private static final long NOT_YET = -1;
  private static final int NO_NUMBER = 0;
  private static final long ADMISSION_WAIT_US = 5_000_000;

  private final SiteConfig config;
  private final SiteServices services;
  private final Incarnation incarnation;
  private final Consumer<Result> onRecovered;
  private final SiteRefresh refresh;
  private final Opening opening;
  private final FollowedLogs logs;
  private final Refresher refresher;
  private final CatchUp catchUp;
  private ClusterSettings cluster;
  private String identity;
  private Recovery recovery;
  private int number = NO_NUMBER;
  private volatile LogAppender appender;

  /** The incarnation of the newest fence that was read in the own log. */
  private int newestFence;

  private boolean fenceReached;
  private boolean askedForAdmission;
  private boolean recovered;
  private long fenceOffset = NOT_YET;
  private VersionVector required = VersionVector.ZERO;

  /**
   * What a site serves with.
   *
   * @param identity of the cluster and its logs
   * @param incarnation its number
   * @param appender of the own log, behind the fence
   * @param fenceOffset where the fence stands
   * @param applied all that was read
   */
  record Result(
      ClusterSettings cluster,
      String identity,
      Recovery recovery,
      int incarnation,
      LogAppender appender,
      long fenceOffset,
      VersionVector applied) {}

  /**
   * A start that has not begun.
   *
   * @param refresh applies what is read, during the start and later
   * @param onRecovered hears once, on the refresher's event loop, that the site can serve
   */
  Startup(
      SiteConfig config,
      SiteServices services,
      Site.Beginning beginning,
      Incarnation incarnation,
      SiteRefresh refresh,
      Consumer<Result> onRecovered) {
    this.config = config;
    this.services = services;
    this.incarnation = incarnation;
    this.onRecovered = onRecovered;
    this.refresh = refresh;
    this.opening = new Opening(config, services, beginning, new Opened());
    this.logs =
        new FollowedLogs(config, services, incarnation, new FenceWatcher(refresh), this::onPassed);
    this.refresher = logs.refresher();
    this.catchUp =
        new CatchUp(
            () -> refresher.passedOffset(config.site()), this::takeNumber, incarnation::halt);
  }

  /** Begins. */
  void start() {
    opening.start();
  }

  /** The logs that are read, also when the start is over. */
  FollowedLogs logs() {
    return logs;
  }

  /** What was applied is more than rows, and waits for the engine. */
  void apply(RefreshEvents events) {
    recovery.apply(events);
  }

  /** Stops reading a checkpoint or a copy. */
  void cancel() {
    opening.cancel();
  }

  /** Appends no more. Any thread. */
  void closeAppender() {
    if (appender != null) {
      appender.close();
    }
  }

  private void read(Opening.Start start) {
    cluster = start.cluster();
    identity = start.identity();
    recovery = start.recovery();
    refresh.installInto(recovery.store(), cluster.isPartial());
    required = start.complete();
    int highest = Math.max(config.site(), recovery.roster().highest());
    logs.begin(identity, start.points(), start.vector(), highest);
    newestFence = refresher.resumePoint(config.site()).incarnation();
    services.log().askEnd(config.site(), services.refresher(), catchUp::onEnd);
  }

  private void onPassed() {
    catchUp.look();
  }

  /**
   * Only now, when little of the own log is left: till now another site could be the failover
   * successor of this one without being disturbed.
   */
  private void takeNumber() {
    services
        .membership()
        .nextIncarnation(
            config.site(),
            services.refresher(),
            result -> incarnation.guarded(() -> takeNumber(result.orThrow())));
  }

  private void takeNumber(int taken) {
    if (taken <= newestFence) {
      // Membership has forgotten numbers that the log knows: nothing appended now would count.
      throw new ThetisException(ErrorCode.FENCED, taken, config.site());
    }
    number = taken;
    services.lane().took(number);
    appender = new SoleWriter(services.log(), config.site(), number, services.engine());
    services.engine().execute(() -> incarnation.guarded(this::appendFence));
  }

  private void appendFence() {
    byte[] fence = new LogBatchWriter(config.site(), number).fence();
    appender.append(
        fence,
        new LogAppender.AppendCallback() {
          @Override
          public void onAppended(long offset) {
            services.refresher().execute(() -> onFenceAcknowledged(offset));
          }

          @Override
          public void onFailed(RuntimeException reason) {
            incarnation.halt(
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
        && !incarnation.isOver()
        && !recovered
        && refresher.applied().covers(required)
        && isAdmitted()) {
      recovered = true;
      refresh.recovered();
      VersionVector applied = refresher.applied();
      Result result =
          new Result(cluster, identity, recovery, number, appender, fenceOffset, applied);
      incarnation.guarded(() -> onRecovered.accept(result));
    }
  }

  /** The row that admits this site may be still on its way; it is not waited for for ever. */
  private boolean isAdmitted() {
    SiteStanding standing = recovery.roster().standing(config.site());
    if (standing == SiteStanding.GONE) {
      incarnation.halt(new ThetisException(ErrorCode.SITE_HAS_LEFT, config.site()));
    } else if (standing == null && !askedForAdmission) {
      askedForAdmission = true;
      services.refresher().schedule(ADMISSION_WAIT_US, this::endUnlessRecovered);
    }
    return standing != null && standing != SiteStanding.GONE;
  }

  private void endUnlessRecovered() {
    if (!recovered) {
      incarnation.halt(new ThetisException(ErrorCode.SITE_NOT_ADMITTED, config.site()));
    }
  }

  /** What came of the first steps. */
  private final class Opened implements Opening.Listener {
    @Override
    public void onOpened(Opening.Start start) {
      incarnation.guarded(() -> read(start));
    }

    @Override
    public void onFailed(RuntimeException reason) {
      incarnation.halt(reason);
    }
  }

  /** Passes records on, and notices the own fence. */
  private final class FenceWatcher implements RefreshSink {
    private final RefreshSink refresh;

    FenceWatcher(RefreshSink refresh) {
      this.refresh = refresh;
    }

    @Override
    public void apply(int origin, LogBatchReader record) {
      if (origin == config.site()) {
        applyOwn(record);
      } else if (record.isFence() && services.lane().isReplaced(origin, record.incarnation())) {
        // It has installed what it could not log, where others now write.
        throw new ThetisException(ErrorCode.FENCED, services.lane().incarnationOf(origin), origin);
      }
      refresh.apply(origin, record);
    }

    private void applyOwn(LogBatchReader record) {
      if (record.isFence()) {
        passOwnFence(record.incarnation());
      } else if (record.kind() == LogBatchReader.Kind.LEAVE) {
        throw new ThetisException(ErrorCode.SITE_HAS_LEFT, config.site());
      }
    }

    /** Behind the fence of a later incarnation nothing of this one counts, nor what it saves. */
    private void passOwnFence(int fenced) {
      newestFence = fenced;
      if (number != NO_NUMBER && fenced > number) {
        throw new ThetisException(ErrorCode.FENCED, number, config.site());
      }
      fenceReached |= fenced == number;
    }

    @Override
    public void advanced(VersionVector applied) {
      refresh.advanced(applied);
      if (!recovered) {
        services.lane().recovers(applied);
      }
      serveIfRecovered();
    }

    @Override
    public void failed(RuntimeException reason) {
      refresh.failed(reason);
    }
  }
}
