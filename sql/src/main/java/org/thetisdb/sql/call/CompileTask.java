package org.thetisdb.sql.call;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.sql.compile.CompileBudget;

/**
 * A text that is compiled, and what waits for it. Owned by the engine's event loop; the worker runs
 * {@link #work} alone, and finds there what it needs.
 */
final class CompileTask<T> {
  private static final Logger LOG = LoggerFactory.getLogger(CompileTask.class);

  /**
   * Steps that a text may take before it counts as long: some 50 ms of a warm processor. Steps, not
   * time: on a busy machine a short text takes long, too, and would wait for those that are long.
   */
  static final int QUICK_STEPS = 16_384;

  /** Processor time after which a text counts as long whatever its steps, in microseconds. */
  static final long QUICK_USED_US = 250_000;

  /** Processor time that one text may take, in microseconds. */
  static final long MOST_USED_US = 4_000_000;

  private final String text;
  private final Supplier<T> work;
  private final BiConsumer<T, ThetisException> onEnd;
  private final List<Waiter<T>> waiters = new ArrayList<>(1);
  private final AtomicReference<Stay> stay = new AtomicReference<>(Stay.QUICK);
  private volatile boolean canceled;

  /** What kind of place it has, or that it has none any more. */
  private enum Stay {
    QUICK,
    LONG,
    OVER
  }

  private record Waiter<T>(Asker asker, BiConsumer<T, ThetisException> whenDone) {}

  /** What became of the work: a result, or an error, or neither if it has to wait for a place. */
  record Outcome<T>(T result, ThetisException error) {
    boolean isPostponed() {
      return result == null && error == null;
    }
  }

  /** It takes long, and there is no place for that: it begins anew when there is one. */
  private static final class Postponed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Postponed() {
      super("waits for a place of those that take long", null, false, false);
    }
  }

  /**
   * A task.
   *
   * @param text what is compiled
   * @param onEnd hears of the end once, before those that wait
   */
  CompileTask(String text, Supplier<T> work, BiConsumer<T, ThetisException> onEnd) {
    this.text = text;
    this.work = work;
    this.onEnd = onEnd;
  }

  String text() {
    return text;
  }

  /** The client whose turn it takes. */
  Object client() {
    return waiters.get(0).asker.client();
  }

  /** Somebody waits for it. */
  void add(Asker asker, BiConsumer<T, ThetisException> whenDone) {
    waiters.add(new Waiter<>(asker, whenDone));
  }

  /** Whether somebody waits for it, so that others may wait, too. */
  boolean isWanted() {
    return !waiters.isEmpty();
  }

  /**
   * Asks those that wait whether they still do. If none does, the work ends at its next step.
   *
   * @param toTell takes what is to be run then: those that wait no more get the reason
   */
  void ask(List<Runnable> toTell) {
    for (Waiter<T> waiter : List.copyOf(waiters)) {
      ThetisException refusal = waiter.asker.refusal();
      if (refusal != null) {
        waiters.remove(waiter);
        toTell.add(() -> waiter.whenDone.accept(null, refusal));
      }
    }
    canceled = waiters.isEmpty();
  }

  /** It ends: notifies all that wait. */
  void end(T result, ThetisException error) {
    canceled = true;
    List<Waiter<T>> told = List.copyOf(waiters);
    waiters.clear();
    onEnd.accept(result, error);
    told.forEach(waiter -> waiter.whenDone.accept(result, error));
  }

  /** It begins, in a place of those that take long or not. */
  void begin(boolean isLong) {
    stay.set(isLong ? Stay.LONG : Stay.QUICK);
  }

  /** It has left its place; returns whether that was one of those that take long. */
  boolean leave() {
    return stay.getAndSet(Stay.OVER) == Stay.LONG;
  }

  /** Does the work on a worker. Nothing that it throws stops the worker. */
  Outcome<T> work(Scheduler worker, LongPlaces places) {
    long beforeUs = worker.usedUs();
    CompileBudget budget = CompileBudget.watchedBy(() -> look(places, worker.usedUs() - beforeUs));
    try {
      return new Outcome<>(budget.run(work), null);
    } catch (Postponed e) {
      return new Outcome<>(null, null);
    } catch (ThetisException e) {
      return new Outcome<>(null, e);
    } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
      LOG.warn("A statement could not be compiled, by a fault of the compiler.", e);
      ThetisException error =
          ThetisException.withMessage(
                  ErrorCode.NOT_SUPPORTED,
                  "A combination of clauses as in this statement is not supported. Write it in"
                      + " another way, for example as a query of WITH, or in a statement of its"
                      + " own.")
              .causedBy(e);
      return new Outcome<>(null, error);
    }
  }

  private void look(LongPlaces places, long usedUs) {
    if (canceled) {
      throw new ThetisException(ErrorCode.QUERY_CANCELED);
    }
    boolean isLong = CompileBudget.takenByThread() > QUICK_STEPS || usedUs > QUICK_USED_US;
    if (isLong && stay.get() == Stay.QUICK) {
      if (!places.take()) {
        throw new Postponed();
      }
      if (!stay.compareAndSet(Stay.QUICK, Stay.LONG)) {
        places.giveBack();
      }
    }
    if (stay.get() == Stay.LONG && usedUs > MOST_USED_US) {
      throw tooLarge();
    }
  }

  /** What a text gets that takes too long. */
  static ThetisException tooLarge() {
    return ThetisException.withMessage(ErrorCode.STATEMENT_TOO_LARGE, CompileBudget.TOO_MUCH);
  }
}
