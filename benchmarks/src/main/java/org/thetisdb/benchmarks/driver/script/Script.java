package org.thetisdb.benchmarks.driver.script;

import org.thetisdb.client.CallOutcome;

/** One client's choices. Used by one client, whose calls follow each other. */
public interface Script {
  /** Decides on the next transaction. */
  void next(NextCall call);

  /** Learns how it ended. */
  void ended(NextCall call, CallOutcome outcome);
}
