package org.thetisdb.core.time;

import java.util.ArrayList;

/**
 * What an event loop does once at the end of the burst that it is in, such as sending what the
 * burst produced.
 *
 * <p>Owned by the event loop. Bounded by the number of those that ask: each asks once per burst.
 */
public final class BurstEnd {
  /** Held, so that it lives as long as the scheduler whose hook leads here. */
  @SuppressWarnings("UnusedVariable")
  private final Object owner;

  private final BatchScheduler scheduler;
  private final ArrayList<Runnable> waiting = new ArrayList<>();

  /** The end of each burst of {@code scheduler}, on behalf of {@code owner}. */
  public BurstEnd(BatchScheduler scheduler, Object owner) {
    this.scheduler = scheduler;
    this.owner = owner;
    scheduler.onBatchEnd(this::run);
  }

  /**
   * Any thread: runs {@code task} at the end of the burst if the caller is on the event loop;
   * otherwise does nothing, and the caller has to help itself.
   *
   * @return whether it will run
   */
  public boolean later(Runnable task) {
    if (!scheduler.inLine()) {
      return false;
    }
    waiting.add(task);
    return true;
  }

  private void run() {
    for (int i = 0; i < waiting.size(); i++) {
      waiting.get(i).run();
    }
    waiting.clear();
  }
}
