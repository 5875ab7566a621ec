package org.thetisdb.store.chronicle;

import java.util.concurrent.atomic.AtomicLong;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.thetisdb.store.MemoryBudget;

/**
 * Memory beside the maps: for rows too long to be moved about with their chain, and for the older
 * parts of long chains. Every block is charged to the budget. Thread-safe; the blocks themselves
 * are protected by the lock of the map entry that holds their address.
 */
final class OutsideRows {
  /** What the allocator takes for itself, about. */
  static final int BLOCK_OVERHEAD_BYTES = 16;

  private final MemoryBudget budget;
  private final AtomicLong blocks = new AtomicLong();

  OutsideRows(MemoryBudget budget) {
    this.budget = budget;
  }

  /** Takes a block; MEMORY_FULL if the budget does not allow it. */
  long allocate(int bytes) {
    budget.take((long) bytes + BLOCK_OVERHEAD_BYTES);
    long address = UnsafeApi.allocateMemory(bytes);
    blocks.incrementAndGet();
    return address;
  }

  /** Copies a row into a block of its own. */
  long store(byte[] row, int offset, int length) {
    if (offset < 0 || length > row.length - offset) {
      throw new IndexOutOfBoundsException(
          "row of " + length + " bytes at " + offset + " of " + row.length);
    }
    long address = allocate(length);
    UnsafeApi.copyMemory(row, BufferUtil.ARRAY_BASE_OFFSET + (long) offset, null, address, length);
    return address;
  }

  /** Copies a row out of its block; {@code into} must have room. */
  static void read(long address, byte[] into, int length) {
    if (length > into.length) {
      throw new IndexOutOfBoundsException("row of " + length + " bytes into " + into.length);
    }
    UnsafeApi.copyMemory(null, address, into, BufferUtil.ARRAY_BASE_OFFSET, length);
  }

  /** Gives a block back. */
  void free(long address, int bytes) {
    UnsafeApi.freeMemory(address);
    blocks.decrementAndGet();
    budget.free((long) bytes + BLOCK_OVERHEAD_BYTES);
  }

  /** Whether there is nothing to free. */
  boolean isEmpty() {
    return blocks.get() == 0;
  }
}
