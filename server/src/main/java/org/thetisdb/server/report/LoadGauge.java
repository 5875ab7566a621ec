package org.thetisdb.server.report;

import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.commit.InDoubt;
import org.thetisdb.server.state.SiteCounters;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.store.RowStore;

/** Reads off what a site has done and what it holds. Owned by the engine's event loop. */
public final class LoadGauge {
  private final SiteData data;
  private final GroupCommit log;
  private final SiteCounters counters;
  private final InDoubt inDoubt;

  /** Of one site. */
  public LoadGauge(SiteData data, GroupCommit log, SiteCounters counters, InDoubt inDoubt) {
    this.data = data;
    this.log = log;
    this.counters = counters;
    this.inDoubt = inDoubt;
  }

  /** As of now; {@code usedUs} is for how long the engine's event loop has worked. */
  SiteLoad now(long usedUs) {
    RowStore store = data.store();
    return new SiteLoad(
        counters.committed,
        counters.aborted,
        counters.refreshed,
        rows(),
        store.usedBytes(),
        store.limitBytes(),
        log.bytesLogged(),
        usedUs,
        store.coldRows(),
        store.coldBytes(),
        store.coldReads(),
        log.disk().freeBytes(),
        log.disk().isShort(),
        inDoubt.times());
  }

  private long rows() {
    long rows = 0;
    for (var table : data.catalog().tables().tables()) {
      rows += data.store().rowCount(table.id());
    }
    return rows;
  }
}
