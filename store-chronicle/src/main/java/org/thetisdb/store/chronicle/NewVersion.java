package org.thetisdb.store.chronicle;

import org.thetisdb.store.Snapshot;

/** The version that an install adds. Kept per thread and used again; not thread-safe. */
final class NewVersion {
  private final OutsideRows outside;
  private long stamp;
  private long position;
  private byte[] row;
  private int offset;
  private int length;
  private long outsideAddress;

  NewVersion(OutsideRows outside) {
    this.outside = outside;
  }

  /** Takes the version in; a long row is copied outside, which may refuse with MEMORY_FULL. */
  void begin(long newStamp, long newPosition, byte[] newRow, int newOffset, int newLength) {
    stamp = newStamp;
    position = newPosition;
    row = newRow;
    offset = newOffset;
    length = newRow == null ? ChainPart.DELETED : newLength;
    if (isOutside()) {
      outsideAddress = outside.store(row, offset, length);
    }
  }

  /** Gives back what {@link #begin} took, when the install came to nothing. */
  void abandon() {
    if (isOutside()) {
      outside.free(outsideAddress, length);
    }
  }

  private boolean isOutside() {
    return length > ChainPart.MAX_INLINE_ROW_BYTES;
  }

  boolean isVisible(Snapshot snapshot) {
    return snapshot.isVisible(stamp, position);
  }

  /** What the version takes in its chain. */
  int bytes() {
    return ChainPart.versionBytes(length);
  }

  /** Writes the version to where it stands first. */
  void writeTo(ChainPart part) {
    int at = ChainPart.firstVersion();
    part.putVersion(at, stamp, position, length);
    if (isOutside()) {
      part.putOutsideAddress(at, outsideAddress);
    } else if (length > 0) {
      part.putRow(at, row, offset, length);
    }
  }
}
