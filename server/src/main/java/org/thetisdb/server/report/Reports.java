package org.thetisdb.server.report;

import java.util.function.Supplier;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.state.SiteProgress;

/**
 * Reports to the router that leads what the site has: at once if a call here waits for a cut, and
 * else soon after the progress that no answer has reported. From time to time, how much the site
 * works. Owned by the site's engine.
 */
public final class Reports {
  /** What nobody waits for is reported after this many intervals. */
  private static final int UNHURRIED = 2;

  private static final int LOAD_EVERY_INTERVALS = 200;

  private final Scheduler scheduler;
  private final SiteProgress progress;
  private final SiteLife life;
  private final GroupCommit log;
  private final Cuts cuts;
  private final LoadGauge load;
  private final Supplier<Connection> router;
  private final long intervalUs;
  private long askedUs;
  private long askedDurable;
  private long engineUsedUs;
  private boolean askIsDue;
  private boolean tellIsDue;

  /**
   * None sent yet.
   *
   * @param load says what the site has done
   * @param router gives the one that leads, or null
   * @param intervalUs the least time between two requests for a cut, unless the log has
   *     acknowledged more
   */
  public Reports(
      Scheduler scheduler,
      SiteProgress progress,
      SiteLife life,
      GroupCommit log,
      Cuts cuts,
      LoadGauge load,
      Supplier<Connection> router,
      long intervalUs) {
    this.scheduler = scheduler;
    this.progress = progress;
    this.life = life;
    this.log = log;
    this.cuts = cuts;
    this.load = load;
    this.router = router;
    this.intervalUs = intervalUs;
  }

  /** Begins. */
  public void start() {
    onProgress();
    tellLoad();
  }

  /** The report may have changed. */
  public void onProgress() {
    if (!tellIsDue) {
      tellIsDue = true;
      scheduler.schedule(UNHURRIED * intervalUs, this::tell);
    }
  }

  private void tell() {
    tellIsDue = false;
    if (!life.isStopped() && progress.hasNews()) {
      send(false);
    }
  }

  /** A call waits for a cut that covers the report. */
  void askForCut() {
    long waitUs = askedUs + intervalUs - scheduler.clock().nowUs();
    if (waitUs <= 0 || log.durable() > askedDurable) {
      ask();
    } else if (!askIsDue) {
      askIsDue = true;
      scheduler.schedule(waitUs, this::askIfDue);
    }
  }

  private void askIfDue() {
    if (askIsDue && !life.isStopped() && !cuts.newest().covers(progress.report())) {
      ask();
    }
    askIsDue = false;
  }

  private void ask() {
    askIsDue = false;
    askedUs = scheduler.clock().nowUs();
    askedDurable = log.durable();
    send(true);
  }

  private void tellLoad() {
    if (!life.isStopped()) {
      engineUsedUs = scheduler.usedUs();
      send(false);
      scheduler.schedule(LOAD_EVERY_INTERVALS * intervalUs, this::tellLoad);
    }
  }

  private void send(boolean cutWanted) {
    Connection to = router.get();
    if (to != null) {
      to.send(new Report(progress.tell(), load.now(engineUsedUs), cutWanted));
    }
  }
}
