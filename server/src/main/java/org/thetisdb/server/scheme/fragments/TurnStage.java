package org.thetisdb.server.scheme.fragments;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.HoldPlace;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.gate.AwaitedParts;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.lock.OrderedLocks;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Has calls take their turns over the rows that they plan to meet, all at once and in the order in
 * which they come: that is the router's, so fragments do not overtake each other, and their sites
 * do not wait for each other. What is prepared keeps its turn until its call is decided, unless
 * others may run on it. Owned by the site's engine.
 */
final class TurnStage implements CallStage {
  private final OrderedLocks order = new OrderedLocks();
  private final Map<Long, Turn> kept = new HashMap<>();
  private final HeldTurns places = new HeldTurns();

  /** The router whose calls have places; null if none has. */
  private Connection holdsFor;

  private final WaitingCalls waiting;
  private final AwaitedParts awaited;
  private final PreparedRows prepared;
  private final UndecidedRuns undecided;
  private final int self;

  TurnStage(
      WaitingCalls waiting,
      AwaitedParts awaited,
      PreparedRows prepared,
      UndecidedRuns undecided,
      int self) {
    this.undecided = undecided;
    this.waiting = waiting;
    this.awaited = awaited;
    this.prepared = prepared;
    this.self = self;
    prepared.setOnEnded(this::onEnded);
  }

  @Override
  public Stage at() {
    return Stage.BATCH;
  }

  @Override
  public boolean pass(Transaction t) {
    if (t.open != null || t.isReadOnly() || (t.part != null && !t.runsFragment())) {
      return true;
    }
    if (t.state() == CallState.NONE) {
      t.setState(new TurnCall(this));
    }
    if (!(t.state() instanceof TurnCall call)) {
      return true;
    }
    if (call instanceof VotedCall voted) {
      return !awaitsBelow(t, voted); // others that have votes wait for it: it takes no turn
    }
    if (call.turn() == null) {
      Turn turn = new Turn(t, order);
      call.take(turn);
      if (!turn.take()) {
        waiting.track(t);
        awaited.onWait(t);
      }
    }
    return !call.turn().isAwaited() && !(call instanceof FragmentCall own && awaitsPlace(t, own));
  }

  /**
   * Whether a fragment waits for a call of a lower number that this site is going to commit. That
   * one would wait for it; and it might wait for that one elsewhere. A call of this site alone
   * waits only if it may be kept here, too, since it meets what is not decided.
   */
  private boolean awaitsPlace(Transaction t, FragmentCall fragment) {
    fragment.await(0);
    if (t.part.step() == Step.ALONE && !meetsUndecided(t)) {
      return false;
    }
    HeldTurns.Held ahead = places.before(t.distributedId(), t.plan());
    if (ahead == null) {
      return false;
    }
    fragment.await(ahead.transaction());
    waiting.awaitDecision(t, ahead.row());
    awaited.onWait(t);
    return true;
  }

  private boolean meetsUndecided(Transaction t) {
    return !prepared.isEmpty()
        && !prepared.holdersOf(t.plan().toKeySet(), t.distributedId()).isEmpty();
  }

  /** A router has a place held for a call that is to be committed here, or gives it up. */
  void holdPlace(Connection router, HoldPlace place) {
    if (!router.equals(holdsFor)) {
      endPlaces(); // of a router that was before
      holdsFor = router;
    }
    if (place.keys().largest() > 0) {
      places.hold(place.transaction(), place.keys());
    } else {
      endPlace(place.transaction());
    }
  }

  /** A call that had a place is over; others may go on. */
  void endPlace(long transaction) {
    KeySet held = places.end(transaction);
    if (held != null) {
      waiting.wakeForDecision(new KeySet(held.written(), List.of(), List.of()));
      waiting.wakeForDecision(new KeySet(held.read(), List.of(), List.of()));
    }
  }

  /** A router is gone, and with it its places. */
  void drop(Connection gone) {
    if (gone.equals(holdsFor)) {
      endPlaces();
      holdsFor = null;
    }
  }

  private void endPlaces() {
    places.all().forEach(this::endPlace);
  }

  /** Whether a call that is to be committed waits for one that its votes stand on. */
  private boolean awaitsBelow(Transaction t, VotedCall voted) {
    voted.await(0);
    NavigableSet<Long> undecidedBelow = prepared.undecidedBelow(t.distributedId());
    if (undecidedBelow.stream().anyMatch(prepared::isDoomed)) {
      return false; // it finds so, and begins anew
    }
    for (long below : undecidedBelow) {
      RowKey row = prepared.rowOf(below);
      if (row != null) {
        voted.await(below);
        waiting.awaitDecision(t, row);
        awaited.onWait(t);
        return true;
      }
    }
    return false;
  }

  /** A call is over here, but for what it has prepared. */
  void leave(Turn turn) {
    Transaction call = turn.call();
    boolean keeps = call.part != null && prepared.isRecorded(call.distributedId(), self);
    if (keeps && !undecided.contains(call.distributedId())) {
      kept.put(call.distributedId(), turn);
    } else {
      turn.leave();
    }
  }

  /** What was prepared is free: the call is decided. */
  private void onEnded(RowKey record) {
    if (PreparedRows.participantOf(record) == self) {
      undecided.end(PreparedRows.transactionOf(record));
      Turn turn = kept.remove(PreparedRows.transactionOf(record));
      if (turn != null) {
        turn.leave();
      }
    }
  }
}
