package org.thetisdb.replication.log.stream;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.replication.membership.MembershipListener;

/**
 * Reads logs like the reader of the {@link CommitLog}, and in its place gets what their sites send
 * as soon as they have it acknowledged. A log is read from the CommitLog at first, and again
 * whenever its log stream ends, is silent, leaves a gap, or does not go as far as the log. The
 * listener hears each entry once and in order, whichever way it came.
 *
 * <p>Used from one scheduler, but for {@link #expedite} and {@link #close}.
 */
public final class LogStreamReader implements LogReader {
  /** How often log streams are looked after. */
  static final long LOOK_US = 20_000;

  private static final Logger LOG = LoggerFactory.getLogger(LogStreamReader.class);

  private final CommitLog log;
  private final Scheduler scheduler;
  private final LogListener listener;
  private final LogStreamPorts ports;
  private final LogReader reader;
  private final Map<Integer, Origin> origins = new TreeMap<>();
  private final Map<Integer, SiteInfo> living = new HashMap<>();
  private final Connections connections = new Connections();
  private long lookedAtUs;
  private volatile AutoCloseable watch;
  private volatile boolean closed;

  /**
   * Reads logs from the given offsets on, at first without any log stream.
   *
   * @param fromOffsets for each site the first offset to be read
   */
  public LogStreamReader(
      CommitLog log,
      Map<Integer, Long> fromOffsets,
      Scheduler scheduler,
      LogListener listener,
      LogStreamPorts ports) {
    this.log = log;
    this.scheduler = scheduler;
    this.listener = listener;
    this.ports = ports;
    this.reader = log.openReader(fromOffsets, scheduler, new FromLog());
    fromOffsets.forEach(this::follow);
  }

  /**
   * From now on log streams are wanted; before, a log has more to give at once than a log stream
   * may keep.
   */
  public void begin() {
    if (!closed) {
      lookedAtUs = scheduler.clock().nowUs();
      watch = ports.membership().watch(scheduler, new Members());
      look();
      closeWatchIfClosed();
    }
  }

  private void follow(int site, long fromOffset) {
    LogStreamCounters counters = site == ports.self() ? new LogStreamCounters() : ports.counters();
    LogDelivery delivery = new LogDelivery(site, fromOffset, reader, listener, counters);
    Origin origin = new Origin(site, ports, log, scheduler, delivery, connections);
    origin.onMembership(living.get(site));
    origins.put(site, origin);
  }

  @Override
  public void add(int site, long fromOffset) {
    remove(site);
    follow(site, fromOffset);
    reader.add(site, fromOffset);
  }

  @Override
  public void remove(int site) {
    Origin origin = origins.remove(site);
    if (origin != null) {
      origin.close();
      reader.remove(site);
    }
  }

  /**
   * What log streams have brought is passed on later: the listener may be in the middle of an
   * entry.
   */
  @Override
  public void setPaused(int site, boolean paused) {
    Origin origin = origins.get(site);
    if (origin == null) {
      return;
    }
    origin.delivery().setPaused(paused);
    if (!paused) {
      scheduler.execute(() -> passKept(origin));
    }
  }

  private void passKept(Origin origin) {
    if (!closed) {
      origin.delivery().passKept();
    }
  }

  @Override
  public void expedite() {
    reader.expedite();
  }

  private void look() {
    if (closed) {
      return;
    }
    long nowUs = scheduler.clock().nowUs();
    boolean late = nowUs - lookedAtUs > 2 * LOOK_US;
    lookedAtUs = nowUs;
    for (Map.Entry<Integer, Origin> each : origins.entrySet()) {
      if (each.getKey() != ports.self()) {
        each.getValue().look(nowUs, late);
      }
    }
    scheduler.schedule(LOOK_US, this::look);
  }

  @Override
  public void close() {
    closed = true;
    reader.close();
    connections.close();
    closeWatchIfClosed();
  }

  private void closeWatchIfClosed() {
    AutoCloseable watching = watch;
    if (closed && watching != null) {
      try {
        watching.close();
      } catch (Exception e) {
        LOG.warn("the watch on membership could not be closed", e);
      }
    }
  }

  /** What the log's own reader brings. */
  private final class FromLog implements LogListener {
    @Override
    public void onEntry(int site, long offset, byte[] entry) {
      Origin origin = origins.get(site);
      if (origin != null && !closed) {
        origin.delivery().onLogEntry(offset, entry);
      }
    }

    @Override
    public void onFailed(int site, RuntimeException reason) {
      if (!closed) {
        listener.onFailed(site, reason);
      }
    }
  }

  private final class Members implements MembershipListener {
    @Override
    public void onSites(List<SiteInfo> sites) {
      if (closed) {
        return;
      }
      living.clear();
      sites.forEach(info -> living.put(info.site(), info));
      origins.forEach((site, origin) -> origin.onMembership(living.get(site)));
    }

    @Override
    public void onLeader(Address leader) {
      // Logs do not depend on it.
    }
  }

  /** Connections that are open, in the order in which they were opened. Any thread. */
  static final class Connections {
    private final List<Connection> open = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    void add(Connection connection) {
      open.add(connection);
      if (closed) {
        connection.close();
      }
    }

    void remove(Connection connection) {
      open.remove(connection);
    }

    void close() {
      closed = true;
      open.forEach(Connection::close);
    }
  }
}
