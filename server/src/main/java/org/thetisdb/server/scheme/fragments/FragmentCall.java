package org.thetisdb.server.scheme.fragments;

import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.FragmentRun;

/** A call of which this site runs a fragment. */
class FragmentCall extends TurnCall {
  private final CallPath path;
  private AccessPlan whole = AccessPlan.EMPTY;

  FragmentCall(CallPath path, TurnStage turns) {
    super(turns);
    this.path = path;
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
    return new FragmentRun(whole);
  }
}
