package org.thetisdb.router.routing.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;

/**
 * What is kept of the keys of a sampled call: of each partition that it touches the first and the
 * last key. When the partition is split, these tell on which side the call was, or that it was on
 * both. Stateless.
 */
public final class SampledKeys {
  private SampledKeys() {}

  /** The same footprint with no more keys than are kept; none where borders never change. */
  public static Footprint thin(Footprint footprint, Placement placement) {
    if (!placement.hasRanges()) {
      return footprint.withKeys(List.of(), List.of());
    }
    return footprint.withKeys(
        with(footprint.growsFrom(), ends(footprint.writtenKeys(), placement)),
        ends(footprint.readKeys(), placement));
  }

  /** Where a range begins that is written in counts as a key that is. */
  private static List<RowKey> with(List<RowKey> beginnings, List<RowKey> keys) {
    if (beginnings.isEmpty()) {
      return keys;
    }
    List<RowKey> all = new ArrayList<>(keys.size() + beginnings.size());
    all.addAll(keys);
    all.addAll(beginnings);
    return all;
  }

  /** The first and the last of neighbours that lie in one partition. */
  private static List<RowKey> ends(List<RowKey> keys, Placement placement) {
    if (keys.size() <= 1) {
      return keys;
    }
    List<RowKey> kept = new ArrayList<>(Math.min(keys.size(), 16));
    RowKey last = null;
    long partition = 0;
    for (RowKey key : keys) {
      long of = partitionOf(key, placement);
      if (kept.isEmpty() || of != partition) {
        addLast(last, kept);
        kept.add(key);
        partition = of;
      }
      last = key;
    }
    addLast(last, kept);
    return kept;
  }

  /** The last one may be the one that was added first: the same object, not one like it. */
  @SuppressWarnings("ReferenceEquality")
  private static void addLast(RowKey last, List<RowKey> kept) {
    if (last != null && kept.get(kept.size() - 1) != last) {
      kept.add(last);
    }
  }

  /**
   * The footprint as it is under the borders of now; null if nothing that it writes is known any
   * more, or nothing that it reads if it writes nothing.
   *
   * @param reshaped partitions whose borders have changed: only keys tell what became of them
   */
  public static Footprint findAgain(
      Footprint footprint, LongHashSet reshaped, Placement placement) {
    long[] written = of(footprint.written(), footprint.writtenKeys(), reshaped, placement);
    long[] read = of(footprint.read(), footprint.readKeys(), reshaped, placement);
    int known = footprint.isReadOnly() ? read.length : written.length;
    return known == 0
        ? null
        : Footprint.of(written, read, footprint.readsMore())
            .withKeys(footprint.writtenKeys(), footprint.readKeys());
  }

  private static long[] of(
      long[] before, List<RowKey> keys, LongHashSet reshaped, Placement placement) {
    long[] now = Arrays.copyOf(before, before.length + keys.size());
    int size = 0;
    for (long partition : before) {
      if (!reshaped.contains(partition) && placement.isLive(partition)) {
        now[size++] = partition;
      }
    }
    for (RowKey key : keys) {
      now[size++] = partitionOf(key, placement);
    }
    return Arrays.copyOf(now, size);
  }

  private static long partitionOf(RowKey key, Placement placement) {
    return placement.partitioning(key.tableId(), null).partitionOf(key.bytes());
  }
}
