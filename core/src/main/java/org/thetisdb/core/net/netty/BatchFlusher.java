package org.thetisdb.core.net.netty;

import java.util.ArrayList;
import org.thetisdb.core.time.BatchScheduler;

/**
 * Remembers which connections got something to send during a burst of a scheduler, and has them
 * send it at its end.
 *
 * <p>Owned by the scheduler's line of execution. Bounded by the number of its connections.
 */
final class BatchFlusher {
  /** Held, so that the line lives as long as the scheduler whose hook leads here. */
  @SuppressWarnings("UnusedVariable")
  private final Line line;

  private final BatchScheduler scheduler;
  private final ArrayList<NettyConnection> waiting = new ArrayList<>();

  BatchFlusher(Line line, BatchScheduler scheduler) {
    this.line = line;
    this.scheduler = scheduler;
    scheduler.onBatchEnd(this::flush);
  }

  /** Takes {@code connection} if the caller is on the line; otherwise the caller must wake it. */
  boolean later(NettyConnection connection) {
    if (!scheduler.inLine()) {
      return false;
    }
    waiting.add(connection);
    return true;
  }

  private void flush() {
    for (int i = 0; i < waiting.size(); i++) {
      waiting.get(i).sendBurst();
    }
    waiting.clear();
  }
}
