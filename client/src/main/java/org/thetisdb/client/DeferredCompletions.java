package org.thetisdb.client;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.time.Scheduler;

/**
 * Sessions whose transactions ended without a message. As a rule the next statement reports it; for
 * those that have none, one timer for all reports it, since an open transaction keeps its snapshot.
 * Owned by the client's thread.
 */
final class DeferredCompletions {
  private static final long LATE_US = 20_000;

  private final Scheduler scheduler;
  private final Set<WatchedSession> ended = new LinkedHashSet<>();
  private boolean armed;

  DeferredCompletions(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  void add(WatchedSession session) {
    ended.add(session);
    if (!armed) {
      armed = true;
      scheduler.schedule(LATE_US, this::tell);
    }
  }

  private void tell() {
    armed = false;
    List<WatchedSession> late = List.copyOf(ended);
    ended.clear();
    late.forEach(WatchedSession::tellEndOfReading);
  }
}
