package org.thetisdb.sql.call;

import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Scheduler;

/** Has slow work done on another line, and its outcome brought back. Safe for all threads. */
final class CompileLine {
  private static final Logger LOG = LoggerFactory.getLogger(CompileLine.class);

  private final Scheduler worker;
  private final Scheduler engine;

  CompileLine(Scheduler worker, Scheduler engine) {
    this.worker = worker;
    this.engine = engine;
  }

  /**
   * Does some work. {@code whenDone} is called on the engine's line, with the outcome or with what
   * went wrong: nothing that the work throws may stop the worker.
   */
  <T> void run(Supplier<T> work, BiConsumer<T, ThetisException> whenDone) {
    worker.execute(
        () -> {
          T outcome = null;
          ThetisException error = null;
          try {
            outcome = work.get();
          } catch (ThetisException e) {
            error = e;
          } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            LOG.warn("A statement could not be compiled, by a fault of the compiler.", e);
            error =
                new ThetisException(ErrorCode.NOT_SUPPORTED, "A statement of this form")
                    .causedBy(e);
          }
          T result = outcome;
          ThetisException failure = error;
          engine.execute(() -> whenDone.accept(result, failure));
        });
  }
}
