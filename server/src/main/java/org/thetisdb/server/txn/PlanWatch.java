package org.thetisdb.server.txn;

import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.WorkerLostError;

/** Watches while the keys of a call are planned. For one plan. */
public final class PlanWatch implements RunWatch {
  private final GuardedRunner line;
  private RollBackSignal signal;

  /** Watches on the event loop of the site. */
  public PlanWatch(GuardedRunner line) {
    this.line = line;
  }

  @Override
  public void onManySteps() {
    if (!line.enterEngine()) {
      throw new WorkerLostError();
    }
    line.exitEngine();
    if (line.isRunByCaller()) {
      signal = new RollBackSignal(RollBackSignal.Reason.NOT_SHORT);
      throw signal;
    }
  }

  @Override
  public RollBackSignal signal() {
    return signal;
  }
}
