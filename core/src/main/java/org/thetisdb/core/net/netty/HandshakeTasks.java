package org.thetisdb.core.net.netty;

/** Runs what handshakes calculate, away from the event loop. Thread-safe. */
interface HandshakeTasks {
  /**
   * Runs a task on another thread.
   *
   * @param hasBegun whether its handshake has had a task before
   * @throws java.util.concurrent.RejectedExecutionException if too many wait
   */
  void execute(Runnable task, boolean hasBegun);

  /** Takes a task back; whether it has not begun, and never will. */
  boolean withdraw(Runnable task);
}
