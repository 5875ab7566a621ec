package org.thetisdb.store.chronicle;

import org.agrona.concurrent.UnsafeBuffer;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * Versions of one row that stand together in memory, newest first: a row's chain, or an older part
 * of one that grew long. A flyweight over memory of others; every access is checked against its
 * bounds. Not thread-safe.
 *
 * <pre>
 *  0         4                                              end
 *  +---------+--------+--------+-- … --+------------------+-------+
 *  | end | O | newest | older  |       | address of older | slack |
 *  +---------+--------+--------+-- … --+------------------+-------+
 *
 *  a version
 *  0       8          16       20
 *  +-------+----------+--------+------------------------------+
 *  | stamp | position | length | row bytes, or their address  |
 *  +-------+----------+--------+------------------------------+
 * </pre>
 *
 * <p>Bit O says that an {@link OlderPart} follows; only then its address stands before the end. A
 * length of {@link #DELETED} marks a delete. A row longer than {@link #MAX_INLINE_ROW_BYTES} stands
 * elsewhere, and its version holds the address.
 */
final class ChainPart {
  /** What a part takes besides its versions. */
  static final int HEADER_BYTES = Integer.BYTES;

  /** What a version takes besides its row. */
  static final int VERSION_HEADER_BYTES = 20;

  /** Longer rows stand outside their chain, so that installs do not move them about. */
  static final int MAX_INLINE_ROW_BYTES = 1024;

  /** In place of a length: the version is a delete. */
  static final int DELETED = -1;

  private static final int OLDER_FLAG = 1 << 31;
  private static final int POSITION_OFFSET = 8;
  private static final int LENGTH_OFFSET = 16;

  private final UnsafeBuffer memory = new UnsafeBuffer(0, 0);
  private int end;
  private boolean hasOlder;

  /** Looks at the part that begins at {@code address} and may take {@code capacity} bytes. */
  void wrap(long address, int capacity) {
    memory.wrap(address, capacity);
    int word = memory.getInt(0);
    hasOlder = (word & OLDER_FLAG) != 0;
    end = word & ~OLDER_FLAG;
    if (end < firstVersion() + (hasOlder ? Long.BYTES : 0) || end > capacity) {
      throw new IllegalStateException("a chain ends at " + end + " of " + capacity + " bytes");
    }
  }

  /** Where the newest version begins. */
  static int firstVersion() {
    return HEADER_BYTES;
  }

  /** Where the last version of this part ends. */
  int versionsEnd() {
    return hasOlder ? end - Long.BYTES : end;
  }

  /** Bytes in use. */
  int end() {
    return end;
  }

  boolean hasOlder() {
    return hasOlder;
  }

  /** The address of the part that follows, or {@link OlderPart#NOWHERE}. */
  long olderAddress() {
    return hasOlder ? memory.getLong(end - Long.BYTES) : OlderPart.NOWHERE;
  }

  long stamp(int at) {
    return memory.getLong(at);
  }

  long position(int at) {
    return memory.getLong(at + POSITION_OFFSET);
  }

  /** The row's length, or {@link #DELETED}. */
  int length(int at) {
    return memory.getInt(at + LENGTH_OFFSET);
  }

  boolean isVisible(int at, Snapshot snapshot) {
    return snapshot.isVisible(stamp(at), position(at));
  }

  /** Whether the row's bytes stand elsewhere. */
  boolean isOutside(int at) {
    return length(at) > MAX_INLINE_ROW_BYTES;
  }

  /** The address of a row that stands elsewhere. */
  long outsideAddress(int at) {
    return memory.getLong(at + VERSION_HEADER_BYTES);
  }

  /** Where the version behind the one at {@code at} begins, or the end of the versions. */
  int next(int at) {
    int next = at + versionBytes(length(at));
    if (next > versionsEnd()) {
      throw new IllegalStateException("a version at " + at + " ends at " + next + " behind " + end);
    }
    return next;
  }

  /** What a version with a row of {@code length} takes in its part. */
  static int versionBytes(int length) {
    if (length < DELETED) {
      throw new IllegalStateException("a row of " + length + " bytes");
    }
    return VERSION_HEADER_BYTES
        + (length > MAX_INLINE_ROW_BYTES ? Long.BYTES : Math.max(length, 0));
  }

  /** Copies the version at {@code at} out, wherever its bytes stand. */
  void copyTo(int at, RowVersion into) {
    int length = length(at);
    boolean deleted = length == DELETED;
    byte[] target = into.prepare(stamp(at), position(at), deleted, deleted ? 0 : length);
    if (length > MAX_INLINE_ROW_BYTES) {
      OutsideRows.read(outsideAddress(at), target, length);
    } else if (length > 0) {
      memory.getBytes(at + VERSION_HEADER_BYTES, target, 0, length);
    }
  }

  // Writing. The caller excludes readers.

  /** Looks at memory that holds no part yet. */
  void wrapEmpty(long address, int capacity) {
    memory.wrap(address, capacity);
    end = HEADER_BYTES;
    hasOlder = false;
  }

  /** Moves versions of this part within it. */
  void move(int from, int to, int bytes) {
    memory.putBytes(to, memory, from, bytes);
  }

  /** Copies versions of another part here. */
  void copyFrom(ChainPart source, int from, int to, int bytes) {
    memory.putBytes(to, source.memory, from, bytes);
  }

  /** Writes the header of a version. */
  void putVersion(int at, long stamp, long position, int length) {
    memory.putLong(at, stamp);
    memory.putLong(at + POSITION_OFFSET, position);
    memory.putInt(at + LENGTH_OFFSET, length);
  }

  /** Writes a row's bytes behind its version's header. */
  void putRow(int at, byte[] row, int offset, int length) {
    memory.putBytes(at + VERSION_HEADER_BYTES, row, offset, length);
  }

  /** Writes where a row's bytes stand. */
  void putOutsideAddress(int at, long address) {
    memory.putLong(at + VERSION_HEADER_BYTES, address);
  }

  /** Ends the part behind its last version, with the address of the part that follows, if any. */
  void finish(int versionsEnd, long olderAddress) {
    hasOlder = olderAddress != OlderPart.NOWHERE;
    end = hasOlder ? versionsEnd + Long.BYTES : versionsEnd;
    if (hasOlder) {
      memory.putLong(versionsEnd, olderAddress);
    }
    memory.putInt(0, hasOlder ? end | OLDER_FLAG : end);
  }
}
