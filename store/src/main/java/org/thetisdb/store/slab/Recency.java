package org.thetisdb.store.slab;

import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.MappedMemory;
import org.thetisdb.store.slab.memory.OffHeap;

/**
 * Which rows in memory were touched lately: the bits of a clock (Corbato, 1968), one for each 256
 * bytes of memory, so that small neighbours share one. They stand apart from the rows, since a
 * reader has no right to write into a cell, which may be another's by then. A reader writes only if
 * the bit is clear, and only when memory is getting short; a bit that is lost in a race costs a row
 * its second chance, no more. Thread-safe.
 */
final class Recency {
  private static final int GRANULE_SHIFT = 8;

  private final Arena arena;
  private final MappedMemory bits;
  private final long address;
  private boolean watching;

  /** Nothing is touched, and nothing is noted until {@link #watch}. */
  Recency(Arena arena) {
    this.arena = arena;
    bits = MappedMemory.map((arena.hotBytes() >>> GRANULE_SHIFT) + Long.BYTES, true);
    address = bits.address();
    Arena.CLEANER.register(this, bits);
    if (!bits.isMapped()) {
      OffHeap.fill(address, (arena.hotBytes() >>> GRANULE_SHIFT) + Long.BYTES, (byte) 0);
    }
  }

  /** From now on touches are noted; some may pass unseen at first. */
  void watch() {
    watching = true;
  }

  /** Notes that a row in memory was touched. */
  void touch(long row) {
    if (watching) {
      long at = address + (arena.offset(row) >>> GRANULE_SHIFT);
      if (OffHeap.getByte(at) == 0) {
        OffHeap.putByte(at, (byte) 1);
      }
    }
  }

  /** Whether a row in memory was touched since the last such question. */
  boolean takeTouch(long row) {
    long at = address + (arena.offset(row) >>> GRANULE_SHIFT);
    boolean touched = OffHeap.getByte(at) != 0;
    if (touched) {
      OffHeap.putByte(at, (byte) 0);
    }
    return touched;
  }

  /** Gives the memory back to the system; see {@link Arena#close}. */
  void close() {
    bits.discard();
  }
}
