package org.thetisdb.server.store.slab;

import java.lang.ref.Cleaner;
import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * One stretch of memory off the heap, cut into slabs of 64 KiB, each cut into cells of one size.
 * The system gives real memory to what is touched only. A slab whose last cell was freed serves any
 * size again. Thread-safe.
 *
 * <p><b>Memory is type-stable.</b> It stays mapped until nobody can reach the arena, and the first
 * four bytes of every cell are a <i>version</i>: even, unless somebody is changing the cell, and
 * another one after each change, through freeing and taking it again. So readers need no lock and
 * no announcement: they may read a cell that was freed meanwhile, and see by the version that they
 * did (as LeanStore does with buffer frames: Leis et al., ICDE 2018).
 *
 * <p>Places of cells are kept as their distance from the arena's beginning in units of 16 bytes, 36
 * bits; 0 is no place.
 */
final class Arena implements AutoCloseable {
  /** The bits of a place. */
  static final long PLACE_MASK = (1L << 36) - 1;

  /** Slabs that only indexes may take: they cannot refuse half way. */
  static final int RESERVED_SLABS = 16;

  private static final Cleaner CLEANER = Cleaner.create();
  private static final int SLAB_SHIFT = 16;
  private static final int UNIT_SHIFT = 4;
  private static final int NONE = -1;
  private static final int LINK = 8;
  private static final int CARVE_FACTOR = 0x9e3779b8;

  /** What a reader of a cell that is one no more may read behind it. */
  private static final long TAIL_BYTES = 2L * SizeClasses.SLAB_BYTES;

  private final MappedMemory memory;
  private final Cleaner.Cleanable freeing;
  private final long base;
  private final long units;
  private final int slabs;
  private final SpinLock slabLock = new SpinLock();
  private final SpinLock[] classLocks = new SpinLock[SizeClasses.COUNT];

  /** By slab: its class, cells in use, first free cell, bytes used up, neighbours in a list. */
  private final byte[] classOf;

  private final int[] used;
  private final int[] firstFree;
  private final int[] carvedBytes;
  private final int[] firstVersion;
  private final int[] next;
  private final int[] previous;

  /** By class: a slab with room, which heads a list of them. */
  private final int[] withRoom = new int[SizeClasses.COUNT];

  private int freshSlab = 1;
  private int emptySlab = NONE;
  private int emptySlabs;
  private int carves;

  /** Slabs that cells may still take; changed under {@link #slabLock}. */
  private volatile int freeSlabs;

  /** Maps {@code bytes} and a little more. */
  Arena(long bytes) {
    slabs = Math.toIntExact((bytes >>> SLAB_SHIFT) + 1 + RESERVED_SLABS);
    freeSlabs = slabs - 1 - RESERVED_SLABS;
    memory = MappedMemory.map(((long) slabs << SLAB_SHIFT) + TAIL_BYTES);
    freeing = CLEANER.register(this, memory);
    // Slab 0 holds nothing: 0 is no place, but readers who are late may look there.
    base = memory.address();
    units = (long) slabs << (SLAB_SHIFT - UNIT_SHIFT);
    classOf = new byte[slabs];
    used = new int[slabs];
    firstFree = new int[slabs];
    carvedBytes = new int[slabs];
    firstVersion = new int[slabs];
    next = new int[slabs];
    previous = new int[slabs];
    Arrays.fill(withRoom, NONE);
    for (int i = 0; i < classLocks.length; i++) {
      classLocks[i] = new SpinLock();
    }
  }

  /** The address of a place; some address of the arena if the place is none. */
  long address(long place) {
    return base + ((place < units ? place : 1L << (SLAB_SHIFT - UNIT_SHIFT)) << UNIT_SHIFT);
  }

  /** The place of an address. */
  long place(long address) {
    return (address - base) >>> UNIT_SHIFT;
  }

  /** The size of the cell at an address. */
  int cellBytes(long address) {
    return SizeClasses.bytes(classOf[slabOf(address)]);
  }

  private int slabOf(long address) {
    return (int) ((address - base) >>> SLAB_SHIFT);
  }

  /**
   * Takes a cell; its bytes are anything but for its version.
   *
   * @param forIndex whether the reserve may be used
   * @return its address, or 0 if there is no memory left
   */
  long allocate(int sizeClass, boolean forIndex) {
    SpinLock lock = classLocks[sizeClass];
    lock.lock();
    try {
      int slab = withRoom[sizeClass];
      if (slab == NONE) {
        slab = takeSlab(sizeClass, forIndex);
        if (slab == NONE) {
          return 0;
        }
        push(sizeClass, slab);
      }
      long cell = firstFree[slab] == NONE ? carve(slab, sizeClass) : popFree(slab);
      used[slab]++;
      if (firstFree[slab] == NONE && isCarved(slab, sizeClass)) {
        unlink(sizeClass, slab);
      }
      return cell;
    } finally {
      lock.unlock();
    }
  }

  private static boolean hasNoRoomFor(int cellBytes, int carved) {
    return carved + cellBytes > SizeClasses.SLAB_BYTES;
  }

  private boolean isCarved(int slab, int sizeClass) {
    return hasNoRoomFor(SizeClasses.bytes(sizeClass), carvedBytes[slab]);
  }

  private long popFree(int slab) {
    long cell = base + ((long) slab << SLAB_SHIFT) + firstFree[slab];
    firstFree[slab] = UnsafeApi.getInt(cell + LINK);
    return cell;
  }

  private long carve(int slab, int sizeClass) {
    long cell = base + ((long) slab << SLAB_SHIFT) + carvedBytes[slab];
    carvedBytes[slab] += SizeClasses.bytes(sizeClass);
    // Another version than whatever stood there in an earlier life of the slab.
    UnsafeApi.putIntRelease(null, cell, firstVersion[slab]);
    return cell;
  }

  private int takeSlab(int sizeClass, boolean forIndex) {
    slabLock.lock();
    try {
      if (freeSlabs <= (forIndex ? -RESERVED_SLABS : 0)) {
        return NONE;
      }
      int slab = emptySlab;
      if (slab == NONE) {
        slab = freshSlab++;
      } else {
        emptySlab = next[slab];
        emptySlabs--;
      }
      countFree();
      firstVersion[slab] = ++carves * CARVE_FACTOR & ~1;
      classOf[slab] = (byte) sizeClass;
      used[slab] = 0;
      firstFree[slab] = NONE;
      carvedBytes[slab] = 0;
      return slab;
    } finally {
      slabLock.unlock();
    }
  }

  /** Gives a cell back. Whoever still reads it will see that its version has changed. */
  void free(long cell) {
    int slab = slabOf(cell);
    int sizeClass = classOf[slab];
    SpinLock lock = classLocks[sizeClass];
    lock.lock();
    try {
      UnsafeApi.putIntRelease(null, cell, (UnsafeApi.getInt(cell) | 1) + 1);
      UnsafeApi.storeFence();
      boolean wasFull = firstFree[slab] == NONE && isCarved(slab, sizeClass);
      UnsafeApi.putInt(cell + LINK, firstFree[slab]);
      firstFree[slab] = (int) (cell - base) & (SizeClasses.SLAB_BYTES - 1);
      used[slab]--;
      if (wasFull) {
        push(sizeClass, slab);
      }
      // One slab with room stays, so that a class of one cell does not come and go with it.
      boolean isOnly = withRoom[sizeClass] == slab && next[slab] == NONE;
      if (used[slab] == 0 && !isOnly) {
        unlink(sizeClass, slab);
        giveSlab(slab);
      }
    } finally {
      lock.unlock();
    }
  }

  private void giveSlab(int slab) {
    slabLock.lock();
    next[slab] = emptySlab;
    emptySlab = slab;
    emptySlabs++;
    countFree();
    slabLock.unlock();
  }

  private void countFree() {
    freeSlabs = slabs - freshSlab + emptySlabs - RESERVED_SLABS;
  }

  /** What cells of any size may still take, beside what is left in slabs that have a size. */
  long freeBytes() {
    return (long) freeSlabs << SLAB_SHIFT;
  }

  private void push(int sizeClass, int slab) {
    int first = withRoom[sizeClass];
    next[slab] = first;
    previous[slab] = NONE;
    if (first != NONE) {
      previous[first] = slab;
    }
    withRoom[sizeClass] = slab;
  }

  private void unlink(int sizeClass, int slab) {
    if (previous[slab] == NONE) {
      withRoom[sizeClass] = next[slab];
    } else {
      next[previous[slab]] = next[slab];
    }
    if (next[slab] != NONE) {
      previous[next[slab]] = previous[slab];
    }
  }

  /** Slabs that hold cells, for tests. */
  int slabsInUse() {
    slabLock.lock();
    try {
      return freshSlab - 1 - emptySlabs;
    } finally {
      slabLock.unlock();
    }
  }

  /**
   * Gives the memory back to the system. Late readers find zeros or what was there; the addresses
   * themselves are given back when nobody can reach the arena.
   */
  @Override
  public void close() {
    memory.discard();
  }

  /** Gives the addresses back, too: nobody may have a reference to a cell. For tests. */
  void unmap() {
    freeing.clean();
  }
}
