package org.thetisdb.server.replica;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.migration.CopyPlan;
import org.thetisdb.server.catalog.HeldPartitions.Left;
import org.thetisdb.server.catalog.HeldRanges.Dropped;
import org.thetisdb.server.catalog.HeldRowStore;
import org.thetisdb.store.Snapshot;

/**
 * Has rows go of replicas that were dropped, and of partitions that this site masters no more, in
 * small steps with rests between them. Nobody can read them any more. Each is deleted as of the
 * record that says so, and then collected as deleted rows are; what is held again by then stays.
 * Lives on the event loop that applies the logs, but for {@link #add}, {@link #isIdle} and {@link
 * #stop}, which are the engine's.
 */
final class ReplicaEviction {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaEviction.class);
  private static final int ROWS_PER_STEP = 128;
  private static final int RANGES_PER_STEP = 64;
  private static final long REST_US = 500;
  private static final long NO_ROOM_US = 100_000;

  private final HeldRowStore store;
  private final Scheduler line;
  private final Supplier<Snapshot> watermark;

  /** Replicas whose rows are not gone yet. */
  private final AtomicInteger replicas = new AtomicInteger();

  /** Partitions whose rows are not gone yet. */
  private final Set<Long> partitions = ConcurrentHashMap.newKeySet();

  private volatile boolean stopped;

  // Only on the event loop.
  private final ArrayDeque<Run> runs = new ArrayDeque<>();

  /** One range whose rows go: that of a replica, or of a partition if there is none. */
  private static final class Run {
    private final CopyPlan.Range range;
    private final Dropped replica;
    private final long partition;
    private byte[] nextKey;

    Run(CopyPlan.Range range, Dropped replica, long partition) {
      this.range = range;
      this.replica = replica;
      this.partition = partition;
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
    replicas.incrementAndGet();
    add(new Run(range, dropped, 0));
  }

  /** The rows of a partition are to go, unless it has come back. */
  void add(CopyPlan.Range range, long partition) {
    partitions.add(partition);
    add(new Run(range, null, partition));
  }

  private void add(Run run) {
    line.execute(
        () -> {
          runs.add(run);
          if (runs.size() == 1) {
            step();
          }
        });
  }

  /** Whether no row of a replica is to go. */
  boolean isIdle() {
    return replicas.get() == 0;
  }

  /** Whether rows of a partition of a range are to go. */
  boolean isAnyGoing(ReplicaRange range) {
    return partitions.stream().anyMatch(range::contains);
  }

  /** The site ends: after a task that is handed to the event loop now, no row is touched. */
  void stop() {
    stopped = true;
  }

  private void step() {
    if (stopped || runs.isEmpty()) {
      return;
    }
    long restUs = REST_US;
    try {
      evictSome();
    } catch (ThetisException noRoom) {
      LOG.warn("rows that are held no more stay for a while: {}", noRoom.getMessage());
      restUs = NO_ROOM_US;
    }
    line.schedule(restUs, this::step);
  }

  private void evictSome() {
    int rows = 0;
    for (int ranges = 0; ranges < RANGES_PER_STEP && !runs.isEmpty(); ranges++) {
      Run run = runs.peek();
      int most = ROWS_PER_STEP - rows;
      int gone = evict(run, most);
      rows += gone;
      if (gone == most) {
        return; // there may be more
      }
      end(runs.remove());
    }
  }

  private void end(Run run) {
    if (run.replica != null) {
      LOG.info("the rows of the replica of {} are gone", run.replica.range());
      replicas.decrementAndGet();
    } else {
      partitions.remove(run.partition);
    }
  }

  private int evict(Run run, int most) {
    if (run.replica != null) {
      return evict(run, most, run.replica.stamp(), run.replica.position());
    }
    Left left = store.partitions().leftSince(run.partition);
    return left == null ? 0 : evict(run, most, left.stamp(), left.position());
  }

  private int evict(Run run, int most, long stamp, long position) {
    int table = run.range.tableId();
    List<byte[]> keys = new ArrayList<>(most);
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
              return keys.size() < most;
            });
    Snapshot oldest = watermark.get();
    for (byte[] key : keys) {
      store.evict(new RowKey(table, key), stamp, position, oldest);
      run.nextKey = Arrays.copyOf(key, key.length + 1);
    }
    return keys.size();
  }
}
