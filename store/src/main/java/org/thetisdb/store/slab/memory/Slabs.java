package org.thetisdb.store.slab.memory;

import java.util.Arrays;

/**
 * Hands out the cells of a stretch of memory. The stretch is cut into slabs of 64 KiB, each into
 * cells of one size. A slab whose last cell was freed serves any size again. Thread-safe.
 */
public final class Slabs {
  public static final int SLAB_SHIFT = 16;

  /** What a stretch is backed by at once, in slabs: 16 MiB. */
  private static final int BACKED_AT_ONCE = 256;

  private static final int NONE = -1;
  private static final int LINK = 8;
  private static final int CARVE_FACTOR = 0x9e3779b8;

  private final long base;
  private final int slabs;
  private final int reserved;
  private final Backing backing;
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

  private volatile int freshSlab;
  private int emptySlab = NONE;
  private int emptySlabs;
  private int carves;
  private int backed;

  /** Slabs that cells may still take; changed under {@link #slabLock}. */
  private volatile int freeSlabs;

  /**
   * A stretch that nothing was taken from.
   *
   * @param base its address
   * @param slabs how many slabs it has
   * @param first the first one that holds cells
   * @param reserved how many only indexes may take
   * @param backing what puts memory behind slabs before their first use
   */
  public Slabs(long base, int slabs, int first, int reserved, Backing backing) {
    this.base = base;
    this.slabs = slabs;
    this.reserved = reserved;
    this.backing = backing;
    freshSlab = first;
    freeSlabs = slabs - first - reserved;
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

  /** The size of the cell at an address. */
  public int cellBytes(long address) {
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
  public long allocate(int sizeClass, boolean forIndex) {
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
    firstFree[slab] = OffHeap.getInt(cell + LINK);
    return cell;
  }

  private long carve(int slab, int sizeClass) {
    long cell = base + ((long) slab << SLAB_SHIFT) + carvedBytes[slab];
    carvedBytes[slab] += SizeClasses.bytes(sizeClass);
    // Another version than whatever stood there in an earlier life of the slab.
    OffHeap.putIntRelease(cell, firstVersion[slab]);
    return cell;
  }

  private int takeSlab(int sizeClass, boolean forIndex) {
    slabLock.lock();
    try {
      if (freeSlabs <= (forIndex ? -reserved : 0)) {
        return NONE;
      }
      int slab = emptySlab;
      if (slab == NONE) {
        if (!isBacked(freshSlab)) {
          return NONE;
        }
        slab = freshSlab;
        freshSlab = slab + 1;
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

  private boolean isBacked(int slab) {
    if (slab < backed) {
      return true;
    }
    int more = Math.min(BACKED_AT_ONCE, slabs - backed);
    long offset = (long) backed << SLAB_SHIFT;
    if (more == 0 || !backing.back(base + offset, offset, (long) more << SLAB_SHIFT)) {
      return false;
    }
    backed += more;
    return slab < backed;
  }

  /** Gives a cell back. A reader that still reads it will see that its version has changed. */
  public void free(long cell) {
    int slab = slabOf(cell);
    int sizeClass = classOf[slab];
    SpinLock lock = classLocks[sizeClass];
    lock.lock();
    try {
      OffHeap.putIntRelease(cell, (OffHeap.getInt(cell) | 1) + 1);
      OffHeap.storeFence();
      boolean wasFull = firstFree[slab] == NONE && isCarved(slab, sizeClass);
      OffHeap.putInt(cell + LINK, firstFree[slab]);
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
    freeSlabs = slabs - freshSlab + emptySlabs - reserved;
  }

  /** What cells of any size may still take, beside what is left in slabs that have a size. */
  public long freeBytes() {
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
  public int slabsInUse() {
    slabLock.lock();
    try {
      return freshSlab - 1 - emptySlabs;
    } finally {
      slabLock.unlock();
    }
  }

  /** Slabs below this number have been used. */
  public int slabBound() {
    return freshSlab;
  }

  /** The address of a slab. */
  public long address(int slab) {
    return base + ((long) slab << SLAB_SHIFT);
  }

  /** The size of a slab's cells, as it was some time ago; whole slabs hold no rows. */
  public int cellBytesOf(int slab) {
    return SizeClasses.bytes(classOf[slab]);
  }

  /** How far a slab is cut into cells, as it was some time ago; 0 if none is in use. */
  public int carvedBytesOf(int slab) {
    return used[slab] == 0 ? 0 : carvedBytes[slab];
  }
}
