package org.thetisdb.core.time;

/**
 * A scheduler that runs its tasks in bursts and says when a burst is over, so that whatever was
 * collected meanwhile (messages to send, records to append) is handed on once and not piece by
 * piece.
 */
public interface BatchScheduler extends Scheduler {
  /**
   * Runs {@code hook} on this event loop after every burst of tasks, before the event loop rests.
   * May be called from any thread; there is no way to take a hook back, so each owner registers one
   * for its lifetime. Hooks must not throw and must not run user code.
   */
  void onBatchEnd(Runnable hook);

  /**
   * Whether the caller is this event loop at this moment, so that it may touch what the event loop
   * owns and a batch end will follow.
   */
  boolean inLine();
}
