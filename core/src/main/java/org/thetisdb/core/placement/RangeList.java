package org.thetisdb.core.placement;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The ranges of one table in the order of their keys; together they are the whole table. Kept in
 * leaves of a few hundred, so that a border comes or goes without moving all others, with the first
 * eight bytes of each lower bound beside it, so that most lookups compare numbers alone. The range
 * that was found last is looked at first, since a call asks of one key several times.
 *
 * <p>Not thread-safe. Lookups allocate nothing.
 */
final class RangeList implements Partitioning {
  private static final int LEAF = 256;

  private final int tableId;
  private Leaf[] leaves = {new Leaf()};
  private long[] firsts = {0};
  private int leafCount = 1;
  private int size = 1;

  /** Where the range stands, or stood, that was found last. */
  private int lastLeaf;

  private int lastSlot;

  /** Whether no record has named this table: its one range is as the first placement says. */
  private boolean implicit = true;

  private static final class Leaf {
    private final Range[] ranges = new Range[LEAF];
    private final long[] prefixes = new long[LEAF];
    private int count;

    private void insert(int slot, Range range) {
      System.arraycopy(ranges, slot, ranges, slot + 1, count - slot);
      System.arraycopy(prefixes, slot, prefixes, slot + 1, count - slot);
      set(slot, range);
      count++;
    }

    private void set(int slot, Range range) {
      ranges[slot] = range;
      prefixes[slot] = Range.prefix(range.from());
    }

    private void remove(int slot) {
      System.arraycopy(ranges, slot + 1, ranges, slot, count - slot - 1);
      System.arraycopy(prefixes, slot + 1, prefixes, slot, count - slot - 1);
      count--;
      ranges[count] = null;
    }

    /** The last slot whose range begins at or below a key; -1 if there is none. */
    private int floor(long prefix, byte[] key) {
      int low = 0;
      int high = count - 1;
      while (low <= high) {
        int middle = (low + high) >>> 1;
        if (isAtOrBelow(prefixes[middle], ranges[middle], prefix, key)) {
          low = middle + 1;
        } else {
          high = middle - 1;
        }
      }
      return high;
    }
  }

  /** A table of one range, of which nothing is known but the first placement. */
  RangeList(int tableId, int master) {
    this.tableId = tableId;
    leaves[0].insert(0, Range.of(tableId, Range.OPEN, 0, master));
  }

  private static boolean isAtOrBelow(long boundPrefix, Range bound, long prefix, byte[] key) {
    int order = Long.compareUnsigned(boundPrefix, prefix);
    return order < 0 || (order == 0 && Arrays.compareUnsigned(bound.from(), key) <= 0);
  }

  int tableId() {
    return tableId;
  }

  int size() {
    return size;
  }

  boolean isImplicit() {
    return implicit;
  }

  /** The range that holds a key. */
  Range floor(byte[] key) {
    long prefix = Range.prefix(key);
    if (!isInLast(prefix)) {
      lastLeaf = leafOf(prefix, key);
      lastSlot = leaves[lastLeaf].floor(prefix, key);
    }
    return leaves[lastLeaf].ranges[lastSlot];
  }

  /** Whether a key with this prefix is in the range found last, as far as prefixes tell. */
  private boolean isInLast(long prefix) {
    if (lastLeaf >= leafCount || lastSlot >= leaves[lastLeaf].count) {
      return false; // borders have gone meanwhile
    }
    Leaf leaf = leaves[lastLeaf];
    if (Long.compareUnsigned(leaf.prefixes[lastSlot], prefix) >= 0) {
      return false;
    }
    int next = lastSlot + 1;
    return next < leaf.count
        ? Long.compareUnsigned(prefix, leaf.prefixes[next]) < 0
        : lastLeaf == leafCount - 1;
  }

  private int leafOf(long prefix, byte[] key) {
    int low = 1; // the first leaf begins at the beginning of the table
    int high = leafCount - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (isAtOrBelow(firsts[middle], leaves[middle].ranges[0], prefix, key)) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  /** The range behind the one that holds a key; null behind the last. */
  Range after(byte[] key) {
    long prefix = Range.prefix(key);
    int at = leafOf(prefix, key);
    int slot = leaves[at].floor(prefix, key) + 1;
    if (slot < leaves[at].count) {
      return leaves[at].ranges[slot];
    }
    return at + 1 < leafCount ? leaves[at + 1].ranges[0] : null;
  }

  /** Where the range that holds a key ends, exclusive; empty for the end of the table. */
  byte[] upperBound(byte[] key) {
    Range next = after(key);
    return next == null ? Range.OPEN : next.from();
  }

  /** Puts a range in the place of the one with its lower bound, or between its neighbours. */
  void put(Range range) {
    implicit = false;
    long prefix = Range.prefix(range.from());
    int at = leafOf(prefix, range.from());
    Leaf leaf = leaves[at];
    int slot = leaf.floor(prefix, range.from());
    if (Arrays.equals(leaf.ranges[slot].from(), range.from())) {
      leaf.set(slot, range);
      return;
    }
    size++;
    if (leaf.count == LEAF) {
      int half = slot == LEAF - 1 && at == leafCount - 1 ? LEAF - 1 : LEAF / 2;
      divide(at, half);
      if (slot >= half) {
        leaf = leaves[at + 1];
        slot -= half;
      }
    }
    leaf.insert(slot + 1, range);
  }

  private void divide(int at, int half) {
    Leaf low = leaves[at];
    Leaf high = new Leaf();
    high.count = LEAF - half;
    System.arraycopy(low.ranges, half, high.ranges, 0, high.count);
    System.arraycopy(low.prefixes, half, high.prefixes, 0, high.count);
    Arrays.fill(low.ranges, half, LEAF, null);
    low.count = half;
    if (leafCount == leaves.length) {
      leaves = Arrays.copyOf(leaves, 2 * leafCount);
      firsts = Arrays.copyOf(firsts, 2 * leafCount);
    }
    System.arraycopy(leaves, at + 1, leaves, at + 2, leafCount - at - 1);
    System.arraycopy(firsts, at + 1, firsts, at + 2, leafCount - at - 1);
    leaves[at + 1] = high;
    firsts[at + 1] = high.prefixes[0];
    leafCount++;
  }

  /** Takes the range out that begins at a bound; the one below it then reaches further. */
  void remove(byte[] from) {
    long prefix = Range.prefix(from);
    int at = leafOf(prefix, from);
    Leaf leaf = leaves[at];
    int slot = leaf.floor(prefix, from);
    if (from.length == 0 || !Arrays.equals(leaf.ranges[slot].from(), from)) {
      throw new IllegalStateException("no border of table " + tableId + " to take out");
    }
    leaf.remove(slot);
    size--;
    if (leaf.count == 0) {
      System.arraycopy(leaves, at + 1, leaves, at, leafCount - at - 1);
      System.arraycopy(firsts, at + 1, firsts, at, leafCount - at - 1);
      leafCount--;
      leaves[leafCount] = null;
    } else {
      firsts[at] = leaf.prefixes[0];
    }
  }

  void forEach(Consumer<Range> action) {
    for (int at = 0; at < leafCount; at++) {
      for (int slot = 0; slot < leaves[at].count; slot++) {
        action.accept(leaves[at].ranges[slot]);
      }
    }
  }

  @Override
  public long partitionOf(byte[] key) {
    return floor(key).id();
  }

  @Override
  public boolean forEachPartition(byte[] from, byte[] to, int most, LongConsumer action) {
    if (to.length > 0 && Arrays.compareUnsigned(from, to) >= 0) {
      return true;
    }
    return visit(from, to, most, null) && visit(from, to, most, action);
  }

  /** Counts the ranges, or hands each on; false if they are more than {@code most}. */
  private boolean visit(byte[] from, byte[] to, int most, LongConsumer action) {
    long prefix = Range.prefix(from);
    int at = leafOf(prefix, from);
    int slot = leaves[at].floor(prefix, from);
    for (int seen = 0; at < leafCount; seen++) {
      Range range = leaves[at].ranges[slot];
      if (seen > 0 && to.length > 0 && Arrays.compareUnsigned(range.from(), to) >= 0) {
        return true;
      }
      if (seen == most) {
        return false;
      }
      if (action != null) {
        action.accept(range.id());
      }
      slot++;
      if (slot == leaves[at].count) {
        at++;
        slot = 0;
      }
    }
    return true;
  }
}
