package org.thetisdb.store.slab;

import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.Extents;
import org.thetisdb.store.slab.memory.OffHeap;

/**
 * How a row stands in its cell, with its newest version in place; and how an older version stands
 * in a cell of its own, mostly with a key of no bytes.
 *
 * <pre>
 *    0  version:int      odd while somebody changes the cell, see {@link Arena}
 *    4  flags:8 | versions:24    of the chain, this one included
 *    8  stamp:long
 *   16  position:long
 *   24  length:28 | older:36     image bytes; place of the next older version, 0 if there is none
 *   32  tag:24 | kind:8 | keyLength:16 | tableId:16
 *   40  key, padded to 8 bytes, then the image; or the place of its first {@link Extents} cell
 * </pre>
 *
 * <p>Stateless; the caller knows that the address is in the arena.
 */
final class RowCell {
  /** What a row takes besides key and image. */
  static final int HEADER_BYTES = 40;

  /** The longest image. */
  static final int MAX_IMAGE_BYTES = (1 << 28) - 1;

  /** Versions are counted up to here. */
  static final int MAX_VERSIONS = (1 << 24) - 1;

  /** The kind of a row's cell. */
  static final int ROW = 1;

  /** The kind of a cell with an older version. */
  static final int OLDER = 2;

  static final int DELETED = 1 << 24;
  static final int OUTSIDE = 1 << 25;

  private static final int FLAGS = 4;
  private static final int STAMP = 8;
  private static final int POSITION = 16;
  private static final int LENGTH_OLDER = 24;
  private static final int IDENTITY = 32;
  private static final int KEY = 40;
  private static final int PLACE_BITS = 36;
  private static final int TAG_SHIFT = 40;
  private static final long OLDER_MASK = -1L << TAG_SHIFT | 0xffff;
  private static final long KEY_LENGTH_MASK = 0xffff_0000L;

  private RowCell() {}

  /** One word that a row's cell shares with no cell of another kind, table, or length of key. */
  static long identity(int kind, int tableId, int keyLength, long hash) {
    return hash >>> TAG_SHIFT << TAG_SHIFT
        | (long) kind << Integer.SIZE
        | (long) keyLength << Short.SIZE
        | tableId;
  }

  /** The identity of a cell with an older version of a row. */
  static long olderIdentity(long identity, int keyLength) {
    return (identity & OLDER_MASK)
        | ((long) OLDER << Integer.SIZE)
        | ((long) keyLength << Short.SIZE);
  }

  /** Whether a cell with this identity may hold an older version of the row with that one. */
  static boolean isOlderOf(long identity, long row) {
    return (identity & ~KEY_LENGTH_MASK) == olderIdentity(row, 0);
  }

  static long identity(long row) {
    return OffHeap.getLong(row + IDENTITY);
  }

  static void identity(long row, long identity) {
    OffHeap.putLong(row + IDENTITY, identity);
  }

  /** Whether a cell with this identity holds a row, if it is in use for anything with one. */
  static boolean isRow(long identity) {
    return (identity >>> Integer.SIZE & 0xff) == ROW;
  }

  static int tableId(long row) {
    return OffHeap.getInt(row + IDENTITY) & 0xffff;
  }

  static int keyLength(long row) {
    return OffHeap.getInt(row + IDENTITY) >>> Short.SIZE;
  }

  /** Where the key begins. */
  static long key(long row) {
    return row + KEY;
  }

  static byte[] copyKey(long row) {
    byte[] key = new byte[keyLength(row)];
    OffHeap.copy(null, key(row), key, OffHeap.BYTES_OFFSET, key.length);
    return key;
  }

  static boolean hasKey(long row, byte[] key) {
    return Keys.equal(key, row + KEY);
  }

  /** Where the image begins. */
  static long image(long row) {
    return row + KEY + paddedKey(keyLength(row));
  }

  static int paddedKey(int keyLength) {
    return keyLength + Long.BYTES - 1 & -Long.BYTES;
  }

  /** What a cell needs for a key and an image in place. */
  static int cellBytes(int keyLength, int imageLength) {
    return KEY + paddedKey(keyLength) + imageLength;
  }

  static int version(long row) {
    return OffHeap.getIntVolatile(row);
  }

  /** From here on readers wait, or find that what they read is none. */
  static void beginChange(long row) {
    OffHeap.putInt(row, OffHeap.getInt(row) + 1);
    OffHeap.storeFence();
  }

  static void endChange(long row) {
    OffHeap.putIntRelease(row, OffHeap.getInt(row) + 1);
  }

  static int flags(long row) {
    return OffHeap.getInt(row + FLAGS);
  }

  static boolean isDeleted(long row) {
    return (flags(row) & DELETED) != 0;
  }

  static boolean isOutside(long row) {
    return (flags(row) & OUTSIDE) != 0;
  }

  static int versions(long row) {
    return flags(row) & MAX_VERSIONS;
  }

  static long stamp(long row) {
    return OffHeap.getLong(row + STAMP);
  }

  static long position(long row) {
    return OffHeap.getLong(row + POSITION);
  }

  static int length(long row) {
    return (int) (OffHeap.getLong(row + LENGTH_OLDER) >>> PLACE_BITS);
  }

  static long older(long row) {
    return OffHeap.getLong(row + LENGTH_OLDER) & Arena.PLACE_MASK;
  }

  /** Puts all but version, identity, key and image. */
  static void header(long row, int flags, long stamp, long position, int length, long older) {
    OffHeap.putInt(row + FLAGS, flags);
    OffHeap.putLong(row + STAMP, stamp);
    OffHeap.putLong(row + POSITION, position);
    OffHeap.putLong(row + LENGTH_OLDER, (long) length << PLACE_BITS | older);
  }

  /** Copies all but the version, which is the cell's, to a cell that is as large. */
  static void copy(long row, long to, int bytes) {
    OffHeap.copy(row + FLAGS, to + FLAGS, bytes - FLAGS);
  }

  static void flags(long row, int flags) {
    OffHeap.putInt(row + FLAGS, flags);
  }

  static void older(long row, long place) {
    OffHeap.putLongRelease(row + LENGTH_OLDER, (long) length(row) << PLACE_BITS | place);
  }
}
