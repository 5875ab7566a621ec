package org.thetisdb.server.scheme.deterministic;

import org.thetisdb.server.lock.OrderedLocks;
import org.thetisdb.server.lock.OrderedLocks.Ticket;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.EarlyRun;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.store.OverlaidRowStore;
import org.thetisdb.store.RowStore;

/**
 * A call that commits in a fixed order, from its entry into a batch on: its place, what it is going
 * to write if it may run before its turn, and how often it had to ask for more. Owned by the site's
 * engine.
 */
final class OrderedCall extends CallState implements OrderedLocks.Owner {
  private final Transaction call;
  private final OrderedLocks order;
  private final CallPath path;

  /** Its place in the order of locks, and what it has asked for there; null if it has none. */
  private Ticket ticket;

  /** What it is going to write, where calls may run before their turn; else null. */
  private EarlyExecution ahead;

  /** How often it had to ask for more than it had locked in that order. */
  private int sentBack;

  OrderedCall(Transaction call, OrderedLocks order, CallPath path) {
    this.call = call;
    this.order = order;
    this.path = path;
  }

  /** That of a call; null if it has none. */
  static OrderedCall of(Transaction t) {
    return t.state() instanceof OrderedCall ordered ? ordered : null;
  }

  /** Gives it its place, with locks of all that it plans, or of everything. */
  void ask(boolean wantsAll) {
    ticket = order.ask(this, wantsAll ? null : call.plan());
  }

  Ticket ticket() {
    return ticket;
  }

  EarlyExecution early() {
    return ahead;
  }

  /** It may run before its turn. */
  void setAhead(EarlyExecution run) {
    ahead = run;
  }

  int sentBack() {
    return sentBack;
  }

  void addSentBack() {
    sentBack++;
  }

  @Override
  public void onLocksGranted() {
    call.wake();
  }

  @Override
  public CallPath path() {
    return path;
  }

  @Override
  public RowStore rows(RowStore store) {
    return earlyRun() == null ? store : new OverlaidRowStore(store, ahead);
  }

  @Override
  public EarlyRun earlyRun() {
    return ahead != null && ahead.isRunning() ? ahead : null;
  }

  @Override
  public boolean keepsPlace() {
    return ticket != null;
  }

  @Override
  public void leave() {
    if (ahead != null) {
      ahead.leave();
      ahead = null;
    }
    if (ticket != null) {
      order.leave(ticket);
      ticket = null;
    }
  }
}
