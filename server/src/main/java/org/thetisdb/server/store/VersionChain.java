package org.thetisdb.server.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One row's versions as bytes, newest first, in a buffer that is used again and again. Not
 * thread-safe.
 *
 * <pre>
 *   0       8          16       20
 *   +-------+----------+--------+-----------+-------+--
 *   | stamp | position | length | row bytes | stamp | …
 *   +-------+----------+--------+-----------+-------+--
 * </pre>
 *
 * <p>A length of {@link #DELETED} marks a delete, which has no row bytes.
 */
final class VersionChain {
  /** What a version takes besides its row. */
  static final int HEADER_BYTES = 20;

  /** Returned when no version is meant. */
  static final int NONE = -1;

  private static final int DELETED = -1;
  private static final int POSITION_OFFSET = 8;
  private static final int LENGTH_OFFSET = 16;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[1024];
  private int length;

  /** Empties the chain and makes room; the caller fills the array from index 0. */
  byte[] prepare(int newLength) {
    ensure(newLength);
    length = newLength;
    return bytes;
  }

  private void ensure(int capacity) {
    if (bytes.length < capacity) {
      bytes = new byte[Math.max(capacity, bytes.length * 2)];
    }
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Where the newest visible version begins, or {@link #NONE}. */
  int firstVisible(Snapshot snapshot) {
    for (int at = 0; at < length; at = next(at)) {
      if (snapshot.isVisible(stamp(at), position(at))) {
        return at;
      }
    }
    return NONE;
  }

  /** Where the version behind the one at {@code at} begins, or the chain's end. */
  int next(int at) {
    int rowLength = (int) INT.get(bytes, at + LENGTH_OFFSET);
    int end = at + HEADER_BYTES + Math.max(rowLength, 0);
    if (rowLength < DELETED || end > length || end < at) {
      throw new IllegalStateException(
          "version of " + rowLength + " bytes at " + at + " of " + length);
    }
    return end;
  }

  private long stamp(int at) {
    return (long) LONG.get(bytes, at);
  }

  private long position(int at) {
    return (long) LONG.get(bytes, at + POSITION_OFFSET);
  }

  boolean isDelete(int at) {
    return (int) INT.get(bytes, at + LENGTH_OFFSET) == DELETED;
  }

  /** Copies the version at {@code at} out. */
  void copyTo(int at, RowVersion into) {
    int rowLength = next(at) - at - HEADER_BYTES;
    byte[] target = into.prepare(stamp(at), position(at), isDelete(at), rowLength);
    System.arraycopy(bytes, at + HEADER_BYTES, target, 0, rowLength);
  }

  /** Makes this chain a new version, given here, followed by all of {@code older}. */
  void startWith(
      long stamp, long position, byte[] row, int offset, int rowLength, VersionChain older) {
    int stored = row == null ? 0 : rowLength;
    int first = HEADER_BYTES + stored;
    prepare(Math.addExact(first, older.length));
    LONG.set(bytes, 0, stamp);
    LONG.set(bytes, POSITION_OFFSET, position);
    INT.set(bytes, LENGTH_OFFSET, row == null ? DELETED : rowLength);
    if (stored > 0) {
      System.arraycopy(row, offset, bytes, HEADER_BYTES, stored);
    }
    System.arraycopy(older.bytes, 0, bytes, first, older.length);
  }

  /**
   * Drops versions behind the newest that the watermark sees, but keeps at least {@code keep}.
   *
   * @return the number of versions that are left
   */
  int trim(Snapshot watermark, int keep) {
    int needed = firstVisible(watermark);
    int count = 0;
    for (int at = 0; at < length; at = next(at)) {
      if (needed != NONE && at > needed && count >= keep) {
        length = at;
        return count;
      }
      count++;
    }
    return count;
  }
}
