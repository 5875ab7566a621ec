package org.thetisdb.store.slab;

import java.util.concurrent.atomic.LongAdder;
import org.thetisdb.core.key.KeyHash;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.Cells;

/**
 * What readers tell of the rows that they have read. One in memory counts as touched. One in the
 * overflow comes back with every fourth such read: what is read again and again is in memory soon,
 * and what is read once does not drive others out, and is not written to disk again for it.
 * Thread-safe; the caller holds no row.
 */
final class Touches {
  private static final int READS_PER_RETURN = 4;

  private final Arena arena;
  private final Cells cells;
  private final PointIndex index;
  private final ColdRows cold;
  private final Evictor evictor;
  private final Recency recency;
  private final LongAdder coldReads = new LongAdder();

  /** Of threads that count at the same time one may be forgotten. */
  private int reads;

  Touches(
      Arena arena, Cells cells, PointIndex index, ColdRows cold, Evictor evictor, Recency recency) {
    this.arena = arena;
    this.cells = cells;
    this.index = index;
    this.cold = cold;
    this.evictor = evictor;
    this.recency = recency;
  }

  /** How many reads met a row in the overflow. */
  long coldReads() {
    return coldReads.sum();
  }

  /** A row that was read by key. */
  void touched(long row, long hash) {
    if (!arena.isCold(row)) {
      recency.touch(row);
    } else if (isItsTurn()) {
      bringIn(row, hash);
    }
  }

  /** A row that a scan came by. */
  void touched(long row, int tableId, byte[] key) {
    if (!arena.isCold(row)) {
      recency.touch(row);
    } else if (isItsTurn()) {
      bringIn(row, KeyHash.of(tableId, key));
    }
  }

  private boolean isItsTurn() {
    coldReads.increment();
    return (++reads & READS_PER_RETURN - 1) == 0;
  }

  private void bringIn(long row, long hash) {
    long slot = index.tryHold(hash, arena.place(row));
    if (slot == 0) {
      return;
    }
    try {
      if (!cells.hasRoomFor(RowCell.length(row))) {
        return;
      }
      cold.moveIn(slot, row);
    } finally {
      PointIndex.unlock(slot);
    }
    evictor.settle();
  }
}
