package org.thetisdb.core.time;

import java.util.ArrayDeque;

/**
 * Threads that run short tasks of lines which rest. What such a task hands to another resting line
 * is run when the first one is left, by the same thread: so a message goes from line to line
 * without a wake-up, and no line is kept while another one is at work.
 *
 * <p>Threads of lines visit nobody, since their own line waits for them. Thread-safe.
 */
final class Visitors {
  /** After so many visits in a row the lines' own threads go on. */
  private static final int MOST_VISITS = 32;

  private static final ThreadLocal<Visitors> OF_THREAD = ThreadLocal.withInitial(Visitors::new);

  private final ArrayDeque<EngineThread> next = new ArrayDeque<>(4);
  private boolean visiting;

  private Visitors() {}

  /** Visits a line that the calling thread has taken, now or after the visit that it is at. */
  static void visit(EngineThread line) {
    OF_THREAD.get().add(line);
  }

  private void add(EngineThread line) {
    next.add(line);
    if (!visiting) {
      visiting = true;
      try {
        visitAll();
      } finally {
        visiting = false;
      }
    }
  }

  private void visitAll() {
    int visits = 0;
    for (EngineThread line = next.poll(); line != null; line = next.poll()) {
      visits++;
      line.beVisited(visits <= MOST_VISITS);
    }
  }
}
