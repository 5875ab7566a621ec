package org.thetisdb.benchmarks.driver;

import org.thetisdb.benchmarks.driver.result.Second;

/** Hears how a run gets on; all calls but one come from the thread that runs it. */
public interface RunListener {
  /** Ignores everything. */
  RunListener NONE = new RunListener() {};

  /** The procedures are there. */
  default void onUploaded(String jarName, int procedures) {}

  /** The tables are defined. */
  default void onDefined(String workload, int definitions) {}

  /** So many of the loading calls are done; called on threads of the clients. */
  default void onLoadProgress(int done, int total) {}

  /** The data are there. */
  default void onLoaded(double seconds) {}

  /** The clients make calls from now on. */
  default void onStarted() {}

  /** A second is over. */
  default void onSecond(Second second) {}

  /** The clients are at rest; the invariants are checked. */
  default void onChecking() {}

  /** The upper bound is measured. */
  default void onBound() {}
}
