package org.thetisdb.store.slab.memory;

import java.lang.ref.Cleaner;

/**
 * One stretch of addresses off the heap: memory, then the overflow, each handed out in cells by
 * {@link Slabs}. The system gives real memory to what is touched only. Thread-safe.
 *
 * <p><b>Memory is type-stable.</b> It stays mapped until nobody can reach the arena, and the first
 * four bytes of every cell are a <i>version</i>: even, unless somebody is changing the cell, and
 * another one after each change, through freeing and taking it again. So readers need no lock and
 * no announcement: they may read a cell that was freed meanwhile, and see by the version that they
 * did (as LeanStore does with buffer frames: Leis et al., ICDE 2018).
 *
 * <p>Places of cells are kept as their distance from the arena's beginning in units of 16 bytes, 36
 * bits; 0 is no place. So a cell of the overflow is named and read as any other; it differs in what
 * stands behind it, a file, and in that nothing is changed there.
 */
public final class Arena implements AutoCloseable {
  /** The bits of a place. */
  public static final long PLACE_MASK = (1L << 36) - 1;

  /** Slabs that only indexes may take: they cannot refuse half way. */
  public static final int RESERVED_SLABS = 16;

  /** Frees memory that nobody can reach any more. */
  public static final Cleaner CLEANER = Cleaner.create();

  private static final int SLAB_SHIFT = Slabs.SLAB_SHIFT;
  private static final int UNIT_SHIFT = 4;
  private static final long MAX_SLABS = (PLACE_MASK + 1) << UNIT_SHIFT >> SLAB_SHIFT;

  /** What a reader of a cell that is one no more may read behind it. */
  private static final long TAIL_BYTES = 2L * SizeClasses.SLAB_BYTES;

  private final MappedMemory memory;
  private final Cleaner.Cleanable freeing;
  private final long base;
  private final long units;

  /** Where the overflow begins; the end of all slabs if there is none. */
  private final long coldBase;

  private final Slabs hot;
  private final Slabs cold;
  private final Backing backing;

  /** Maps {@code bytes} and a little more, with no overflow. */
  public Arena(long bytes) {
    this(bytes, 0, Backing.MEMORY);
  }

  /** The same with up to {@code coldBytes} of overflow behind it. */
  public Arena(long bytes, long coldBytes, Backing backing) {
    this.backing = backing;
    int slabs = Math.toIntExact((bytes >>> SLAB_SHIFT) + 1 + RESERVED_SLABS);
    int coldSlabs = (int) Math.min(coldBytes >>> SLAB_SHIFT, MAX_SLABS - slabs);
    long mapped = (((long) slabs + coldSlabs) << SLAB_SHIFT) + TAIL_BYTES;
    memory = MappedMemory.map(mapped, backing.needsMapping());
    freeing = CLEANER.register(this, memory);
    base = memory.address();
    units = ((long) slabs + coldSlabs) << (SLAB_SHIFT - UNIT_SHIFT);
    coldBase = base + ((long) slabs << SLAB_SHIFT);
    // Slab 0 holds nothing: 0 is no place, but readers that are late may look there.
    hot = new Slabs(base, slabs, 1, RESERVED_SLABS, Backing.MEMORY);
    boolean canOverflow = memory.isMapped() || !backing.needsMapping();
    cold = new Slabs(coldBase, canOverflow ? coldSlabs : 0, 0, 0, backing);
  }

  /** The address of a place; some address of the arena if the place is none. */
  public long address(long place) {
    return base + ((place < units ? place : 1L << (SLAB_SHIFT - UNIT_SHIFT)) << UNIT_SHIFT);
  }

  /** The place of an address. */
  public long place(long address) {
    return (address - base) >>> UNIT_SHIFT;
  }

  /** Whether an address is one of the overflow. */
  public boolean isCold(long address) {
    return address >= coldBase;
  }

  /** How far an address of the memory is from its beginning. */
  public long offset(long address) {
    return address - base;
  }

  /** How far the memory's addresses reach. */
  public long hotBytes() {
    return coldBase - base;
  }

  /** What the memory's cells stand in. */
  public Slabs hotSlabs() {
    return hot;
  }

  /** The size of the cell at an address. */
  public int cellBytes(long address) {
    return (isCold(address) ? cold : hot).cellBytes(address);
  }

  /**
   * Takes a cell of the memory; its bytes are anything but for its version.
   *
   * @param forIndex whether the reserve may be used
   * @return its address, or 0 if there is no memory left
   */
  public long allocate(int sizeClass, boolean forIndex) {
    return hot.allocate(sizeClass, forIndex);
  }

  /** The same of the overflow. */
  public long allocateCold(int sizeClass) {
    return cold.allocate(sizeClass, false);
  }

  /** Gives a cell back. A reader that still reads it will see that its version has changed. */
  public void free(long cell) {
    (isCold(cell) ? cold : hot).free(cell);
  }

  /** What cells of any size may still take, beside what is left in slabs that have a size. */
  public long freeBytes() {
    return hot.freeBytes();
  }

  /** Slabs of the memory that hold cells, for tests. */
  public int slabsInUse() {
    return hot.slabsInUse();
  }

  /**
   * Gives the memory back to the system. Late readers find zeros or what was there; the addresses
   * themselves are given back when nobody can reach the arena.
   */
  @Override
  public void close() {
    memory.discard();
    backing.close();
  }

  /** Gives the addresses back, too: nobody may have a reference to a cell. For tests. */
  public void unmap() {
    freeing.clean();
  }
}
