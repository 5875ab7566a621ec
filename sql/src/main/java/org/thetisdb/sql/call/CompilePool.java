package org.thetisdb.sql.call;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.Scheduler;

/**
 * Has texts compiled by workers, and the outcomes brought back. Owned by the engine's event loop;
 * nothing here waits.
 *
 * <p>No text waits for another that takes long. Of the workers all but two, or but one where there
 * are fewer than four, are for texts that come and go: a text that takes more than {@link
 * CompileTask#QUICK_STEPS} needs one of the places of those that take long, and begins anew when
 * there is one. Where several wait, clients take turns. What nobody waits for any more is ended.
 *
 * <p>The compiler counts its steps and ends by itself where it has to. A worker that it does not
 * give back all the same is taken away from it, as from any code that nobody vouches for; the same
 * text is refused from then on.
 */
final class CompilePool {
  /** Most texts that wait. Each is of a statement under way, which are bounded as well. */
  private static final int MOST_WAITING = 20_000;

  /** Most workers that texts which take long have at the same time. */
  private static final int MOST_LONG = 2;

  /** How often those that wait are asked whether they still do. */
  private static final long ASK_US = 50_000;

  /** Processor time after which a worker is taken away; the compiler ends by itself long before. */
  private static final long LOST_MS = 10_000;

  /** Most texts that are remembered because they have cost a thread. */
  private static final int MOST_LOST = 64;

  private final Scheduler engine;
  private final long lostMs;
  private final LongPlaces places;

  /** The worker that was free last is taken first. */
  private final Deque<Scheduler> free = new ArrayDeque<>();

  private final FairQueue<CompileTask<?>> waiting = new FairQueue<>();
  private final FairQueue<CompileTask<?>> waitingLong = new FairQueue<>();
  private final Set<CompileTask<?>> running = new LinkedHashSet<>();
  private final Set<String> lost =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
              return size() > MOST_LOST;
            }
          });
  private boolean asks;

  CompilePool(List<? extends Scheduler> workers, Scheduler engine) {
    this(workers, engine, LOST_MS);
  }

  /** The same, with another time after which a worker is taken away. */
  CompilePool(List<? extends Scheduler> workers, Scheduler engine, long lostMs) {
    this.engine = engine;
    this.lostMs = lostMs;
    this.places = new LongPlaces(Math.max(1, Math.min(MOST_LONG, workers.size() - MOST_LONG)));
    free.addAll(workers);
  }

  /** Does some work about a text, as {@link #submit} has it, for one that waits. */
  <T> void run(
      String text, Supplier<T> work, Asker asker, BiConsumer<T, ThetisException> whenDone) {
    CompileTask<T> task = new CompileTask<>(text, work, (result, error) -> {});
    task.add(asker, whenDone);
    submit(task);
  }

  /**
   * Does some work about a text, for what waits for it. The task ends on the engine's event loop,
   * with the outcome or with what went wrong: nothing that the work throws may stop a worker.
   */
  void submit(CompileTask<?> task) {
    if (lost.contains(task.text())) {
      task.end(null, CompileTask.tooLarge());
    } else if (waiting.size() + waitingLong.size() >= MOST_WAITING) {
      task.end(null, new ThetisException(ErrorCode.OVERLOADED, MOST_WAITING + " to be compiled"));
    } else {
      waiting.add(task.client(), task);
      dispatch();
    }
  }

  private void dispatch() {
    while (!free.isEmpty()) {
      boolean isLong = waitingLong.size() > 0 && places.take();
      CompileTask<?> next = isLong ? waitingLong.poll() : waiting.poll();
      if (next == null) {
        break;
      }
      next.begin(isLong);
      start(next, free.pop());
    }
    askLater();
  }

  private <T> void start(CompileTask<T> task, Scheduler worker) {
    running.add(task);
    worker.execute(
        () -> {
          CompileTask.Outcome<T> outcome = guarded(task, worker);
          engine.execute(() -> finished(task, worker, outcome));
        });
  }

  /** If the worker is taken away, the rest of what the caller does is not run. */
  private <T> CompileTask.Outcome<T> guarded(CompileTask<T> task, Scheduler worker) {
    if (!(worker instanceof GuardedRunner runner)) {
      return task.work(worker, places);
    }
    Result<T> result = new Result<>();
    runner.runGuardedWork(
        () -> result.outcome = task.work(worker, places),
        lostMs,
        thread -> engine.execute(() -> lost(task, worker)));
    return result.outcome;
  }

  private static final class Result<T> {
    private CompileTask.Outcome<T> outcome;
  }

  private <T> void lost(CompileTask<T> task, Scheduler worker) {
    lost.add(task.text());
    finished(task, worker, new CompileTask.Outcome<>(null, CompileTask.tooLarge()));
  }

  private <T> void finished(CompileTask<T> task, Scheduler worker, CompileTask.Outcome<T> outcome) {
    running.remove(task);
    free.push(worker);
    if (task.leave()) {
      places.giveBack();
    }
    if (!outcome.isPostponed()) {
      task.end(outcome.result(), outcome.error());
    } else if (task.isWanted()) {
      waitingLong.add(task.client(), task);
    } else {
      task.end(null, new ThetisException(ErrorCode.QUERY_CANCELED));
    }
    dispatch();
  }

  private void askLater() {
    if (!asks && !(running.isEmpty() && waiting.size() == 0 && waitingLong.size() == 0)) {
      asks = true;
      engine.schedule(ASK_US, this::ask);
    }
  }

  private void ask() {
    asks = false;
    List<Runnable> toTell = new ArrayList<>();
    running.forEach(task -> task.ask(toTell));
    Predicate<CompileTask<?>> isDropped = task -> isDropped(task, toTell);
    waiting.removeIf(isDropped);
    waitingLong.removeIf(isDropped);
    toTell.forEach(Runnable::run);
    askLater();
  }

  private static boolean isDropped(CompileTask<?> task, List<Runnable> toTell) {
    task.ask(toTell);
    if (task.isWanted()) {
      return false;
    }
    toTell.add(() -> task.end(null, new ThetisException(ErrorCode.QUERY_CANCELED)));
    return true;
  }
}
