package org.thetisdb.server.gate;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.mastership.Masterships;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.txn.Transaction;

/**
 * Lets a call pass when this site masters, in the terms that the router named, all partitions that
 * it writes; then these are pinned here. Early calls wait, others are routed again. Owned by the
 * site's engine.
 */
public final class MastershipGate {
  /** Partitions that one answer names beside those that were asked for. */
  private static final int MOST_NAMED = 64;

  /** Stands for all that is lent or given back for a phase. */
  private static final long ALL = -1;

  private final Catalog catalog;
  private final MastershipTable mastership;
  private final SiteProgress progress;
  private final Releases releases;
  private final WaitingCalls waiting;
  private final ActiveCalls active;

  /** A gate that keeps partitions here by {@code releases}. */
  public MastershipGate(
      Catalog catalog,
      MastershipTable mastership,
      SiteProgress progress,
      Releases releases,
      WaitingCalls waiting,
      ActiveCalls active) {
    this.catalog = catalog;
    this.mastership = mastership;
    this.progress = progress;
    this.releases = releases;
    this.waiting = waiting;
    this.active = active;
  }

  /**
   * Whether a COMMIT waits for partitions that come to this site, whichever site masters the
   * others: it names those that were moved for what its transaction has read. If it is one over
   * several sites, it waits for all that its participants had when they prepared: then it finds
   * here what they know of the rows.
   */
  public boolean awaitsMoves(Transaction t) {
    for (Mastership wanted : t.call.written()) {
      if (mastership.termAt(wanted) < wanted.term()) {
        waiting.awaitMastership(t, wanted.partition());
        return true;
      }
    }
    boolean isBehind = t.isDecidedHere() && !progress.reached().covers(t.call.vector());
    if (isBehind) {
      waiting.awaitRefresh(t);
    }
    return isBehind;
  }

  /** Whether this site decides nothing over several sites any more, since it leaves. */
  public boolean isLeaving() {
    return releases.isLeaving();
  }

  /**
   * Whether a call has passed; if not, it waits or has ended. What it writes is pinned here while
   * it still waits for some of it: all of that is on its way by the logs, so the wait is for
   * nobody's transaction, and what has come does not go away again before the call has run.
   */
  public boolean pass(Transaction t) {
    List<Mastership> written = t.call.written();
    if (t.open == null && t.readsOnlyNow() && releases.ownership().isAwaited()) {
      waiting.awaitMastership(t, ALL);
      return false;
    }
    List<Owner> wrong = List.of();
    Mastership awaited = null;
    for (int i = 0; i < written.size(); i++) {
      Mastership wanted = written.get(i);
      if (t.open != null && t.open.keeps(wanted.partition())) {
        continue;
      }
      int term = mastership.termAt(wanted);
      if (term > wanted.term() || isTakenAway(t, wanted, term)) {
        wrong = wrong.isEmpty() ? new ArrayList<>() : wrong;
        wrong.add(mastership.describe(wanted));
      } else if (term < wanted.term()) {
        awaited = awaited == null ? wanted : awaited;
      }
    }
    boolean comesTooLate = t.isDecidedHere() && !t.isPinned() && isLeaving();
    if (!wrong.isEmpty() || comesTooLate) {
      active.replan(t, withPlanned(t, wrong.isEmpty() ? new ArrayList<>() : wrong), null);
      return false;
    }
    if (awaited == null && !coversPlan(t, written)) {
      // A site that only prepares knows a part of the plan, and must not replace the whole by it.
      active.replan(
          t, withPlanned(t, new ArrayList<>()), t.onlyPrepares() ? null : t.plan().toKeySet());
      return false;
    }
    if (awaited == null && !isPlanOpen(t)) {
      active.replan(t, List.of(), t.plan().toKeySet());
      return false;
    }
    pin(t);
    if (awaited != null) {
      waiting.awaitMastership(t, awaited.partition());
      return false;
    }
    if (t.open != null) {
      releases.pin(t.open.keep(written));
    }
    return true;
  }

  /** Whether a partition is not, or not for much longer, to be written here in this term. */
  private boolean isTakenAway(Transaction t, Mastership wanted, int term) {
    long partition = wanted.partition();
    boolean releasing = !t.isPinned() && releases.isReleasing(partition);
    if (t.open != null) {
      return (releasing && !releases.waitsFor(t.open, partition))
          || (term == wanted.term() && !mastership.isOwnAndHere(partition));
    }
    return releasing
        || (!t.isPinned() && releases.ownership().isGivingUp(partition))
        || (term == wanted.term() && !mastership.isMasteredHere(partition));
  }

  private boolean coversPlan(Transaction t, List<Mastership> written) {
    for (int i = 0; i < t.lockCount(); i++) {
      long partition = catalog.partitionOf(t.plan().write(i));
      if (!Masterships.contain(written, partition)
          && ((t.part == null && !t.isOverSites()) || mastership.isMasteredHere(partition))) {
        return false; // rows of a transaction over several sites are prepared where they are
      }
    }
    return true;
  }

  /** Whether each table that the plan writes may be written here in this phase. */
  private boolean isPlanOpen(Transaction t) {
    for (int i = 0; i < t.lockCount(); i++) {
      if (!mastership.isOpen(t.plan().write(i).tableId())) {
        return false;
      }
    }
    return true;
  }

  /** A router that knows old borders learns all that it needs for this call at once. */
  private List<Owner> withPlanned(Transaction t, List<Owner> owners) {
    for (int i = 0; i < t.lockCount() && owners.size() < MOST_NAMED; i++) {
      long partition = catalog.partitionOf(t.plan().write(i));
      if (!Masterships.contain(t.call.written(), partition) && !isNamed(owners, partition)) {
        owners.add(mastership.describe(partition));
      }
    }
    return owners;
  }

  private static boolean isNamed(List<Owner> owners, long partition) {
    for (int i = 0; i < owners.size(); i++) {
      if (owners.get(i).partition() == partition) {
        return true;
      }
    }
    return false;
  }

  private void pin(Transaction t) {
    if (!t.isPinned()) {
      releases.pin(t);
      t.setPinned(true);
    }
  }
}
