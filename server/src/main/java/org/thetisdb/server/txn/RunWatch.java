package org.thetisdb.server.txn;

import org.thetisdb.sql.context.Calculation;

/** Watches over what a run calculates, and remembers why it has to be rolled back. */
public interface RunWatch extends Calculation.Watch {
  /** Why the run has to be rolled back, or null. */
  RollBackSignal signal();
}
