package org.thetisdb.core.time;

import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;

/**
 * Threads that run short tasks of event loops which rest. What such a task hands to another resting
 * event loop is run when the first one is left, by the same thread: so a message goes from event
 * loop to event loop without a wake-up, and no event loop is kept while another one is at work.
 *
 * <p>The own thread of an event loop visits others when a burst of its own event loop has ended and
 * nothing else waits there: until then it {@linkplain #postpone postpones} its visits. One object a
 * thread.
 */
final class Visitors {
  /** After so many visits in a row the event loops' own threads go on. */
  private static final int MOST_VISITS = 32;

  /** Bursts of one visit at most; what then is left wakes the event loop's own thread. */
  private static final int BURSTS = 8;

  /** The same for visitors on which tasks of their own event loop may wait. */
  private static final int BURSTS_OF_LINES = 2;

  private static final ThreadLocal<Visitors> OF_THREAD = ThreadLocal.withInitial(Visitors::new);

  private final ArrayDeque<EngineThread> next = new ArrayDeque<>(4);
  private boolean visiting;

  private Visitors() {}

  /** That of the calling thread. */
  static Visitors ofThread() {
    return OF_THREAD.get();
  }

  /**
   * Visits an event loop that the calling thread has taken: now, or after the visit that it is at.
   */
  static void visit(EngineThread line) {
    OF_THREAD.get().add(line);
  }

  private void add(EngineThread line) {
    next.add(line);
    if (!visiting) {
      visiting = true;
      try {
        visitAll(BURSTS, () -> true);
      } finally {
        visiting = false;
      }
    }
  }

  /**
   * From now on visits are not made when they are asked for; {@link #visitPostponed} or {@link
   * #giveUp} must follow.
   */
  void postpone() {
    visiting = true;
  }

  /** Whether event loops were taken that have not been visited. */
  boolean hasPostponed() {
    return !next.isEmpty();
  }

  /**
   * Makes the visits that were postponed, and those that they lead to.
   *
   * @param hasTime asked before each visit; if not, the event loops' own threads go on
   */
  void visitPostponed(BooleanSupplier hasTime) {
    visitAll(BURSTS_OF_LINES, hasTime);
  }

  /**
   * Visits are made at once again; those that were postponed are left to the event loops' own
   * threads.
   */
  void giveUp() {
    for (EngineThread line = next.poll(); line != null; line = next.poll()) {
      line.beVisited(0);
    }
    visiting = false;
  }

  private void visitAll(int bursts, BooleanSupplier hasTime) {
    int visits = 0;
    for (EngineThread line = next.poll(); line != null; line = next.poll()) {
      visits++;
      line.beVisited(visits <= MOST_VISITS && hasTime.getAsBoolean() ? bursts : 0);
    }
  }
}
