package org.thetisdb.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.thetisdb.core.key.RowKey;

/**
 * The rows of one commit that are seen at once, and installed one after the other: until a row is,
 * it is read here ({@link FrontRowStore}). What commits installs, and nothing else; any number of
 * threads may read meanwhile.
 */
public final class PendingRows {
  private static final VarHandle FLAG = MethodHandles.arrayElementVarHandle(byte[].class);
  private static final byte INSTALLED = 1;

  private final RowKey[] keys;
  private final byte[][] images;
  private final long bytes;

  /** Rows by the hashes of their keys, each plus one, 0 for none; at most half full. */
  private final int[] index;

  private final byte[] flags;

  /** All rows before this one are installed. */
  private volatile int next;

  // Written before others see it, by FrontRowStore.
  private long stamp;
  private long position;

  /**
   * Rows that are to be committed.
   *
   * @param keys in their order, no two the same; not changed any more
   * @param images what each is from now on; null deletes it
   * @param bytes of all keys and images
   */
  public PendingRows(RowKey[] keys, byte[][] images, long bytes) {
    this.keys = keys;
    this.images = images;
    this.bytes = bytes;
    this.flags = new byte[keys.length];
    this.index = new int[4 * Integer.highestOneBit(Math.max(1, keys.length))];
    for (int i = 0; i < keys.length; i++) {
      index[place(keys[i])] = i + 1;
    }
  }

  private int place(RowKey key) {
    int mask = index.length - 1;
    int at = key.hashCode() & mask;
    while (index[at] != 0 && !keys[index[at] - 1].equals(key)) {
      at = at + 1 & mask;
    }
    return at;
  }

  /** How many rows there are. */
  public int size() {
    return keys.length;
  }

  /** The key of one. */
  public RowKey key(int number) {
    return keys[number];
  }

  /** What one is from now on; null deletes it. */
  public byte[] image(int number) {
    return images[number];
  }

  long bytes() {
    return bytes;
  }

  /** They are committed. */
  void commit(long commitStamp, long commitPosition) {
    stamp = commitStamp;
    position = commitPosition;
  }

  /** The number of a row that is not installed; -1 if it is, or is none of these. */
  int findPending(RowKey key) {
    int found = index[place(key)] - 1;
    return found >= next && !isInstalled(found) ? found : -1;
  }

  boolean isInstalled(int number) {
    return (byte) FLAG.getAcquire(flags, number) == INSTALLED;
  }

  /** All rows before this one are installed. */
  int firstPending() {
    return next;
  }

  /** Whether a snapshot sees the commit. */
  boolean isSeenBy(Snapshot snapshot) {
    return snapshot.isVisible(stamp, position);
  }

  /** The first row that is not before a key; their number if there is none. */
  int ceiling(RowKey key) {
    int low = 0;
    int high = keys.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (keys[middle].compareTo(key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Reads a row into {@code into}; returns whether it is there, and not deleted. */
  boolean read(int number, RowVersion into) {
    byte[] image = images[number];
    int length = image == null ? 0 : image.length;
    byte[] target = into.prepare(stamp, position, image == null, length);
    if (image != null) {
      System.arraycopy(image, 0, target, 0, length);
    }
    return image != null;
  }

  /** Whether rows of a table may not be installed yet. */
  boolean isAnyPending(int tableId) {
    int from = Math.max(next, ceiling(new RowKey(tableId, new byte[0])));
    return from < keys.length && keys[from].tableId() == tableId;
  }

  /** Installs a row that is not yet. */
  void install(int number, RowStore store, Snapshot watermark) {
    byte[] image = images[number];
    int length = image == null ? 0 : image.length;
    store.install(keys[number], stamp, position, image, 0, length, watermark);
    FLAG.setRelease(flags, number, INSTALLED);
  }

  /**
   * Installs the next rows.
   *
   * @return whether all are installed
   */
  boolean installNext(int most, RowStore store, Snapshot watermark) {
    int end = Math.min(keys.length, next + most);
    for (int i = next; i < end; i++) {
      if (!isInstalled(i)) {
        install(i, store, watermark);
      }
    }
    next = end;
    return end == keys.length;
  }
}
