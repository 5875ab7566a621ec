package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.wire.RouterToSite.Mastership;
import org.thetisdb.core.wire.SiteToRouter.Owner;

/**
 * Lets a call pass when this site masters, in the terms that the router named, all partitions that
 * it writes; then these are pinned here. Early calls wait, others are routed again. Owned by the
 * site's engine.
 */
final class MastershipGate {
  private final SiteState state;
  private final Releases releases;
  private final WaitingCalls waiting;
  private final ActiveCalls active;

  MastershipGate(SiteState state, Releases releases, WaitingCalls waiting, ActiveCalls active) {
    this.state = state;
    this.releases = releases;
    this.waiting = waiting;
    this.active = active;
  }

  /**
   * Whether a call waits for partitions that come to this site, whoever masters the others. A
   * COMMIT names those that were moved for what its transaction has read.
   */
  boolean awaitsMoves(Transaction t) {
    for (Mastership wanted : t.call.written()) {
      if (state.mastership.term(wanted.partition()) < wanted.term()) {
        waiting.awaitMastership(t, wanted.partition());
        return true;
      }
    }
    return false;
  }

  /** Whether a call has passed; if not, it waits or has ended. */
  boolean pass(Transaction t) {
    List<Mastership> written = t.call.written();
    List<Owner> wrong = List.of();
    for (int i = 0; i < written.size(); i++) {
      Mastership wanted = written.get(i);
      if (t.open != null && t.open.keeps(wanted.partition())) {
        continue;
      }
      int term = state.mastership.term(wanted.partition());
      if (term < wanted.term()) {
        waiting.awaitMastership(t, wanted.partition());
        return false;
      }
      if (term > wanted.term() || !isToBeWrittenHere(wanted.partition())) {
        wrong = wrong.isEmpty() ? new ArrayList<>() : wrong;
        wrong.add(state.mastership.describe(wanted.partition()));
      }
    }
    if (!wrong.isEmpty() || !coversPlan(t, written)) {
      active.replan(t, wrong, wrong.isEmpty() ? t.plan.toKeySet() : null);
      return false;
    }
    pin(t, written);
    return true;
  }

  private boolean isToBeWrittenHere(long partition) {
    return state.mastership.isMasteredHere(partition) && !releases.isReleasing(partition);
  }

  private boolean coversPlan(Transaction t, List<Mastership> written) {
    for (int i = 0; i < t.lockCount(); i++) {
      if (!contains(written, state.catalog.partitionOf(t.plan.write(i)))) {
        return false;
      }
    }
    return true;
  }

  private static boolean contains(List<Mastership> written, long partition) {
    for (int i = 0; i < written.size(); i++) {
      if (written.get(i).partition() == partition) {
        return true;
      }
    }
    return false;
  }

  private void pin(Transaction t, List<Mastership> written) {
    if (t.open == null) {
      releases.pin(written);
      t.pinned = true;
    } else {
      releases.pin(t.open.keep(written));
    }
  }
}
