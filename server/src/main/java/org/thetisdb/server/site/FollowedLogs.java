package org.thetisdb.server.site;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;
import org.thetisdb.replication.log.stream.LogStreamPorts;
import org.thetisdb.replication.log.stream.LogStreamReader;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.replication.refresh.RefreshSink;
import org.thetisdb.replication.refresh.Refresher;
import org.thetisdb.server.lane.Lane;

/**
 * The logs that a site reads: at first all of them, its own one until it serves, later also those
 * of sites that join. Lives on the refresher's event loop, but for {@link #expedite} and {@link
 * #close}.
 */
final class FollowedLogs {
  private final SiteConfig config;
  private final SiteServices services;
  private final Incarnation incarnation;
  private final Runnable onPassed;
  private final Refresher refresher;
  private volatile LogReader reader;

  /** The reader, if it gets what other sites send; else null. */
  private LogStreamReader logStreams;

  private volatile boolean expedited;
  private boolean live;

  /**
   * Reads nothing yet.
   *
   * @param sink takes the records in their order
   * @param onPassed runs after each entry
   */
  FollowedLogs(
      SiteConfig config,
      SiteServices services,
      Incarnation incarnation,
      RefreshSink sink,
      Runnable onPassed) {
    this.config = config;
    this.services = services;
    this.incarnation = incarnation;
    this.onPassed = onPassed;
    Lane lane = services.lane();
    this.refresher = new Refresher(config.site(), sink, lane, config.waitingRefreshBytes());
    lane.onInstalled(() -> services.refresher().execute(this::look));
    lane.onExpedited(this::expediteReader);
  }

  /**
   * Begins to read.
   *
   * @param identity of the cluster and its logs
   * @param points from where each log is read, for sites 1, 2, 3 and so on; others from their
   *     beginning
   * @param vector what is applied of each
   * @param highest the highest number of a site that is known
   */
  void begin(String identity, List<LogPoint> points, VersionVector vector, int highest) {
    Map<Integer, Long> from = new HashMap<>();
    for (int site = 1; site <= Math.max(highest, points.size()); site++) {
      LogPoint point = site <= points.size() ? points.get(site - 1) : LogPoint.START;
      refresher.addOrigin(site, point, vector.get(site));
      from.put(site, point.offset());
    }
    reader = open(identity, from);
    refresher.setReader(reader);
  }

  private LogReader open(String identity, Map<Integer, Long> from) {
    if (!config.logStreams() || services.lane().isShared()) {
      return services.log().openReader(from, services.refresher(), new WhileAlive());
    }
    LogStreamPorts ports =
        new LogStreamPorts(
            identity,
            config.site(),
            services.transport(),
            services.membership(),
            services.logStreamCounters());
    logStreams =
        new LogStreamReader(services.log(), from, services.refresher(), new WhileAlive(), ports);
    return logStreams;
  }

  /** Reads the log of a site that was admitted, from its beginning. */
  void follow(int site) {
    if (incarnation.isOver() || refresher.follows(site)) {
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
                incarnation.halt(error);
              } else if (!incarnation.isOver()) {
                reader.add(site, 0);
              }
            });
  }

  /** The own log is read no more: from now on the site knows what it writes. */
  void ownLogIsLive() {
    live = true;
    refresher.ownLogIsLive();
    reader.remove(config.site());
    if (logStreams != null) {
      logStreams.begin();
    }
  }

  /**
   * Somebody waits for more of them, until some of it could be applied: an entry that waits for
   * entries of other logs helps nobody. Any thread.
   */
  void expedite() {
    expedited = true;
    services.lane().expediteInstaller();
    expediteReader();
  }

  private void expediteReader() {
    LogReader reading = reader;
    if (reading != null) {
      reading.expedite();
    }
  }

  /** Others have installed more of what is read here. */
  private void look() {
    if (!incarnation.isOver()) {
      refresher.look();
      incarnation.guarded(onPassed);
    }
  }

  Refresher refresher() {
    return refresher;
  }

  /** Any thread. */
  void close() {
    if (reader != null) {
      reader.close();
    }
  }

  /** Entries that arrive after the end are not applied: the row store is gone. */
  private final class WhileAlive implements LogListener {
    @Override
    public void onEntry(int origin, long offset, byte[] entry) {
      if (!incarnation.isOver()) {
        boolean awaited = expedited;
        expedited = false; // who still waits when more is applied says so again
        long before = refresher.advances();
        refresher.onEntry(origin, offset, entry);
        incarnation.guarded(onPassed);
        if (awaited && refresher.advances() == before) {
          expedite();
        }
        if (!live) {
          reader.expedite(); // the site waits for the end of the logs
        }
      }
    }

    @Override
    public void onFailed(int origin, RuntimeException reason) {
      if (!incarnation.isOver()) {
        refresher.onFailed(origin, reason);
      }
    }
  }
}
