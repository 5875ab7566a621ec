package org.thetisdb.server.scheme.epoch;

import java.util.List;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.CheckBatch;
import org.thetisdb.core.wire.RouterToSite.Decided;
import org.thetisdb.core.wire.RouterToSite.Fence;
import org.thetisdb.core.wire.RouterToSite.InEpochView;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.InstallBatch;
import org.thetisdb.core.wire.RouterToSite.Reserve;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.BatchChecked;
import org.thetisdb.core.wire.SiteToRouter.Validated;
import org.thetisdb.server.scheme.batch.SharedReservations;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.store.Snapshot;

/**
 * A site's part in batches over sites (decision 0074). All calls of a batch read the rows as the
 * batch before has left them: what one decides comes at once, behind all runs, and the next one's
 * calls come behind that. Nothing is locked. Calls reserve what they have met; which of them have
 * met what an earlier one has is reported when all have run. Owned by the site's engine.
 */
final class SiteBatches implements EpochValidation {
  private final long epochView;
  private final EpochRows rows;
  private final Connection router;

  /** The locks of those that lost, and run behind their batch; null without a fallback. */
  private final SiteOrder order;

  private final SharedReservations reservations = new SharedReservations();
  private long lastBatch;
  private long lastOrder;

  SiteBatches(long epochView, EpochRows rows, Connection router, SiteOrder order) {
    this.epochView = epochView;
    this.rows = rows;
    this.router = router;
    this.order = order;
  }

  @Override
  public boolean takes(InEpochView message) {
    if (message instanceof Reserve wanted) {
      reserve(wanted);
    } else if (message instanceof CheckBatch barrier) {
      check(barrier);
    } else if (message instanceof InstallBatch decided) {
      decided.decided().forEach(this::take);
    } else {
      return order != null && order.takes(message);
    }
    return true;
  }

  @Override
  public boolean mayRun(Transaction call) {
    return order == null || !order.knows(call) || order.mayRun(call);
  }

  @Override
  public Settled settle(long transaction, KeySet touched, Snapshot seen) {
    if (order != null && order.hasPlace(transaction)) {
      return order.settle(transaction, touched, seen);
    }
    List<Integer> others = rows.othersOf(touched);
    reservations.add(transaction, rows.ownPart(touched));
    KeySet told = others.isEmpty() && order == null ? null : touched;
    return new Settled(false, 0, 0, 0, others, List.of(), told, List.of());
  }

  private void reserve(Reserve wanted) {
    if (wanted.touched() != null && rows.knowsTables(wanted.touched())) {
      reservations.add(wanted.transaction(), rows.ownPart(wanted.touched()));
    } else {
      reservations.refuse(wanted.transaction());
    }
  }

  private void check(CheckBatch barrier) {
    if (barrier.batch() > lastBatch) { // or it came twice
      lastBatch = barrier.batch();
      router.send(
          new BatchChecked(epochView, barrier.batch(), reservations.check(barrier.transactions())));
    }
  }

  private void take(Decided decided) {
    if (decided.order() > lastOrder) { // or it came twice
      lastOrder = decided.order();
      rows.overlay.install(decided.order(), decided.tid(), decided.rows());
      if (order != null) {
        order.onDecided(decided.tid());
      }
    }
  }

  @Override
  public void install(Install decided) {
    requireFallback().install(decided);
  }

  @Override
  public void free(long transaction) {
    reservations.remove(transaction);
    if (order != null) {
      order.free(transaction);
    }
  }

  @Override
  public void decide(long transaction, Settled run, List<RowImage> written) {
    requireFallback().decide(transaction, run, written);
  }

  private SiteOrder requireFallback() {
    if (order == null) {
      throw new IllegalStateException("a batch is decided as a whole");
    }
    return order;
  }

  @Override
  public void end() {
    if (order != null) {
      order.end();
    }
  }

  @Override
  public Validated validate(Validate wanted) {
    return new Validated(epochView, wanted.transaction(), wanted.until(), false, 0, 0, 0);
  }

  @Override
  public void fence(Fence fence) {
    // Batches have barriers.
  }
}
