package org.thetisdb.server.replica;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.migration.CopyPlan;
import org.thetisdb.server.catalog.HeldRanges.Dropped;
import org.thetisdb.server.catalog.HeldRowStore;
import org.thetisdb.server.store.Snapshot;

/**
 * Has rows go of replicas that were dropped, in small steps with rests between them. Nobody can
 * read them any more. Each is deleted as of the record that dropped the replica, and then collected
 * as deleted rows are. Lives on the line that applies the logs, but for {@link #add}, {@link
 * #isIdle} and {@link #stop}, which are the engine's.
 */
final class ReplicaEviction {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaEviction.class);
  private static final int ROWS_PER_STEP = 128;
  private static final long REST_US = 500;
  private static final long NO_ROOM_US = 100_000;

  private final HeldRowStore store;
  private final Scheduler line;
  private final Supplier<Snapshot> watermark;
  private final AtomicInteger left = new AtomicInteger();
  private volatile boolean stopped;

  // Only on the line.
  private final ArrayDeque<Run> runs = new ArrayDeque<>();

  /** One range whose rows go. */
  private static final class Run {
    private final CopyPlan.Range range;
    private final Dropped dropped;
    private byte[] nextKey;

    Run(CopyPlan.Range range, Dropped dropped) {
      this.range = range;
      this.dropped = dropped;
      this.nextKey = range.from();
    }
  }

  ReplicaEviction(HeldRowStore store, Scheduler line, Supplier<Snapshot> watermark) {
    this.store = store;
    this.line = line;
    this.watermark = watermark;
  }

  /** The rows of a range are to go. */
  void add(CopyPlan.Range range, Dropped dropped) {
    left.incrementAndGet();
    line.execute(
        () -> {
          runs.add(new Run(range, dropped));
          if (runs.size() == 1) {
            step();
          }
        });
  }

  /** Whether no row is to go. */
  boolean isIdle() {
    return left.get() == 0;
  }

  /** The site ends: after a task that is handed to the line now, no row is touched. */
  void stop() {
    stopped = true;
  }

  private void step() {
    if (stopped || runs.isEmpty()) {
      return;
    }
    long restUs = REST_US;
    try {
      if (!evictSome(runs.peek())) {
        LOG.info("the rows of the replica of {} are gone", runs.remove().dropped.range());
        left.decrementAndGet();
      }
    } catch (ThetisException noRoom) {
      LOG.warn("rows of a replica stay for a while: {}", noRoom.getMessage());
      restUs = NO_ROOM_US;
    }
    line.schedule(restUs, this::step);
  }

  /** Whether there may be more. */
  private boolean evictSome(Run run) {
    int table = run.range.tableId();
    List<byte[]> keys = new ArrayList<>(ROWS_PER_STEP);
    store
        .whole()
        .scan(
            table,
            run.nextKey,
            run.range.to().length == 0 ? null : run.range.to(),
            false,
            Snapshot.EVERYTHING,
            (key, version) -> {
              keys.add(key);
              return keys.size() < ROWS_PER_STEP;
            });
    Snapshot oldest = watermark.get();
    for (byte[] key : keys) {
      store.evict(new RowKey(table, key), run.dropped, oldest);
      run.nextKey = Arrays.copyOf(key, key.length + 1);
    }
    return keys.size() == ROWS_PER_STEP;
  }
}
