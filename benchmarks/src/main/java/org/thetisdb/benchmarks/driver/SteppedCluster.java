package org.thetisdb.benchmarks.driver;

import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.client.CallCallback;
import org.thetisdb.client.ServerInfo;

/**
 * A cluster in a time of its own, which goes on only while somebody lets it: a simulated one. For
 * one thread, on which all callbacks run, too.
 */
public interface SteppedCluster {
  /** Lets a stretch of its time pass. */
  void runForUs(long us);

  /** Its time, from any beginning. */
  long nowUs();

  /** Runs a task when so much of its time has passed. */
  void later(long delayUs, Runnable task);

  /** A session of a client. */
  SteppedSession openSession();

  /** Uploads a workload's procedures. */
  void upload(Workload workload, CallCallback callback);

  /** Asks for its counters, as JSON. */
  void status(CallCallback callback);

  /** How it works. */
  ServerInfo server();

  /** Says how long its parts have been busy. */
  CostMeter costs();

  /** A session of a client of such a cluster. */
  interface SteppedSession extends Calls {
    /** Later calls see all that another session has seen by now. */
    void follow(SteppedSession other);
  }
}
