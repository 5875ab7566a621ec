package org.thetisdb.server.txn;

import java.util.function.Supplier;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;

/**
 * Tells the router that leads what the site has: soon if a call here waits for a cut, and else a
 * while after the last progress that no answer has told. From time to time, how much the site
 * works. Nothing runs at a site that rests but for that. Owned by the site's engine.
 */
final class Reports {
  /** A report that nobody waits for may come this many times later than one that is waited for. */
  private static final int UNHURRIED = 8;

  private static final long LOAD_EVERY_REPORTS = 200;

  private final SiteState state;
  private final Supplier<Connection> router;
  private final long intervalUs;

  private long askedUs;
  private boolean cutWanted;
  private boolean askIsDue;
  private boolean tellIsDue;

  /**
   * None sent yet.
   *
   * @param router gives the one that leads, or null
   * @param intervalUs the least time between two reports
   */
  Reports(SiteState state, Supplier<Connection> router, long intervalUs) {
    this.state = state;
    this.router = router;
    this.intervalUs = intervalUs;
  }

  /** Begins. */
  void start() {
    onProgress();
    tellLoad();
  }

  /** The report may have changed. */
  void onProgress() {
    if (!tellIsDue) {
      tellIsDue = true;
      state.scheduler.schedule(UNHURRIED * intervalUs, this::tell);
    }
  }

  private void tell() {
    tellIsDue = false;
    if (!state.stopped && !state.report().equals(state.told)) {
      send(false);
    }
  }

  /** A call waits for a cut that covers the report. */
  void askForCut() {
    cutWanted = true;
    if (!askIsDue) {
      askIsDue = true;
      long waitUs = askedUs + intervalUs - state.scheduler.clock().nowUs();
      if (waitUs > 0) {
        state.scheduler.schedule(waitUs, this::ask);
      } else {
        ask();
      }
    }
  }

  private void ask() {
    askIsDue = false;
    boolean wanted = cutWanted;
    cutWanted = false;
    if (!state.stopped && wanted && !state.cuts.newest().covers(state.report())) {
      askedUs = state.scheduler.clock().nowUs();
      send(true);
    }
  }

  private void tellLoad() {
    if (!state.stopped) {
      send(false);
      state.scheduler.schedule(LOAD_EVERY_REPORTS * intervalUs, this::tellLoad);
    }
  }

  private void send(boolean wantsCut) {
    Connection to = router.get();
    if (to != null) {
      state.told = state.report();
      to.send(new Report(state.told, load(), wantsCut));
    }
  }

  private SiteLoad load() {
    SiteState.Counters counters = state.counters;
    return new SiteLoad(
        counters.committed,
        counters.aborted,
        counters.refreshed,
        rows(),
        state.store.usedBytes(),
        state.store.limitBytes(),
        state.log.bytesLogged());
  }

  private long rows() {
    long rows = 0;
    for (var table : state.catalog.tables().tables()) {
      rows += state.store.rowCount(table.id());
    }
    return rows;
  }
}
