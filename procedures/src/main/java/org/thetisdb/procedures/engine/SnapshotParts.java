package org.thetisdb.procedures.engine;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A snapshot that is written, cut into parts that fit a row. For one thread at a time. */
final class SnapshotParts extends OutputStream {
  /** So long is each part but the last. */
  static final int PART_BYTES = 64 * 1024;

  /** More than that is no snapshot: the heap would not hold it beside the engine. */
  private static final long MOST_BYTES = 256L << 20;

  private final List<byte[]> parts = new ArrayList<>();
  private byte[] open = new byte[PART_BYTES];
  private int length;

  @Override
  public void write(int value) {
    if (length == PART_BYTES) {
      close();
    }
    open[length++] = (byte) value;
  }

  @Override
  public void write(byte[] bytes, int offset, int count) {
    for (int from = offset, end = offset + count; from < end; ) {
      if (length == PART_BYTES) {
        close();
      }
      int fits = Math.min(end - from, PART_BYTES - length);
      System.arraycopy(bytes, from, open, length, fits);
      length += fits;
      from += fits;
    }
  }

  /** Ends a part. */
  @Override
  public void close() {
    if ((long) parts.size() * PART_BYTES >= MOST_BYTES) {
      throw new SnapshotTooLargeException();
    }
    if (length > 0) {
      parts.add(length == PART_BYTES ? open : Arrays.copyOf(open, length));
      open = new byte[PART_BYTES];
      length = 0;
    }
  }

  List<byte[]> parts() {
    return parts;
  }

  /** A partition has more than a snapshot may have. */
  static final class SnapshotTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
