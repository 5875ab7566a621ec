package org.thetisdb.server.copy;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.SiteToSite.CopyCredit;
import org.thetisdb.core.wire.SiteToSite.CopyRequest;
import org.thetisdb.migration.CopyPlan;
import org.thetisdb.migration.CopySender;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.checkpoint.CheckpointHeader;
import org.thetisdb.server.checkpoint.CheckpointId;
import org.thetisdb.server.checkpoint.SnapshotSource;
import org.thetisdb.server.checkpointing.CheckpointPorts;
import org.thetisdb.server.checkpointing.SiteSnapshot;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteIdentity;
import org.thetisdb.server.state.SiteLife;

/**
 * Gives copies of this site's state to sites that join, one after the other, and of single ranges
 * to those that fill replicas. A site that asks must have been admitted, as far as this site knows:
 * from then on it holds all logs, so what follows the copy is there (hazard 14). Owned by the
 * engine's event loop.
 */
public final class RowCopies {
  private static final Logger LOG = LoggerFactory.getLogger(RowCopies.class);
  private static final int MOST_WAITING = 8;

  private final Scheduler scheduler;
  private final SiteData data;
  private final SiteLife life;
  private final SiteIdentity identity;
  private final CheckpointPorts ports;
  private final Progress progress;
  private final RangeCopies ranges;
  private final Supplier<SiteSnapshot> snapshots;
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private Waiting current;
  private SiteSnapshot snapshot;
  private CopySender sender;

  /** Hears how far a copy is. */
  public interface Progress {
    /** So many slices of its copy are on their way to a site. */
    void onSlices(int site, long slices);
  }

  private record Waiting(Connection connection, CopyRequest request) {}

  /** None asked for yet. */
  public RowCopies(
      Scheduler scheduler,
      SiteData data,
      SiteLife life,
      RangeCopies ranges,
      Supplier<SiteSnapshot> snapshots,
      SiteIdentity identity,
      CheckpointPorts ports,
      Progress progress) {
    this.scheduler = scheduler;
    this.data = data;
    this.life = life;
    this.identity = identity;
    this.ports = ports;
    this.progress = progress;
    this.ranges = ranges;
    this.snapshots = snapshots;
  }

  /** What this site gives to others of ranges in a second at most now. */
  public long copyBytesPerS() {
    return ranges.bytesPerS();
  }

  /** A site asks for a copy. */
  public void request(Connection connection, CopyRequest request) {
    CopyPlan plan;
    try {
      plan = CopyPlan.decode(request.plan());
    } catch (CodecException e) {
      refuse(connection, new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()));
      return;
    }
    ThetisException reason = whyNot(request, plan);
    if (reason != null) {
      refuse(connection, reason);
    } else if (plan.range() != null) {
      ranges.request(connection, request, plan.range());
    } else {
      waiting.add(new Waiting(connection, request));
      next();
    }
  }

  private ThetisException whyNot(CopyRequest request, CopyPlan plan) {
    if (!request.cluster().equals(identity.cluster())) {
      return new ThetisException(
          ErrorCode.BAD_REQUEST, "this site is of cluster \"" + identity.cluster() + "\"");
    }
    SiteStanding standing = data.roster().standing(request.site());
    if (standing == null || request.site() == data.self()) {
      return new ThetisException(ErrorCode.SITE_NOT_ADMITTED, request.site());
    }
    if (standing == SiteStanding.GONE) {
      return new ThetisException(ErrorCode.SITE_HAS_LEFT, request.site());
    }
    if (!data.roster().holdsAll(data.self()) && !mayGivePart(plan, standing)) {
      return new ThetisException(ErrorCode.NOT_HELD, data.self());
    }
    if (plan.range() != null) {
      return ranges.whyNot();
    }
    return waiting.size() < MOST_WAITING
        ? null
        : new ThetisException(ErrorCode.OVERLOADED, waiting.size() + " sites that join");
  }

  /**
   * Where no site holds every row, each gives what it holds of a range, and the system's rows to
   * one that holds nothing else yet. Nobody can give all rows of one that has lost them.
   */
  private boolean mayGivePart(CopyPlan plan, SiteStanding standing) {
    return data.roster().lacksFullSite()
        && (plan.range() != null || standing == SiteStanding.JOINING);
  }

  static void refuse(Connection connection, ThetisException reason) {
    connection.send(new Goodbye(reason.code().number(), reason.getMessage()));
    connection.close();
  }

  /** Begins the next copy, if none is taken. Called from time to time. */
  public void next() {
    if (!life.isSnapshotUnderWay() && current == null && !waiting.isEmpty() && !life.isStopped()) {
      current = waiting.remove();
      Waiting asking = current;
      ports.resumePoints().accept(points -> begin(asking, points));
    }
  }

  private void begin(Waiting asking, LogPoint[] others) {
    if (!asking.equals(current) || life.isStopped()) {
      return;
    }
    if (life.isSnapshotUnderWay()) {
      current = null;
      waiting.addFirst(asking);
      return;
    }
    snapshot = snapshots.get();
    CheckpointId id = new CheckpointId(data.self(), identity.incarnation(), 0);
    CheckpointHeader header = snapshot.begin(identity.cluster(), id, others);
    SnapshotSource source =
        new SnapshotSource(
            header, tablesFor(asking), data.store(), snapshot, scheduler, ports.worker());
    sender =
        new CopySender(
            asking.connection(), asking.request().credit(), scheduler, source, new Events(asking));
    sender.start();
  }

  /**
   * A site that has not been used yet masters nothing, so it holds nothing but the system's rows if
   * it is one that holds a part; what it gets later comes behind this copy.
   */
  private int[] tablesFor(Waiting asking) {
    int site = asking.request().site();
    boolean all = data.roster().holdsAll(site) || !data.roster().is(site, SiteStanding.JOINING);
    return all
        ? snapshot.tables()
        : Arrays.stream(snapshot.tables()).filter(Catalog::isSystemTable).toArray();
  }

  /** The receiver has applied more. */
  public void onCredit(Connection connection, CopyCredit credit) {
    ranges.onCredit(connection, credit);
    if (current != null && current.connection() == connection && sender != null) {
      sender.onCredit(credit);
    }
  }

  /** A connection takes more. */
  public void onWritable(Connection connection) {
    ranges.onWritable(connection);
    if (current != null && current.connection() == connection && sender != null) {
      sender.onWritable();
    }
  }

  /** A connection is gone. */
  public void onClosed(Connection connection) {
    ranges.onClosed(connection);
    waiting.removeIf(asking -> asking.connection() == connection);
    if (current != null && current.connection() == connection) {
      stopCurrent();
      next();
    }
  }

  /** This site ends. */
  public void stop() {
    ranges.stop();
    waiting.clear();
    stopCurrent();
  }

  private void stopCurrent() {
    if (sender != null) {
      sender.cancel();
      snapshot.end();
    }
    sender = null;
    snapshot = null;
    current = null;
  }

  /** What becomes of the present copy. */
  private final class Events implements CopySender.Listener {
    private final Waiting asking;

    Events(Waiting asking) {
      this.asking = asking;
    }

    @Override
    public void onProgress(long slices) {
      progress.onSlices(asking.request().site(), slices);
    }

    @Override
    public void onCopied() {
      LOG.info("site {} has a copy of site {}", asking.request().site(), data.self());
      over();
    }

    @Override
    public void onFailed(String reason) {
      LOG.warn("The copy for site {} was given up: {}", asking.request().site(), reason);
      asking.connection().close();
      over();
    }

    private void over() {
      stopCurrent();
      next();
    }
  }
}
