package org.thetisdb.server.scheme.fragments;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
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
      if (turn.take()) {
        return true;
      }
      waiting.track(t);
      awaited.onWait(t);
      return false;
    }
    return !call.turn().isAwaited();
  }

  /** Whether a call that is to be committed waits for one that its votes stand on. */
  private boolean awaitsBelow(Transaction t, VotedCall voted) {
    voted.await(0);
    for (long below : prepared.undecidedBelow(t.distributedId())) {
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
