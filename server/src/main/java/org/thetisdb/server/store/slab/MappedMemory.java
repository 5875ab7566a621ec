package org.thetisdb.server.store.slab;

import net.openhft.posix.MAdviseFlag;
import net.openhft.posix.PosixAPI;
import org.agrona.UnsafeApi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Some memory off the heap, in huge pages where the system has them: a row is then one miss of the
 * address cache less. Freed by whoever owns it, see {@link #run}.
 */
final class MappedMemory implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(MappedMemory.class);

  /** Below this, huge pages gain nothing, and asking for them takes longer than all else. */
  private static final long LARGE_BYTES = 128L << 20;

  private static final long HUGE_PAGE_BYTES = 2L << 20;
  private static final long PAGE_BYTES = 4096;

  private final long block;
  private final long address;
  private final long bytes;

  private MappedMemory(long block, long address, long bytes) {
    this.block = block;
    this.address = address;
    this.bytes = bytes;
  }

  /** Takes {@code bytes}; an error of the JVM if the system has not so many addresses. */
  static MappedMemory map(long bytes) {
    long alignment = bytes >= LARGE_BYTES ? HUGE_PAGE_BYTES : PAGE_BYTES;
    long block = UnsafeApi.allocateMemory(bytes + alignment);
    long address = block + alignment - 1 & -alignment;
    MappedMemory memory = new MappedMemory(block, address, bytes);
    memory.advise(MAdviseFlag.MADV_HUGEPAGE);
    return memory;
  }

  /** The first byte, at a page's beginning. */
  long address() {
    return address;
  }

  /** Tells the system that the contents are not needed; reads stay possible. */
  void discard() {
    advise(MAdviseFlag.MADV_DONTNEED);
  }

  /** An advice: where the system cannot take it, everything works as before. */
  private void advise(MAdviseFlag advice) {
    if (bytes < LARGE_BYTES) {
      return;
    }
    try {
      PosixAPI.posix().madvise(address, bytes & -HUGE_PAGE_BYTES, advice);
    } catch (RuntimeException | LinkageError unsupported) {
      LOG.debug("advice {} not taken", advice, unsupported);
    }
  }

  /** Frees it; called once, when nobody can reach it. */
  @Override
  public void run() {
    UnsafeApi.freeMemory(block);
  }
}
