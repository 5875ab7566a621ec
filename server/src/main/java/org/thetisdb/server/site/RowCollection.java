package org.thetisdb.server.site;

import org.thetisdb.core.time.Scheduler;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.store.RowStore;

/**
 * Has versions collected that no snapshot shows any more, a few rows at a time. Owned by the
 * engine's event loop.
 */
final class RowCollection {
  /** Rows that are collected in one go, so that calls come between. */
  private static final int COLLECTED_AT_ONCE = 96;

  private final Scheduler scheduler;
  private final RowStore store;
  private final Cuts cuts;
  private final SiteLife life;

  /** Whether a go of collection is to follow the last one. */
  private boolean collecting;

  /** Collects in {@code store} what is below the watermark of {@code cuts}. */
  RowCollection(Scheduler scheduler, RowStore store, Cuts cuts, SiteLife life) {
    this.scheduler = scheduler;
    this.store = store;
    this.cuts = cuts;
    this.life = life;
  }

  /** It is time for some of it, unless some is under way. */
  void next() {
    if (!collecting) {
      collect();
    }
  }

  /**
   * To look at all rows in turn only saves memory, and what it takes from a row the next update
   * asks for again. So it begins when memory is half full.
   *
   * <p>Deleted rows are in the way of every scan that passes them. So as long as there are more of
   * them, the next go follows this one, behind what came to the event loop meanwhile.
   */
  private void collect() {
    boolean plenty = store.usedBytes() < store.limitBytes() / 2;
    int removed =
        store.collect(cuts.watermark(), COLLECTED_AT_ONCE, plenty ? 0 : COLLECTED_AT_ONCE);
    collecting = removed >= COLLECTED_AT_ONCE && !life.isStopped();
    if (collecting) {
      scheduler.execute(this::collectMore);
    }
  }

  private void collectMore() {
    if (!life.isStopped()) {
      collect();
    }
  }
}
