package org.thetisdb.core.time;

/**
 * The event loop went on without the present thread, because user code held it too long. What sees
 * this error must touch nothing of the engine any more and let it pass; the replacement has long
 * gone on.
 */
public final class WorkerLostError extends Error {
  private static final long serialVersionUID = 1L;

  /** No stack trace: nobody is meant to read it. */
  public WorkerLostError() {
    super("the event loop was given to another thread", null, false, false);
  }
}
