package org.thetisdb.client;

/**
 * A session whose open transaction does not outlive the connection. Its methods are called on the
 * scheduler.
 *
 * @hidden
 */
public interface WatchedSession {
  /** The connection was lost. */
  void connectionLost(String reason);

  /** A transaction that only read is over, and no statement has told the cluster. */
  void tellEndOfReading();
}
