package org.thetisdb.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;

/**
 * Versions that are installed one behind the other, in the order in which they came. The store
 * hears of some of them at once, so that it can fetch what it needs for them side by side. Rows are
 * not copied before they are installed; of some only the delta is there, and they are made of the
 * version before. Not thread-safe.
 */
public final class InstallBatch {
  /** Bounds what waits: about what two transactions of TPC-C write. Others were not tried. */
  private static final int CAPACITY = 32;

  private static final long WHOLE = 0;

  private final List<RowKey> keys = new ArrayList<>(CAPACITY);
  private final long[] stamps = new long[CAPACITY];
  private final long[] positions = new long[CAPACITY];
  private final byte[][] arrays = new byte[CAPACITY][];
  private final int[] offsets = new int[CAPACITY];
  private final int[] lengths = new int[CAPACITY];

  /** Stamps of the versions that deltas are to be applied to; {@link #WHOLE} for whole rows. */
  private final long[] bases = new long[CAPACITY];

  private final IntPredicate purged;

  /** Whether rows may hold what comes already, as those of a checkpoint do. */
  private boolean isRedo;

  /**
   * Nothing to install yet.
   *
   * @param purged whether a table was dropped, so that a row of it may be gone; asked when one is
   */
  public InstallBatch(IntPredicate purged) {
    this.purged = purged;
  }

  /** Rows that hold what comes already are passed over, from now on, or are a fault. */
  public void setRedo(boolean redo) {
    isRedo = redo;
  }

  /** Whether there is no room for another version. */
  public boolean isFull() {
    return keys.size() == CAPACITY;
  }

  /**
   * Adds a version; there is room for it.
   *
   * @param row the array that holds the row, which must not change before it is installed; null for
   *     a delete
   */
  public void add(RowKey key, long stamp, long position, byte[] row, int offset, int length) {
    put(key, WHOLE, stamp, position, row, offset, length);
  }

  /**
   * Adds a version of which only the delta is known; there is room for it.
   *
   * @param base the stamp of the version before
   * @param delta the array that holds it, which must not change before it is installed
   */
  public void addDelta(
      RowKey key, long base, long stamp, long position, byte[] delta, int offset, int length) {
    put(key, base, stamp, position, delta, offset, length);
  }

  private void put(
      RowKey key, long base, long stamp, long position, byte[] row, int offset, int length) {
    int size = keys.size();
    keys.add(key);
    bases[size] = base;
    stamps[size] = stamp;
    positions[size] = position;
    arrays[size] = row;
    offsets[size] = offset;
    lengths[size] = length;
  }

  /**
   * Installs all that was added, and is empty then.
   *
   * @param watermark the oldest snapshot still in use
   * @throws org.thetisdb.core.error.ThetisException as {@link RowStore#install} does; what is
   *     behind the version that was refused is not installed
   */
  public void installInto(RowStore store, Snapshot watermark) {
    try {
      store.expect(keys);
      for (int i = 0; i < keys.size(); i++) {
        if (bases[i] == WHOLE) {
          store.install(
              keys.get(i), stamps[i], positions[i], arrays[i], offsets[i], lengths[i], watermark);
        } else {
          installDelta(store, i, watermark);
        }
      }
    } finally {
      keys.clear();
      Arrays.fill(arrays, null);
    }
  }

  private void installDelta(RowStore store, int i, Snapshot watermark) {
    int versions =
        store.installDelta(
            keys.get(i),
            bases[i],
            stamps[i],
            positions[i],
            arrays[i],
            offsets[i],
            lengths[i],
            watermark);
    if (versions == 0 && !isRedo && !purged.test(keys.get(i).tableId())) {
      throw new IllegalStateException(
          "a delta at position %d to version %s of %s, which is not the newest here"
              .formatted(positions[i], Stamp.toString(bases[i]), keys.get(i)));
    }
  }
}
