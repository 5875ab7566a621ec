package org.thetisdb.server.report;

import java.util.function.Supplier;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.server.state.SiteState;

/**
 * Tells the router that leads what the site has: at once if a call here waits for a cut, and else
 * soon after the progress that no answer has told. From time to time, how much the site works.
 * Owned by the site's engine.
 */
public final class Reports {
  /** What nobody waits for is told after this many intervals. */
  private static final int UNHURRIED = 2;

  private static final int LOAD_EVERY_INTERVALS = 200;

  private final SiteState state;
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
   * @param router gives the one that leads, or null
   * @param intervalUs the least time between two requests for a cut, unless the log has
   *     acknowledged more
   */
  public Reports(SiteState state, Supplier<Connection> router, long intervalUs) {
    this.state = state;
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
      state.scheduler().schedule(UNHURRIED * intervalUs, this::tell);
    }
  }

  private void tell() {
    tellIsDue = false;
    if (!state.isStopped() && state.hasNews()) {
      send(false);
    }
  }

  /** A call waits for a cut that covers the report. */
  void askForCut() {
    long waitUs = askedUs + intervalUs - state.scheduler().clock().nowUs();
    if (waitUs <= 0 || state.log().durable() > askedDurable) {
      ask();
    } else if (!askIsDue) {
      askIsDue = true;
      state.scheduler().schedule(waitUs, this::askIfDue);
    }
  }

  private void askIfDue() {
    if (askIsDue && !state.isStopped() && !state.cuts().newest().covers(state.report())) {
      ask();
    }
    askIsDue = false;
  }

  private void ask() {
    askIsDue = false;
    askedUs = state.scheduler().clock().nowUs();
    askedDurable = state.log().durable();
    send(true);
  }

  private void tellLoad() {
    if (!state.isStopped()) {
      engineUsedUs = state.scheduler().usedUs();
      send(false);
      state.scheduler().schedule(LOAD_EVERY_INTERVALS * intervalUs, this::tellLoad);
    }
  }

  private void send(boolean cutWanted) {
    Connection to = router.get();
    if (to != null) {
      to.send(new Report(state.tell(), load(), cutWanted));
    }
  }

  private SiteLoad load() {
    SiteState.Counters counters = state.counters();
    return new SiteLoad(
        counters.committed,
        counters.aborted,
        counters.refreshed,
        rows(),
        state.store().usedBytes(),
        state.store().limitBytes(),
        state.log().bytesLogged(),
        engineUsedUs,
        state.store().coldRows(),
        state.store().coldBytes(),
        state.store().coldReads());
  }

  private long rows() {
    long rows = 0;
    for (var table : state.catalog().tables().tables()) {
      rows += state.store().rowCount(table.id());
    }
    return rows;
  }
}
