package org.thetisdb.store.slab.memory;

import net.openhft.posix.MAdviseFlag;
import net.openhft.posix.PosixAPI;
import org.agrona.SystemUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Some memory off the heap, in huge pages where the system has them: a row is then one miss of the
 * address cache less. Freed by its owner, see {@link #run}.
 *
 * <p>Much of it is mapped without a claim on the machine's memory (Linux: {@code MAP_NORESERVE}),
 * since an arena has more addresses than it may fill: otherwise the system would refuse an arena
 * that is larger than the machine, though its rows are not.
 */
public final class MappedMemory implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(MappedMemory.class);

  /** Below this, huge pages gain nothing, and asking for them takes longer than all else. */
  private static final long LARGE_BYTES = 128L << 20;

  private static final long HUGE_PAGE_BYTES = 2L << 20;
  private static final long PAGE_BYTES = 4096;

  /** Of Linux: PROT_READ and PROT_WRITE; MAP_PRIVATE, MAP_ANONYMOUS and MAP_NORESERVE. */
  private static final int READ_WRITE = 0x3;

  private static final int UNCLAIMED = 0x4022;
  private static final long NOT_MAPPED = -1;

  private final long block;
  private final long blockBytes;
  private final boolean isMapped;
  private final long address;
  private final long bytes;

  private MappedMemory(long mapped, long bytes, long alignment) {
    this.bytes = bytes;
    blockBytes = bytes + alignment;
    isMapped = mapped != NOT_MAPPED;
    block = isMapped ? mapped : OffHeap.allocate(blockBytes);
    address = block + alignment - 1 & -alignment;
  }

  /**
   * Takes {@code bytes}; an error of the JVM if the system has not so many addresses.
   *
   * @param inParts whether parts will be replaced, so that a mapping is wanted however small it is
   */
  public static MappedMemory map(long bytes, boolean inParts) {
    long alignment = bytes >= LARGE_BYTES ? HUGE_PAGE_BYTES : PAGE_BYTES;
    boolean wanted = inParts || bytes >= LARGE_BYTES;
    long mapped = wanted ? mapUnclaimed(bytes + alignment) : NOT_MAPPED;
    MappedMemory memory = new MappedMemory(mapped, bytes, alignment);
    memory.advise(MAdviseFlag.MADV_HUGEPAGE);
    return memory;
  }

  private static long mapUnclaimed(long bytes) {
    if (!SystemUtil.isLinux()) {
      return NOT_MAPPED;
    }
    try {
      return PosixAPI.posix().mmap(0, bytes, READ_WRITE, UNCLAIMED, -1, 0);
    } catch (RuntimeException | LinkageError unsupported) {
      LOG.debug("memory is allocated, not mapped", unsupported);
      return NOT_MAPPED;
    }
  }

  /** Whether the system mapped it, so that parts may be replaced by other mappings. */
  public boolean isMapped() {
    return isMapped;
  }

  /** The first byte, at a page's beginning. */
  public long address() {
    return address;
  }

  /** Advises the system that the contents are not needed; reads stay possible. */
  public void discard() {
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
    if (isMapped) {
      PosixAPI.posix().munmap(block, blockBytes);
    } else {
      OffHeap.free(block);
    }
  }
}
