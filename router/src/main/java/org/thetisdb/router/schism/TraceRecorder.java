package org.thetisdb.router.schism;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.router.routing.AccessTrace;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.schism.Trace.Access;

/**
 * Keeps the last transactions in a ring of a fixed size; what was before is forgotten. Left out are
 * transactions that touch more than {@value #MOST_PARTITIONS} partitions, such as loads and scans
 * of whole tables, which fit no placement (Schism, section 5.1), and the system's own tables.
 *
 * <p>Owned by the router's event loop. {@link #trace} is called on a {@link #copy}, or when that
 * line has ended.
 */
public final class TraceRecorder implements AccessTrace {
  /** Partitions of one transaction. */
  static final int MOST_PARTITIONS = 64;

  private static final int RING_WORDS = 1 << 21;

  private final long[] ring;
  private final long[] noted = new long[MOST_PARTITIONS];
  private int partitionKeys;
  private long head;
  private long tail;
  private long seen;

  /** A recorder with room for two million partitions, which are 16 MB. */
  public TraceRecorder() {
    this(RING_WORDS);
  }

  /**
   * A recorder.
   *
   * @param words partitions and transactions for which there is room
   */
  public TraceRecorder(int words) {
    if (words <= MOST_PARTITIONS) {
      throw new IllegalArgumentException("a ring of " + words + " words holds no transaction");
    }
    this.ring = new long[words];
  }

  private TraceRecorder(TraceRecorder from) {
    this.ring = from.ring.clone();
    this.partitionKeys = from.partitionKeys;
    this.head = from.head;
    this.tail = from.tail;
    this.seen = from.seen;
  }

  /** What is kept now, for another thread. */
  public TraceRecorder copy() {
    return new TraceRecorder(this);
  }

  /** Transactions that were noted since it began, also such as are forgotten. */
  public long seen() {
    return seen;
  }

  @Override
  public void onGrid(int keys) {
    partitionKeys = keys;
  }

  @Override
  public void note(Footprint footprint) {
    int count = footprint.written().length + footprint.read().length;
    if (partitionKeys == 0 || footprint.readsMore() || count > MOST_PARTITIONS) {
      return;
    }
    int written = take(footprint.written(), 0);
    int all = take(footprint.read(), written);
    if (all == 0) {
      return;
    }
    seen++;
    while (tail + 1 + all - head > ring.length) {
      head += 1 + (at(head) & 0xFFFF_FFFFL);
    }
    put((long) written << 32 | all);
    for (int i = 0; i < all; i++) {
      put(noted[i]);
    }
  }

  private int take(long[] partitions, int count) {
    int taken = count;
    for (long partition : partitions) {
      if (PartitionId.table(partition) >= FirstMasters.FIRST_USER_TABLE) {
        noted[taken++] = partition;
      }
    }
    return taken;
  }

  private void put(long word) {
    ring[(int) (tail++ % ring.length)] = word;
  }

  private long at(long position) {
    return ring[(int) (position % ring.length)];
  }

  /** What is kept. */
  public Trace trace() {
    List<Access> transactions = new ArrayList<>();
    long position = head;
    while (position < tail) {
      long header = at(position++);
      int all = (int) header;
      int written = (int) (header >>> 32);
      transactions.add(
          new Access(copy(position, written), copy(position + written, all - written)));
      position += all;
    }
    return new Trace(partitionKeys, seen, transactions);
  }

  private long[] copy(long position, int count) {
    long[] partitions = new long[count];
    for (int i = 0; i < count; i++) {
      partitions[i] = at(position + i);
    }
    return partitions;
  }
}
