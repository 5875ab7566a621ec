package org.thetisdb.server.store;

import java.util.Arrays;

/**
 * A place into which a row version is read; kept and used again, so that reads allocate nothing.
 * Not thread-safe; the reader owns it.
 */
public final class RowVersion {
  private byte[] bytes = new byte[128];
  private int length;
  private long stamp;
  private long position;
  private boolean deleted;

  /**
   * Makes room for a row of {@code lengthBytes} and returns the array to fill from index 0. For
   * stores.
   */
  public byte[] prepare(long versionStamp, long logPosition, boolean isDeleted, int lengthBytes) {
    if (bytes.length < lengthBytes) {
      bytes = new byte[Math.max(lengthBytes, bytes.length * 2)];
    }
    stamp = versionStamp;
    position = logPosition;
    deleted = isDeleted;
    length = lengthBytes;
    return bytes;
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

  /** A copy of the row. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }
}
