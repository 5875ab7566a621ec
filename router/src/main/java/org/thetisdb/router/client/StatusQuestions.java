package org.thetisdb.router.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;

/**
 * Questions about the cluster, of all clients: an answer costs the router's event loop some
 * milliseconds, so there is a pause behind each, in which calls go on. Owned by the engine's
 * thread.
 */
final class StatusQuestions {
  private static final long PAUSE_US = 5_000;
  private static final int MOST_WAITING = 10_000;

  private final Scheduler scheduler;
  private final Deque<BooleanSupplier> waiting = new ArrayDeque<>();
  private boolean pausing;

  StatusQuestions(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * Answers a question, at once if none was answered lately.
   *
   * @param answering false if nobody wants the answer any more, which costs no pause
   * @throws ThetisException OVERLOADED if too many wait
   */
  void ask(BooleanSupplier answering) {
    if (waiting.size() >= MOST_WAITING) {
      throw new ThetisException(ErrorCode.OVERLOADED, waiting.size() + " questions");
    }
    waiting.add(answering);
    if (!pausing) {
      next();
    }
  }

  private void next() {
    pausing = true; // one that is answered may have another one asked
    boolean answered = false;
    while (!answered && !waiting.isEmpty()) {
      answered = waiting.remove().getAsBoolean();
    }
    pausing = answered;
    if (answered) {
      scheduler.schedule(PAUSE_US, this::next);
    }
  }
}
