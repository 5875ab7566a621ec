package org.thetisdb.server.scheme.fragments;

import java.util.List;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.server.lock.OrderedLocks;
import org.thetisdb.server.lock.OrderedLocks.Ticket;
import org.thetisdb.server.txn.Transaction;

/** The place of a call among those that plan to meet its rows here. Owned by the site's engine. */
final class Turn implements OrderedLocks.Owner {
  private final Transaction call;
  private final OrderedLocks order;
  private Ticket ticket;

  Turn(Transaction call, OrderedLocks order) {
    this.call = call;
    this.order = order;
  }

  /**
   * Takes the last place; returns whether nobody before it has one of its rows, or anything if it
   * blocks its site.
   */
  boolean take() {
    boolean blocks = call.part != null && call.part.step() == Step.BLOCK;
    ticket = order.ask(this, blocks ? null : call.plan().withoutRanges());
    return ticket.isGranted();
  }

  /** The call. */
  Transaction call() {
    return call;
  }

  /** Whether somebody before it has one of its rows. */
  boolean isAwaited() {
    return ticket != null && !ticket.isGranted();
  }

  /** Calls before it that have one of its rows. */
  List<Transaction> ahead() {
    return order.ahead(ticket).stream().map(owner -> ((Turn) owner).call).toList();
  }

  @Override
  public void onLocksGranted() {
    call.wake();
  }

  /** It gives its place up. */
  void leave() {
    if (ticket != null) {
      Ticket left = ticket;
      ticket = null;
      order.leave(left);
    }
  }
}
