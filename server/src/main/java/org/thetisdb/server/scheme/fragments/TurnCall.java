package org.thetisdb.server.scheme.fragments;

import java.util.List;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.Transaction;

/** A call that takes a turn. */
class TurnCall extends CallState {
  private final TurnStage turns;
  private Turn turn;

  TurnCall(TurnStage turns) {
    this.turns = turns;
  }

  /** Its turn; null before it has one. */
  final Turn turn() {
    return turn;
  }

  /** It has a turn. */
  final void take(Turn own) {
    turn = own;
  }

  @Override
  public boolean awaitsTurn() {
    return isBehindOthers();
  }

  @Override
  public List<Transaction> callsAhead() {
    return isBehindOthers() ? turn.ahead() : List.of();
  }

  private boolean isBehindOthers() {
    return turn != null && turn.isAwaited();
  }

  @Override
  public void leave() {
    if (turn != null) {
      Turn left = turn;
      turn = null;
      turns.leave(left);
    }
  }
}
