package org.thetisdb.server.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

/**
 * The partitions that a site holds since it masters them, or mastered them first, where it does not
 * hold every row (decision 0082). Rows of {@link Catalog#HOLDERS} tell it, in the order of the
 * logs. Any thread asks; a partition's rows come on the event loop on which its mastership changes
 * hands here.
 */
public final class HeldPartitions {
  private final FirstMasters masters;
  private final int self;
  private final RowStore store;
  private final ConcurrentHashMap<Long, Moved> moved = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Left> left = new ConcurrentLinkedQueue<>();

  /** What the newest row of a partition says, and which release that row is of. */
  private record Moved(Holder holder, long stamp, long position) {}

  /**
   * A partition that was held here, and whose rows are to go.
   *
   * @param stamp of the release
   * @param position of the release
   */
  public record Left(long partition, long stamp, long position) {}

  /** What site {@code self} holds; older rows of a partition are read in {@code store}. */
  HeldPartitions(FirstMasters masters, int self, RowStore store) {
    this.masters = masters;
    this.self = self;
    this.store = store;
  }

  /** A row of {@link Catalog#HOLDERS} is installed. */
  void onRow(RowKey key, byte[] row, long stamp, long position) {
    long partition = Holder.partitionOf(key);
    boolean wasHeld = isHeld(partition);
    moved.put(partition, new Moved(Holder.decode(row), stamp, position));
    if (wasHeld && !isHeld(partition)) {
      left.add(new Left(partition, stamp, position));
    }
  }

  /** Whether rows of a partition are kept here now. */
  public boolean isHeld(long partition) {
    Moved newest = moved.get(partition);
    return Holder.holds(newest == null ? null : newest.holder, masters, self, partition);
  }

  /** The site that masters a partition by what was applied here, and so holds it. */
  public int holder(long partition) {
    Moved newest = moved.get(partition);
    return newest == null ? masters.master(partition) : newest.holder.master();
  }

  /**
   * Whether all rows of a partition are here that a snapshot sees: it is held, and was when the
   * snapshot was. What was given up is not read at older ones either, since its rows go.
   */
  boolean isReadable(long partition, Snapshot at) {
    if (!isHeld(partition)) {
      return false;
    }
    Moved newest = moved.get(partition);
    return newest == null
        || at.isVisible(newest.stamp, newest.position)
        || Holder.holds(Holder.at(store, partition, at), masters, self, partition);
  }

  /**
   * What is known of a partition that is not held here, as of the newest release; null if it is
   * held. What has left, come back and left again is held no more since the last time alone.
   */
  public Left leftSince(long partition) {
    Moved newest = moved.get(partition);
    return newest == null || isHeld(partition)
        ? null
        : new Left(partition, newest.stamp, newest.position);
  }

  /** Whether a partition of a range was given up, and nobody has taken note of that yet. */
  public boolean isAnyLeft(ReplicaRange range) {
    return left.stream().anyMatch(each -> range.contains(each.partition));
  }

  /** Partitions that are held no more since the last time. */
  public List<Left> takeLeft() {
    List<Left> taken = new ArrayList<>();
    for (Left next = left.poll(); next != null; next = left.poll()) {
      taken.add(next);
    }
    return taken;
  }
}
