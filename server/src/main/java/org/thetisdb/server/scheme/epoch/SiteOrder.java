package org.thetisdb.server.scheme.epoch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.AllLocked;
import org.thetisdb.core.wire.RouterToSite.Fence;
import org.thetisdb.core.wire.RouterToSite.InEpochView;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.LockInOrder;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.Validate;
import org.thetisdb.core.wire.SiteToRouter.Locked;
import org.thetisdb.core.wire.SiteToRouter.Validated;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.server.lock.OrderedLocks;
import org.thetisdb.server.scheme.SiteCalls;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.store.Snapshot;

/**
 * A site's part in ordered locks over sites (Calvin; decision 0086). It locks what calls are going
 * to meet of its keys in the order in which the router asks for that, which is one at all sites. A
 * call that has its locks at all of them runs at one on all that those before it have decided, and
 * is decided by its run, if that has met nothing else. Owned by the site's engine, and bounded by
 * the calls that the router has under way.
 *
 * <p>Or no call waits for a lock, and one that is refused one begins anew (strict two-phase locking
 * with NO_WAIT; decision 0091). All else is the same.
 */
final class SiteOrder implements EpochValidation {
  /** Transaction ids count, with the site that gave it in the low bits; 0 is the router. */
  private static final int SITE_BITS = 8;

  private final int self;
  private final long epochView;
  private final OwnKeys keys;
  private final Overlay overlay;
  private final Connection router;
  private final SiteCalls calls;

  /** Whether one waits for locks until those before it are over. */
  private final boolean waits;

  private final OrderedLocks locks = new OrderedLocks();
  private final AccessPlanBuilder builder = new AccessPlanBuilder();
  private final Map<Long, Place> places = new HashMap<>();
  private long clock;

  /**
   * The order of an epoch view.
   *
   * @param calls are sent back of which nothing comes
   * @param waits whether one waits for locks; else it is refused what others have
   */
  SiteOrder(
      int self,
      long epochView,
      OwnKeys keys,
      Overlay overlay,
      Connection router,
      SiteCalls calls,
      boolean waits) {
    this.self = self;
    this.epochView = epochView;
    this.keys = keys;
    this.overlay = overlay;
    this.router = router;
    this.calls = calls;
    this.waits = waits;
  }

  /** A transaction from when its locks are asked for until they are free. */
  private final class Place implements OrderedLocks.Owner {
    private final long transaction;
    private final boolean runsHere;

    /** All that it has locked, wherever. */
    private final AccessPlan footprint;

    private OrderedLocks.Ticket ticket;
    private boolean othersHaveLocked;
    private boolean hasRun;

    /** Its call, if that waits for locks; else null. */
    private Transaction waiting;

    private Place(LockInOrder wanted) {
      this.transaction = wanted.transaction();
      this.runsHere = wanted.executor() == self;
      this.othersHaveLocked = wanted.alone();
      this.footprint = runsHere ? footprintOf(wanted) : AccessPlan.EMPTY;
    }

    @Override
    public void onLocksGranted() {
      if (runsHere) {
        wakeIfReady();
      } else {
        router.send(new Locked(epochView, transaction));
      }
    }

    private boolean mayRun() {
      return ticket.isGranted() && othersHaveLocked;
    }

    private void wakeIfReady() {
      if (waiting != null && mayRun()) {
        waiting.wake();
      }
    }

    private boolean covers(KeySet touched) {
      return touched.written().stream().allMatch(footprint::coversWrite)
          && touched.read().stream().allMatch(this::coversRead)
          && touched.ranges().stream().allMatch(this::coversRead);
    }

    private boolean coversRead(RowKey key) {
      return footprint.coversRead(key);
    }

    private boolean coversRead(KeyRange range) {
      return footprint.coversRead(range);
    }
  }

  @Override
  public boolean takes(InEpochView message) {
    if (message instanceof LockInOrder wanted) {
      ask(wanted);
    } else if (message instanceof AllLocked said) {
      onAllLocked(said.transaction());
    } else if (message instanceof AbortInEpoch ended) {
      callOff(ended.transaction());
    } else {
      return false;
    }
    return true;
  }

  private void ask(LockInOrder wanted) {
    if (wanted.transaction() <= locks.lastPlace()) {
      return; // a message that came twice
    }
    Place place = new Place(wanted);
    places.put(place.transaction, place);
    place.ticket = locks.ask(place.transaction, place, ownPlan(wanted));
    if (place.ticket.isGranted()) {
      place.onLocksGranted();
    } else if (!waits) {
      refuse(place);
    }
  }

  /** Its locks are with others. If its call is to run here, that is sent back as it comes. */
  private void refuse(Place place) {
    free(place.transaction);
    if (!place.runsHere) {
      router.send(new Validated(epochView, place.transaction, 0, false, 0, 0, 0));
    }
  }

  /** What is to be locked here; null, which is everything, if that cannot be known. */
  private AccessPlan ownPlan(LockInOrder wanted) {
    KeySet all = wanted.footprint();
    boolean isKnown =
        all != null
            && keys.knowsTables(all)
            && keys.knowsTables(new KeySet(List.of(), List.of(), wanted.writtenRanges()));
    return isKnown ? planOf(keys.ownPart(all), keys.ownRanges(wanted.writtenRanges())) : null;
  }

  private AccessPlan footprintOf(LockInOrder wanted) {
    AccessPlan plan =
        wanted.footprint() == null ? null : planOf(wanted.footprint(), wanted.writtenRanges());
    return plan == null ? AccessPlan.EMPTY : plan;
  }

  /** Null if it names more than a plan may. */
  private AccessPlan planOf(KeySet footprint, List<KeyRange> writtenRanges) {
    try {
      return builder.begin().add(footprint).writeRanges(writtenRanges).build();
    } catch (ThetisException | IllegalArgumentException tooMuch) {
      return null;
    }
  }

  private void onAllLocked(long transaction) {
    Place place = places.get(transaction);
    if (place != null) {
      place.othersHaveLocked = true;
      place.wakeIfReady();
    }
  }

  /** Nothing comes of a transaction; if its call has not run here, the router hears of that. */
  private void callOff(long transaction) {
    Place place = places.get(transaction);
    free(transaction);
    if (place != null && place.runsHere && !place.hasRun) {
      calls.sendBack(
          t -> EpochCallState.epochViewOf(t) == epochView && t.call.attemptId() == transaction);
    }
  }

  /** Whether a transaction has locked, or waits for locks, and is not over. */
  boolean hasPlace(long transaction) {
    return places.containsKey(transaction);
  }

  /** Something else was decided: what is decided from now on has a higher id. */
  void onDecided(long tid) {
    clock = Math.max(clock, tid | Stamp.MAX_SITE);
  }

  @Override
  public boolean knows(Transaction call) {
    Place place = places.get(call.call.attemptId());
    return place != null && place.runsHere;
  }

  @Override
  public boolean mayRun(Transaction call) {
    Place place = places.get(call.call.attemptId());
    place.waiting = call;
    return place.mayRun();
  }

  @Override
  public Settled settle(long transaction, KeySet touched, Snapshot seen) {
    Place place = places.get(transaction);
    if (place == null || !place.runsHere || !place.mayRun()) {
      return null;
    }
    place.hasRun = true;
    boolean decided = place.covers(touched);
    long tid = decided ? (((clock >>> SITE_BITS) + 1) << SITE_BITS) | self : clock;
    KeySet told = decided ? null : touched;
    return new Settled(decided, tid, 0, 0, List.of(), List.of(), told, List.of());
  }

  @Override
  public void decide(long transaction, Settled run, List<RowImage> written) {
    if (!written.isEmpty()) {
      clock = run.clock();
      overlay.decide(run.clock(), written);
    }
    free(transaction);
  }

  @Override
  public void install(Install decided) {
    overlay.install(decided.order(), decided.tid(), decided.rows());
    onDecided(decided.tid());
    free(decided.transaction());
  }

  /** Its locks are free: those behind it may have theirs. */
  @Override
  public void free(long transaction) {
    Place place = places.remove(transaction);
    if (place != null) {
      locks.leave(place.ticket);
    }
  }

  /** Calls that wait are sent back when they go on. */
  @Override
  public void end() {
    for (Place place : places.values()) {
      if (place.waiting != null) {
        place.waiting.wake();
      }
    }
  }

  @Override
  public Validated validate(Validate wanted) {
    return new Validated(wanted.epochView(), wanted.transaction(), wanted.until(), false, 0, 0, 0);
  }

  @Override
  public void fence(Fence fence) {
    // The order of decisions needs none.
  }
}
