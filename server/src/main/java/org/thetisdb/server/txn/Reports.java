package org.thetisdb.server.txn;

import java.util.function.Supplier;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;

/**
 * Tells the router that leads what the site has, when that is news and no answer has just told it,
 * and from time to time how much the site works. Owned by the site's engine.
 */
final class Reports {
  private static final long LOAD_EVERY_REPORTS = 200;

  private final SiteState state;
  private final Supplier<Connection> router;
  private final long intervalUs;
  private VersionVector reported = VersionVector.ZERO;
  private long rounds;

  /** None sent yet; {@code router} gives the one that leads, or null. */
  Reports(SiteState state, Supplier<Connection> router, long intervalUs) {
    this.state = state;
    this.router = router;
    this.intervalUs = intervalUs;
  }

  /** Begins. */
  void start() {
    state.scheduler.schedule(intervalUs, this::reportIfChanged);
  }

  private void reportIfChanged() {
    if (state.stopped) {
      return;
    }
    rounds++;
    boolean loadIsDue = rounds % LOAD_EVERY_REPORTS == 0;
    boolean answered = state.reportedInAnswer;
    state.reportedInAnswer = false;
    Connection to = router.get();
    if (to != null && (loadIsDue || (!answered && !state.report().equals(reported)))) {
      reported = state.report();
      to.send(new Report(reported, load()));
    }
    state.scheduler.schedule(intervalUs, this::reportIfChanged);
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
