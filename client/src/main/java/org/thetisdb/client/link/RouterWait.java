package org.thetisdb.client.link;

import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.Scheduler.Timer;

/**
 * The wait for a router while none can be reached: from time to time it says which requests have
 * waited for too long. A time counts from the loss of the last router, or from the client's begin.
 * Lives on the client's scheduler.
 */
public final class RouterWait {
  /** Has the requests that wait. */
  public interface Owner {
    /** Whether any request waits. */
    boolean isWaiting();

    /** Requests that were handed in by then have waited for too long. */
    void waitedTooLong(long timeUs);
  }

  private static final int LOOKS = 10;

  private final Scheduler scheduler;
  private final long patienceUs;
  private final Owner owner;
  private long lostUs;
  private boolean reached;
  private boolean closed;
  private Timer timer;

  /**
   * A wait that has not begun.
   *
   * @param patienceUs how long a request waits for a router
   */
  public RouterWait(Scheduler scheduler, long patienceUs, Owner owner) {
    this.scheduler = scheduler;
    this.patienceUs = patienceUs;
    this.owner = owner;
  }

  /** The client begins to look for a router. */
  public void begin() {
    lostUs = nowUs();
  }

  /** A router serves. */
  public void reached() {
    reached = true;
  }

  /** The connection, or an attempt at one, failed. {@link #watch} follows. */
  public void lost() {
    if (reached) {
      reached = false;
      lostUs = nowUs();
    }
  }

  /** Looks from time to time from now on, if a request waits and no router serves. */
  public void watch() {
    if (timer == null && !reached && !closed && owner.isWaiting()) {
      timer = scheduler.schedule(patienceUs / LOOKS, this::look);
    }
  }

  /** Nothing waits any more. */
  public void close() {
    closed = true;
  }

  /** How long a request waits for a router. */
  public long patienceUs() {
    return patienceUs;
  }

  private void look() {
    timer = null;
    if (reached || closed) {
      return;
    }
    long sinceUs = nowUs() - patienceUs;
    if (sinceUs >= lostUs) {
      owner.waitedTooLong(sinceUs);
    }
    watch();
  }

  private long nowUs() {
    return scheduler.clock().nowUs();
  }
}
