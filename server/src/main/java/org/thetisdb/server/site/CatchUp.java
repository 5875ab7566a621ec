package org.thetisdb.server.site;

import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Waits until a log that is read has been passed as far as it went when the reading began. Lives on
 * one event loop.
 */
final class CatchUp {
  private static final long UNKNOWN = -1;

  private final LongSupplier passedOffset;
  private final Runnable then;
  private final Consumer<RuntimeException> onFailed;
  private long endOffset = UNKNOWN;
  private boolean over;

  /**
   * A wait that has not ended.
   *
   * @param passedOffset how far the log has been passed
   * @param then runs once
   * @param onFailed hears why the log's end cannot be known
   */
  CatchUp(LongSupplier passedOffset, Runnable then, Consumer<RuntimeException> onFailed) {
    this.passedOffset = passedOffset;
    this.then = then;
    this.onFailed = onFailed;
  }

  /** How far the log went, or why nobody can tell. */
  void onEnd(Long offset, RuntimeException error) {
    if (error != null) {
      onFailed.accept(error);
      return;
    }
    endOffset = offset;
    look();
  }

  /** More of the log may have been passed. */
  void look() {
    if (!over && endOffset != UNKNOWN && passedOffset.getAsLong() >= endOffset) {
      over = true;
      then.run();
    }
  }
}
