package org.thetisdb.store;

import java.util.Arrays;

/**
 * A place into which a row version is read; kept and used again, so that reads allocate nothing.
 * Not thread-safe; the reader owns it.
 */
public final class RowVersion {
  private static final byte[] NOTHING = {};
  private static final int USUAL_BYTES = 128;

  private byte[] bytes = NOTHING;
  private int length;
  private long stamp;
  private long position;
  private boolean deleted;

  /** Whether the reader takes what it reads, so that arrays should have the right length. */
  private boolean isTaken;

  /**
   * Makes room for a row of {@code lengthBytes} and returns the array to fill from index 0. For
   * stores.
   */
  public byte[] prepare(long versionStamp, long logPosition, boolean isDeleted, int lengthBytes) {
    if (bytes.length < lengthBytes) {
      bytes = new byte[isTaken ? lengthBytes : Math.max(lengthBytes, roomy())];
    }
    stamp = versionStamp;
    position = logPosition;
    deleted = isDeleted;
    length = lengthBytes;
    return bytes;
  }

  private int roomy() {
    return Math.max(USUAL_BYTES, bytes.length * 2);
  }

  /**
   * The row's bytes from index 0; valid up to {@link #length()} and until the next read into this
   * object.
   */
  public byte[] bytes() {
    return bytes;
  }

  /** Number of bytes of the row. */
  public int length() {
    return length;
  }

  /** The version's stamp. */
  public long stamp() {
    return stamp;
  }

  /** The log position of the commit that made the version. */
  public long position() {
    return position;
  }

  /** Whether the version says that the row was deleted. */
  public boolean isDeleted() {
    return deleted;
  }

  /** Whether it is a row, and of this version. */
  boolean isRowOf(long versionStamp) {
    return !deleted && stamp == versionStamp;
  }

  /**
   * The row, which is the caller's. It is not copied if all that is read here is taken. To be
   * called once for a read, and {@link #bytes} no more.
   */
  public byte[] take() {
    byte[] taken = bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
    if (taken == bytes) {
      bytes = NOTHING;
    }
    isTaken = true;
    return taken;
  }

  /** A copy of the row. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }
}
