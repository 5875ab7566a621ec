package org.thetisdb.core.time;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread that looks at every engine thread of the process once per tick and replaces
 * worker threads that user code holds too long. It sleeps while there is nothing to watch.
 *
 * <p>Thread-safe.
 */
final class Watchdog {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
  private static final long TICK_NS = 5_000_000;
  private static final Watchdog SHARED = new Watchdog(TICK_NS);

  private final Set<Watched> watched = ConcurrentHashMap.newKeySet();
  private final long tickNs;
  private Thread thread;

  /** What a watchdog looks at. */
  interface Watched {
    /** Called once per tick, by one thread; must neither block nor throw. */
    void look(long nowUs);
  }

  Watchdog(long tickNs) {
    this.tickNs = tickNs;
  }

  /** The watchdog of this process. */
  static Watchdog shared() {
    return SHARED;
  }

  /** Begins to look at {@code newcomer}. */
  synchronized void watch(Watched newcomer) {
    watched.add(newcomer);
    if (thread == null) {
      thread = new Thread(this::run, "thetis-watchdog");
      thread.setDaemon(true);
      thread.start();
    }
    LockSupport.unpark(thread);
  }

  /** Looks at {@code gone} no more, from the next tick on. */
  void unwatch(Watched gone) {
    watched.remove(gone);
  }

  private void run() {
    while (true) {
      if (watched.isEmpty()) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, tickNs);
        lookAtAll(SystemClock.INSTANCE.nowUs());
      }
    }
  }

  private void lookAtAll(long nowUs) {
    for (Watched each : watched) {
      try {
        each.look(nowUs);
      } catch (RuntimeException | Error e) {
        // One engine in trouble must not leave the others unwatched.
        LOG.error("The watchdog failed at {}", each, e);
      }
    }
  }
}
