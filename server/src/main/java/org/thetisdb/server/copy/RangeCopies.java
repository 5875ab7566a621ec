package org.thetisdb.server.copy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.SiteToSite.CopyCredit;
import org.thetisdb.core.wire.SiteToSite.CopyRequest;
import org.thetisdb.migration.CopyLimits;
import org.thetisdb.migration.CopyPace;
import org.thetisdb.migration.CopyPlan;
import org.thetisdb.migration.CopySender;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.replica.RangeSource;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.store.RowStore;

/**
 * Gives copies of single ranges to sites that fill replicas, some at a time. A copy begins when
 * this site has applied what the receiver had when it began to keep what the logs say of the range.
 * A site that holds every row gives them: of it nothing goes meanwhile. Where there is none, each
 * gives what it holds, and the receiver looks what goes meanwhile. Owned by the engine's event
 * loop.
 */
public final class RangeCopies {
  private static final Logger LOG = LoggerFactory.getLogger(RangeCopies.class);
  private static final int MOST_AT_ONCE = 8;
  private static final long LOOK_US = 1_000;
  private static final long PATIENCE_US = 3_000_000;

  private final Scheduler scheduler;
  private final RowStore store;
  private final SiteProgress progress;
  private final SiteLife life;
  private final GroupCommit log;
  private final Scheduler worker;
  private final CopyPace pace;
  private final Map<Connection, Copy> copies = new LinkedHashMap<>();

  public RangeCopies(
      Scheduler scheduler,
      RowStore store,
      SiteProgress progress,
      SiteLife life,
      GroupCommit log,
      Scheduler worker,
      CopyLimits limits) {
    this.scheduler = scheduler;
    this.store = store;
    this.progress = progress;
    this.life = life;
    this.log = log;
    this.worker = worker;
    this.pace = new CopyPace(limits, scheduler);
  }

  /** Why another copy cannot begin now; null if it can. */
  ThetisException whyNot() {
    return copies.size() < MOST_AT_ONCE
        ? null
        : new ThetisException(ErrorCode.OVERLOADED, copies.size() + " replicas that are filled");
  }

  /** What this site gives in a second at most now. */
  long bytesPerS() {
    return pace.bytesPerS();
  }

  /** A site asks for a range. */
  void request(Connection connection, CopyRequest request, CopyPlan.Range range) {
    Copy copy = new Copy(connection, request, range);
    copies.put(connection, copy);
    copy.await();
  }

  /** The receiver has applied more. */
  void onCredit(Connection connection, CopyCredit credit) {
    Copy copy = copies.get(connection);
    if (copy != null && copy.sender != null) {
      copy.sender.onCredit(credit);
    }
  }

  /** A connection takes more. */
  void onWritable(Connection connection) {
    Copy copy = copies.get(connection);
    if (copy != null && copy.sender != null) {
      copy.sender.onWritable();
    }
  }

  /** A connection is gone. */
  void onClosed(Connection connection) {
    Copy copy = copies.remove(connection);
    if (copy != null && copy.sender != null) {
      copy.sender.cancel();
    }
  }

  /** This site ends. */
  void stop() {
    for (Copy copy : copies.values()) {
      if (copy.sender != null) {
        copy.sender.cancel();
      }
    }
    copies.clear();
  }

  /** One copy under way. */
  private final class Copy implements CopySender.Listener, RangeSource.Subject {
    private final Connection connection;
    private final CopyRequest request;
    private final CopyPlan.Range range;
    private final long deadlineUs;
    private CopySender sender;

    Copy(Connection connection, CopyRequest request, CopyPlan.Range range) {
      this.connection = connection;
      this.request = request;
      this.range = range;
      this.deadlineUs = scheduler.clock().nowUs() + PATIENCE_US;
    }

    void await() {
      if (life.isStopped() || copies.get(connection) != this) {
        return;
      }
      if (progress.everything().covers(range.behind())) {
        RangeSource source = new RangeSource(range, store, this, scheduler, worker);
        sender = new CopySender(connection, request.credit(), scheduler, pace.of(source), this);
        sender.start();
      } else if (scheduler.clock().nowUs() > deadlineUs) {
        onFailed("this site lacks what the other one has");
      } else {
        scheduler.schedule(LOOK_US, this::await);
      }
    }

    @Override
    public VersionVector complete() {
      return progress.everything().max(log.dependencies());
    }

    @Override
    public void whenDurable(Runnable action) {
      log.whenDurable(log.position(), action);
    }

    @Override
    public void onProgress(long slices) {
      // The receiver reports how far it is.
    }

    @Override
    public void onCopied() {
      copies.remove(connection);
    }

    @Override
    public void onFailed(String reason) {
      LOG.warn("A copy of a range for site {} was given up: {}", request.site(), reason);
      copies.remove(connection);
      RowCopies.refuse(
          connection, new ThetisException(ErrorCode.COPY_FAILED, request.site(), reason));
    }
  }
}
