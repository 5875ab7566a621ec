package org.thetisdb.replication.log.stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.SiteToSite.FollowLog;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.membership.Membership.SiteInfo;

/**
 * One log that is followed: opens log streams of it, one after the other, and ends those that are
 * of no use. Lives on one scheduler.
 */
final class Origin implements LogStream.Owner {
  /** Three signs of life are missing, and what is still on its way. */
  static final long SILENT_US = 80_000;

  /** How long a connection and its first word may take. */
  static final long OPENING_US = 2_000_000;

  static final long FIRST_PAUSE_US = 1_000_000;
  static final long LONGEST_PAUSE_US = 16_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(Origin.class);

  private final int site;
  private final LogStreamPorts ports;
  private final CommitLog log;
  private final Scheduler scheduler;
  private final LogDelivery delivery;
  private final LogStreamReader.Connections connections;

  /** As membership has it; null if it does not. */
  private SiteInfo living;

  private LogStream logStream;
  private EndCheck check;
  private long openAtUs;
  private long pauseUs = FIRST_PAUSE_US;

  Origin(
      int site,
      LogStreamPorts ports,
      CommitLog log,
      Scheduler scheduler,
      LogDelivery delivery,
      LogStreamReader.Connections connections) {
    this.site = site;
    this.ports = ports;
    this.log = log;
    this.scheduler = scheduler;
    this.delivery = delivery;
    this.connections = connections;
  }

  LogDelivery delivery() {
    return delivery;
  }

  /**
   * What membership has of it now; null for nothing. A log stream of another incarnation is over.
   */
  void onMembership(SiteInfo now) {
    if (now != null && !now.equals(living)) {
      openAtUs = 0;
    }
    living = now;
    if (logStream != null && (now == null || now.incarnation() != logStream.incarnation())) {
      logStream.end("it is not a member any more in this incarnation");
    }
  }

  /**
   * Looks after the log stream. Called every few milliseconds.
   *
   * @param late whether this comes so late that messages may wait which came meanwhile
   */
  void look(long nowUs, boolean late) {
    if (logStream == null) {
      if (living != null && nowUs >= openAtUs) {
        open(nowUs);
      }
    } else if (!late
        && nowUs - logStream.heardAtUs() > (logStream.hasBegun() ? SILENT_US : OPENING_US)) {
      logStream.end("nothing came from it for " + (nowUs - logStream.heardAtUs()) / 1_000 + " ms");
    } else {
      check.look(nowUs);
    }
  }

  private void open(long nowUs) {
    FollowLog request = new FollowLog(ports.cluster(), ports.self(), site, living.incarnation());
    logStream = new LogStream(request, delivery, nowUs, this);
    check = new EndCheck(site, log, scheduler, delivery, this::onBehind);
    ports.transport().connect(living.address(), scheduler, logStream);
  }

  @Override
  public void onOpened(Connection connection) {
    connections.add(connection);
  }

  @Override
  public long onHeard(boolean entries) {
    long nowUs = scheduler.clock().nowUs();
    if (entries) {
      check.onEntries(nowUs);
    }
    return nowUs;
  }

  /** Somebody else has written to the log: it is read at least as far as that. */
  private void onBehind(long end) {
    delivery.mustRead(end);
    logStream.end("its log goes on to offset " + end);
  }

  /** One that has worked is tried again soon, one that never does ever more rarely. */
  @Override
  public void onEnded(LogStream ended, Connection connection, String why) {
    LOG.debug(
        "Site {} reads the log of site {}, since its log stream ended: {}",
        ports.self(),
        site,
        why);
    connections.remove(connection);
    check.end();
    pauseUs = ended.hasBegun() ? FIRST_PAUSE_US : Math.min(LONGEST_PAUSE_US, pauseUs * 2);
    openAtUs = scheduler.clock().nowUs() + pauseUs;
    logStream = null;
  }

  /** This log is not wanted any more. */
  void close() {
    delivery.close();
    living = null;
    if (logStream != null) {
      logStream.end("nobody follows any more");
    }
  }
}
