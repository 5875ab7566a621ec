package org.thetisdb.client;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.Scheduler.Timer;

/**
 * Every request that has not ended, in a linked list, with one timer for the earliest deadline.
 * Calls that end in time cost no timer of their own.
 */
final class Outstanding {
  private static final long LEAST_DELAY_US = 1_000;

  private final Scheduler scheduler;
  private final Runnable onDue;
  private Request first;
  private Request last;
  private Timer timer;
  private long armedForUs = Long.MAX_VALUE;

  /** {@code onDue} is run when {@link #due} may find something. */
  Outstanding(Scheduler scheduler, Runnable onDue) {
    this.scheduler = scheduler;
    this.onDue = onDue;
  }

  void add(Request request, long nowUs) {
    request.deadlineUs = nowUs + request.timeoutUs;
    request.previous = last;
    if (last == null) {
      first = request;
    } else {
      last.next = request;
    }
    last = request;
    if (request.deadlineUs < armedForUs) {
      arm(request.deadlineUs, nowUs);
    }
  }

  void remove(Request request) {
    if (request.previous == null) {
      first = request.next;
    } else {
      request.previous.next = request.next;
    }
    if (request.next == null) {
      last = request.previous;
    } else {
      request.next.previous = request.previous;
    }
    request.previous = null;
    request.next = null;
  }

  /** The requests whose time is over, which stay in the list; arms the timer for the next one. */
  List<Request> due(long nowUs) {
    List<Request> due = new ArrayList<>();
    long nextUs = Long.MAX_VALUE;
    for (Request r = first; r != null; r = r.next) {
      if (r.deadlineUs <= nowUs) {
        due.add(r);
      } else {
        nextUs = Math.min(nextUs, r.deadlineUs);
      }
    }
    armedForUs = Long.MAX_VALUE;
    if (nextUs != Long.MAX_VALUE) {
      arm(nextUs, nowUs);
    }
    return due;
  }

  /** Those that were handed in by then, in the order in which they came; they stay in the list. */
  List<Request> begunBy(long timeUs) {
    List<Request> begun = new ArrayList<>();
    for (Request r = first; r != null; r = r.next) {
      if (r.deadlineUs - r.timeoutUs <= timeUs) {
        begun.add(r);
      }
    }
    return begun;
  }

  boolean isEmpty() {
    return first == null;
  }

  /** Everything, in the order in which it came. */
  List<Request> all() {
    List<Request> all = new ArrayList<>();
    for (Request r = first; r != null; r = r.next) {
      all.add(r);
    }
    return all;
  }

  private void arm(long deadlineUs, long nowUs) {
    if (timer != null) {
      timer.cancel();
    }
    armedForUs = deadlineUs;
    timer = scheduler.schedule(Math.max(LEAST_DELAY_US, deadlineUs - nowUs), onDue);
  }
}
