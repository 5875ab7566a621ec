package org.thetisdb.server.scheme.fragments;

import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.FragmentRun;
import org.thetisdb.store.OverlaidRowStore;
import org.thetisdb.store.RowStore;

/** A call of which this site runs a fragment. */
class FragmentCall extends TurnCall {
  private final CallPath path;
  private final UndecidedRuns undecided;
  private final long transaction;
  private AccessPlan whole = AccessPlan.EMPTY;

  private long awaited;
  private final boolean speculates;
  private boolean waits;

  /** One that runs on what is in {@code undecided}, as far as its part says that it may. */
  FragmentCall(CallPath path, TurnStage turns, UndecidedRuns undecided, Part part) {
    super(turns);
    this.path = path;
    this.undecided = undecided;
    this.transaction = part.transaction();
    this.speculates = part.speculates() && undecided.areUsed();
  }

  /** From now on it waits for decisions: what it has found rests on some that are not made. */
  final void waitForDecisions() {
    waits = true;
  }

  /** Whether it runs on rows that are not decided. */
  final boolean speculates() {
    return speculates && !waits;
  }

  /** Whether later ones may run on what it leaves. */
  final boolean leavesRows() {
    return speculates;
  }

  @Override
  public boolean mayStandOn(long other) {
    return speculates() && undecided.mayStand(transaction, other);
  }

  @Override
  public RowStore rows(RowStore store) {
    return speculates() ? new OverlaidRowStore(store, undecided) : store;
  }

  @Override
  public CallPath path() {
    return path;
  }

  @Override
  public void onPlanned(AccessPlan plan) {
    whole = plan;
  }

  @Override
  public FragmentRun beginFragment() {
    return new FragmentRun(whole, new BitSet(), List.of());
  }

  /** What it plans to meet, here and elsewhere. */
  final AccessPlan whole() {
    return whole;
  }

  /** It waits for the decision of one before it; 0: for none. */
  final void await(long transaction) {
    awaited = transaction;
  }

  @Override
  public void leave() {
    awaited = 0;
    super.leave();
  }

  @Override
  public long decisionAwaited() {
    return awaited;
  }

  @Override
  public boolean awaitsTurn() {
    return awaited != 0 || super.awaitsTurn();
  }
}
