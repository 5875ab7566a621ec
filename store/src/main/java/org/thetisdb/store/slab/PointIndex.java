package org.thetisdb.store.slab;

import org.thetisdb.store.MemoryBudget;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.LongArrays;
import org.thetisdb.store.slab.memory.OffHeap;
import org.thetisdb.store.slab.memory.SizeClasses;
import org.thetisdb.store.slab.memory.SpinLock;

/**
 * From the hash of a key to its row: extendible hashing (Fagin et al., TODS 1979) over segments of
 * one slab. A segment has 1,020 lines of eight slots behind a header:
 *
 * <pre>
 *    0  version:int, see {@link Arena}
 *    4  lock:int    held by what adds a row or splits the segment
 *    8  depth:int   how many first bits of the hash all its rows share
 *   64  a bit for each line whose rows did not all find room in it
 *  256  lines
 *
 *  slot   tag:24 | displacement:3 | lock:1 | place:36
 * </pre>
 *
 * <p>The directory looks at the first bits of the tag, which are the first of the hash; the line
 * comes from its low half. So a split moves slots by one bit of their tag, each to the same line of
 * the new segment, and looks at no row. A row stands in its line or, displaced, in one of the three
 * that follow.
 *
 * <p>Readers take no lock. One that finds nothing looks whether the directory still leads to the
 * same segment: rows are in the new one, and it is in the directory, before they leave the old one.
 * One that changes a row holds the lock bit of its slot. Slots are only taken with the segment's
 * lock, and emptied by the holder of the slot. Thread-safe.
 */
final class PointIndex {
  /**
   * Slots that {@link #next} looks at: four lines of eight. With more of them a segment would be
   * fuller before it is split, but a search for a key that is not there looks at all of them, once
   * its line has overflowed.
   */
  static final int CANDIDATES = 32;

  /** The bit of a slot that says that somebody changes its row. */
  static final long LOCKED = 1L << 36;

  private static final int TAG_SHIFT = 40;
  private static final int DISPLACEMENT_SHIFT = 37;
  private static final long COMPARED = -1L << DISPLACEMENT_SHIFT;
  private static final int LINES = 1020;
  private static final int LINE_SHIFT = 6;
  private static final int SLOTS_PER_LINE = 8;
  private static final int SLOT_SHIFT = 3;
  private static final int LOCK = 4;
  private static final int DEPTH = 8;
  private static final int OVERFLOW = 64;
  private static final int FIRST_LINE = 256;
  private static final int MAX_DEPTH = Long.SIZE - TAG_SHIFT;

  private final Arena arena;
  private final MemoryBudget budget;
  private final SpinLock doubling = new SpinLock();

  /**
   * Addresses of segments; its length is a power of two. Entries change, under {@link #doubling}.
   */
  private volatile long[] directory;

  PointIndex(Arena arena, MemoryBudget budget) {
    this.arena = arena;
    this.budget = budget;
    this.directory = new long[] {newSegment(0)};
  }

  private long newSegment(int depth) {
    long segment = arena.allocate(SizeClasses.WHOLE_SLAB, true);
    if (segment == 0) {
      throw budget.full();
    }
    OffHeap.fill(segment + LOCK, SizeClasses.SLAB_BYTES - LOCK, (byte) 0);
    OffHeap.putInt(segment + DEPTH, depth);
    return segment;
  }

  /** The segment that holds rows of this hash now. */
  long segment(long hash) {
    long[] known = directory;
    return LongArrays.getAcquire(known, index(hash, known.length));
  }

  private static int index(long hash, int length) {
    // The first bits; a shift by 64 would be one by 0.
    return (int) (hash >>> 1 >>> (Long.SIZE - 1 - Integer.numberOfTrailingZeros(length)));
  }

  /** Whether the segment still is the one for this hash: if so, nothing was missed there. */
  boolean isCurrent(long segment, long hash) {
    OffHeap.loadFence();
    return segment(hash) == segment;
  }

  private static int line(long hash) {
    return (int) (((hash & 0xffff_ffffL) * LINES) >>> Integer.SIZE);
  }

  /** The address of one of the slots in which a row of this hash may stand. */
  static long slot(long segment, long hash, int candidate) {
    int line = line(hash) + (candidate >>> SLOT_SHIFT);
    if (line >= LINES) {
      line -= LINES;
    }
    return segment
        + FIRST_LINE
        + ((long) line << LINE_SHIFT)
        + ((long) (candidate & SLOTS_PER_LINE - 1) << SLOT_SHIFT);
  }

  /**
   * The next slot, from {@code candidate} on, with this hash's tag.
   *
   * @return its number, for {@link #slot}, or -1 if there is no other
   */
  static int next(long segment, long hash, int candidate) {
    long first = slot(segment, hash, 0);
    long tag = tag(hash, 0);
    for (int at = candidate; at < SLOTS_PER_LINE; at++) {
      if (hasTag(first + ((long) at << SLOT_SHIFT), tag)) {
        return at;
      }
    }
    return hasOverflow(segment, line(hash))
        ? nextDisplaced(segment, hash, Math.max(candidate, SLOTS_PER_LINE))
        : -1;
  }

  private static int nextDisplaced(long segment, long hash, int candidate) {
    for (int at = candidate; at < CANDIDATES; at++) {
      if (hasTag(slot(segment, hash, at), hash, at)) {
        return at;
      }
    }
    return -1;
  }

  /** Whether a row with this hash's tag stands in the slot with this number. */
  static boolean hasTag(long slot, long hash, int candidate) {
    return hasTag(slot, tag(hash, candidate));
  }

  private static boolean hasTag(long slot, long tag) {
    long value = OffHeap.getLongVolatile(slot);
    return (value & COMPARED) == tag && (value & Arena.PLACE_MASK) != 0;
  }

  private static long tag(long hash, int candidate) {
    return hash >>> TAG_SHIFT << TAG_SHIFT
        | (long) (candidate >>> SLOT_SHIFT) << DISPLACEMENT_SHIFT;
  }

  private static long overflowWord(long segment, int line) {
    return segment + OVERFLOW + (line >>> LINE_SHIFT << SLOT_SHIFT);
  }

  private static boolean hasOverflow(long segment, int line) {
    return (OffHeap.getLongVolatile(overflowWord(segment, line)) >>> line & 1) != 0;
  }

  private static void setOverflow(long segment, int line) {
    long word = overflowWord(segment, line);
    OffHeap.putLongVolatile(word, OffHeap.getLong(word) | 1L << line);
  }

  /** The place in a slot's value. */
  static long place(long value) {
    return value & Arena.PLACE_MASK;
  }

  /** Whether a row stands there that nobody holds. */
  static boolean isFree(long value) {
    return (value & LOCKED) == 0 && (value & Arena.PLACE_MASK) != 0;
  }

  /** Locks the slot if it still has this value, which is not a locked one. */
  static boolean tryLock(long slot, long value) {
    return OffHeap.compareAndSetLong(slot, value, value | LOCKED);
  }

  /**
   * Holds the slot that leads to a place.
   *
   * @return its address; 0 if there is none with this hash, or somebody else holds it
   */
  long tryHold(long hash, long place) {
    long segment = segment(hash);
    for (int at = next(segment, hash, 0); at >= 0; at = next(segment, hash, at + 1)) {
      long slot = slot(segment, hash, at);
      long value = OffHeap.getLongVolatile(slot);
      if (place(value) == place) {
        return isFree(value) && tryLock(slot, value) ? slot : 0;
      }
    }
    return 0;
  }

  /** Unlocks a slot that the caller holds. */
  static void unlock(long slot) {
    OffHeap.putLongRelease(slot, OffHeap.getLong(slot) & ~LOCKED);
  }

  /** Lets a slot that the caller holds lead to another place. */
  static void lead(long slot, long place) {
    long value = OffHeap.getLong(slot);
    OffHeap.putLongRelease(slot, (value & ~Arena.PLACE_MASK) | place);
  }

  /** Empties a slot that the caller holds. */
  static void clear(long slot) {
    OffHeap.putLongRelease(slot, 0);
  }

  /**
   * Adds a row; the caller knows that it is not there.
   *
   * @return the address of its slot, which is locked
   * @throws org.thetisdb.core.error.ThetisException with MEMORY_FULL; then nothing has changed
   */
  long add(long hash, long place) {
    while (true) {
      long segment = segment(hash);
      lockSegment(segment);
      try {
        if (segment(hash) == segment) {
          long slot = take(segment, hash, place);
          if (slot != 0) {
            return slot;
          }
          split(segment, hash);
        }
      } finally {
        unlockSegment(segment);
      }
    }
  }

  private static void lockSegment(long segment) {
    for (int spins = 0; !OffHeap.compareAndSetInt(segment + LOCK, 0, 1); spins++) {
      SpinLock.pause(spins);
    }
  }

  private static void unlockSegment(long segment) {
    OffHeap.putIntRelease(segment + LOCK, 0);
  }

  private static long take(long segment, long hash, long place) {
    for (int at = 0; at < CANDIDATES; at++) {
      long slot = slot(segment, hash, at);
      if (OffHeap.getLongVolatile(slot) == 0) {
        if (at >= SLOTS_PER_LINE) {
          setOverflow(segment, line(hash));
        }
        OffHeap.putLongVolatile(slot, tag(hash, at) | LOCKED | place);
        return slot;
      }
    }
    return 0;
  }

  /** Halves a full segment, whose lock the caller holds. */
  private void split(long segment, long hash) {
    int depth = OffHeap.getInt(segment + DEPTH);
    if (depth == MAX_DEPTH) {
      throw budget.full();
    }
    long sibling = newSegment(depth + 1);
    lockSegment(sibling);
    long bit = 1L << (Long.SIZE - 1 - depth);
    for (int i = 0; i < LINES * SLOTS_PER_LINE; i++) {
      long slot = segment + FIRST_LINE + ((long) i << SLOT_SHIFT);
      moveSlot(slot, sibling + (slot - segment), bit);
    }
    restoreOverflow(sibling);
    OffHeap.putInt(segment + DEPTH, depth + 1);
    publish(segment, sibling, hash, depth);
    for (int i = 0; i < LINES * SLOTS_PER_LINE; i++) {
      long slot = segment + FIRST_LINE + ((long) i << SLOT_SHIFT);
      if ((OffHeap.getLong(slot) & bit) != 0) {
        clear(slot);
      }
    }
    restoreOverflow(segment);
    unlockSegment(sibling);
  }

  /** Copies a slot that goes to the sibling, and locks the old one: it has no future. */
  private static void moveSlot(long from, long to, long bit) {
    long value = OffHeap.getLongVolatile(from);
    for (int spins = 0; value != 0 && (value & bit) != 0; spins++) {
      if ((value & LOCKED) == 0 && tryLock(from, value)) {
        OffHeap.putLong(to, value);
        return;
      }
      SpinLock.pause(spins);
      value = OffHeap.getLongVolatile(from);
    }
  }

  /** Marks the lines whose rows are displaced; others stand alone again. */
  private static void restoreOverflow(long segment) {
    long[] marks = new long[LINES / Long.SIZE + 1];
    for (int i = 0; i < LINES * SLOTS_PER_LINE; i++) {
      long value = OffHeap.getLong(segment + FIRST_LINE + ((long) i << SLOT_SHIFT));
      int displacement = (int) (value >>> DISPLACEMENT_SHIFT) & 7;
      if (displacement > 0) {
        int home = (i >>> SLOT_SHIFT) - displacement;
        home += home < 0 ? LINES : 0;
        marks[home >>> LINE_SHIFT] |= 1L << home;
      }
    }
    for (int i = 0; i < marks.length; i++) {
      OffHeap.putLongRelease(segment + OVERFLOW + ((long) i << SLOT_SHIFT), marks[i]);
    }
  }

  /** Lets the directory lead to the sibling where the new bit is set. */
  private void publish(long segment, long sibling, long hash, int depth) {
    doubling.lock();
    try {
      long[] known = directory;
      int bits = Integer.numberOfTrailingZeros(known.length);
      if (bits == depth) {
        long[] twice = new long[known.length * 2];
        for (int i = 0; i < known.length; i++) {
          twice[2 * i] = known[i];
          twice[2 * i + 1] = known[i];
        }
        known = twice;
        bits++;
      }
      int share = 1 << (bits - depth - 1);
      int first = index(hash, known.length) & -(2 * share);
      for (int i = first + share; i < first + 2 * share; i++) {
        if (known[i] != segment) {
          throw new IllegalStateException("the directory leads elsewhere at " + i);
        }
        LongArrays.setRelease(known, i, sibling);
      }
      directory = known;
    } finally {
      doubling.unlock();
    }
  }
}
