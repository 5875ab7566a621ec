package org.thetisdb.core.net.netty;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.time.ResumableTask;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.ShortTask;

/**
 * Collects what one event loop read for one scheduler, from all connections that had something in
 * this turn of the loop, and hands it over as one task: a scheduler that sleeps is woken once per
 * turn and not once per connection.
 *
 * <p>Owned by the event loop. Bounded by what one turn can read.
 */
final class HandOver implements Runnable {
  private final EventLoop loop;
  private final Scheduler scheduler;
  private List<InboundBatch> batches = new ArrayList<>();

  HandOver(EventLoop loop, Scheduler scheduler) {
    this.loop = loop;
    this.scheduler = scheduler;
  }

  /** Hands {@code batch} over at the end of this turn of the loop. */
  void later(InboundBatch batch) {
    batches.add(batch);
    if (batches.size() == 1) {
      loop.execute(this);
    }
  }

  /** Hands over now what was collected. */
  @Override
  public void run() {
    // Taken out first: the scheduler may work it off before this goes on.
    if (batches.size() == 1) {
      InboundBatch only = batches.get(0);
      batches.clear();
      scheduler.execute(only);
    } else if (!batches.isEmpty()) {
      Turn turn = new Turn(batches);
      batches = new ArrayList<>();
      scheduler.execute(turn);
    }
  }

  /** What several connections had read in one turn. */
  private static final class Turn implements ResumableTask, ShortTask {
    /** More connections than these are worth the waking of another thread. */
    private static final int FEW = 16;

    private final List<InboundBatch> batches;
    private int current;

    Turn(List<InboundBatch> batches) {
      this.batches = batches;
    }

    @Override
    public boolean isShort() {
      for (int i = 0; i < batches.size(); i++) {
        if (!batches.get(i).isShort()) {
          return false;
        }
      }
      return batches.size() <= FEW;
    }

    @Override
    public void run() {
      for (; current < batches.size(); current++) {
        batches.get(current).run();
      }
    }
  }
}
