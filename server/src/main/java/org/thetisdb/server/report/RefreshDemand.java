package org.thetisdb.server.report;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.state.SiteProgress;

/**
 * Makes come soon what calls wait for. Logs are read and cuts are drawn from time to time, because
 * each time costs the same whatever it brings; one that waits asks for it. Owned by the site's
 * engine.
 */
public final class RefreshDemand implements WaitingCalls.Listener {
  private final SiteProgress progress;
  private final Cuts cuts;
  private final Reports reports;
  private final Runnable readLogs;

  /** {@code readLogs} ends the rest of the reader of the logs. */
  public RefreshDemand(SiteProgress progress, Cuts cuts, Reports reports, Runnable readLogs) {
    this.progress = progress;
    this.cuts = cuts;
    this.reports = reports;
    this.readLogs = readLogs;
  }

  @Override
  public void onLogsAwaited() {
    readLogs.run();
  }

  /**
   * A call waits for another cut: one that came and needs more of the logs, or one that covers what
   * the site has, which the router has to draw. What the log has not acknowledged no cut can show;
   * when it has, this is called again.
   */
  @Override
  public void onCutAwaited() {
    VersionVector newest = cuts.newest();
    if (!progress.reached().covers(newest)) {
      readLogs.run();
    }
    if (!newest.covers(progress.report())) {
      reports.askForCut();
    }
  }
}
