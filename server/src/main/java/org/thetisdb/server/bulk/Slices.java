package org.thetisdb.server.bulk;

import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.thetisdb.core.time.Scheduler;

/**
 * Work over many rows on the engine's event loop, in slices between which others have it. Owned by
 * the site's engine.
 */
final class Slices {
  private final Scheduler engine;
  private final BooleanSupplier stopped;

  /** Slices on the event loop of {@code engine}; no more come once the site has stopped. */
  Slices(Scheduler engine, BooleanSupplier stopped) {
    this.engine = engine;
    this.stopped = stopped;
  }

  /**
   * Does something for each number from 0 on, then something else. The first slice is done at once.
   *
   * @param perSlice so many at a time
   * @param goesOn whether it is still wanted; asked before each slice, and before the end
   * @param then runs when all is done, or when it is not wanted any more
   */
  void over(int size, int perSlice, BooleanSupplier goesOn, IntConsumer action, Runnable then) {
    slice(0, size, perSlice, goesOn, action, then);
  }

  private void slice(
      int from, int size, int perSlice, BooleanSupplier goesOn, IntConsumer action, Runnable then) {
    if (stopped.getAsBoolean()) {
      return;
    }
    int end = goesOn.getAsBoolean() ? Math.min(size, from + perSlice) : from;
    for (int i = from; i < end; i++) {
      action.accept(i);
    }
    if (end == size || end == from) {
      then.run();
    } else {
      engine.execute(() -> slice(end, size, perSlice, goesOn, action, then));
    }
  }
}
