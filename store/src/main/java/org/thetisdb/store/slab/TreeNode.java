package org.thetisdb.store.slab;

import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.OffHeap;

/**
 * How a node of a {@link RowTree} stands in its cell. Entries are sorted; each has eight bytes of
 * its key as a number, taken from behind what all keys of the node have in common, so that most
 * comparisons look at nothing else.
 *
 * <pre>
 *     0  version:int   odd while the writer changes the node, see {@link Arena}
 *     4  count:int
 *     8  prefix, 24 bytes at most
 *    32  prefixLength:int
 *    36  insertedAt:int         where the last key came in, plus one; 0 if it is not known
 *    40  deleted:int            entries with the bit
 *    44  isInner:int
 *    48  deletedStamp:long      of one site, all deletes of the entries are at or below it; -1: of several
 *    56  deletedPosition:long
 *    64  words
 *   576  references: in leaves the place of the row and {@link #DELETED}; else that of a separator
 *  1088  inner nodes only: children, one more than there are separators
 * </pre>
 *
 * <p>Stateless.
 */
final class TreeNode {
  /** Most entries of a node. */
  static final int MAX_ENTRIES = 64;

  /** The bit of a leaf's reference that says that the row's newest version is a delete. */
  static final long DELETED = 1L << 63;

  static final int LEAF_BYTES = 1088;
  static final int INNER_BYTES = 1088 + (MAX_ENTRIES + 1) * Long.BYTES;
  static final int MAX_PREFIX = 24;

  /** Deletes of more than one site. */
  static final long SEVERAL = -1;

  private static final int COUNT = 4;
  private static final int PREFIX = 8;
  private static final int PREFIX_LENGTH = 32;
  private static final int INSERTED_AT = 36;
  private static final int DELETED_COUNT = 40;
  private static final int IS_INNER = 44;
  private static final int DELETED_STAMP = 48;
  private static final int DELETED_POSITION = 56;
  private static final int WORDS = 64;
  private static final int REFERENCES = 576;
  private static final int CHILDREN = 1088;

  /** A separator's cell: its length, then its bytes. */
  private static final int SEPARATOR_LENGTH = 4;

  private static final int SEPARATOR_KEY = 8;

  private TreeNode() {}

  /** Makes an empty node of a cell. */
  static void create(long node, boolean inner) {
    OffHeap.fill(node + COUNT, WORDS - COUNT, (byte) 0);
    OffHeap.putInt(node + IS_INNER, inner ? 1 : 0);
  }

  static boolean isInner(long node) {
    return OffHeap.getInt(node + IS_INNER) != 0;
  }

  /** Never more than there is room for, though somebody may just be changing it. */
  static int count(long node) {
    int count = OffHeap.getInt(node + COUNT);
    return count >= 0 && count <= MAX_ENTRIES ? count : 0;
  }

  static void count(long node, int count) {
    OffHeap.putInt(node + COUNT, count);
  }

  static int prefixLength(long node) {
    int length = OffHeap.getInt(node + PREFIX_LENGTH);
    return length >= 0 && length <= MAX_PREFIX ? length : 0;
  }

  static void prefixLength(long node, int length) {
    OffHeap.putInt(node + PREFIX_LENGTH, length);
  }

  static long prefix(long node) {
    return node + PREFIX;
  }

  static int insertedAt(long node) {
    return OffHeap.getInt(node + INSERTED_AT) - 1;
  }

  static void insertedAt(long node, int place) {
    OffHeap.putInt(node + INSERTED_AT, place + 1);
  }

  static int deleted(long node) {
    return OffHeap.getInt(node + DELETED_COUNT);
  }

  static void deleted(long node, int count) {
    OffHeap.putInt(node + DELETED_COUNT, count);
  }

  static long deletedStamp(long node) {
    return OffHeap.getLong(node + DELETED_STAMP);
  }

  static long deletedPosition(long node) {
    return OffHeap.getLong(node + DELETED_POSITION);
  }

  static void deletedBound(long node, long stamp, long position) {
    OffHeap.putLong(node + DELETED_STAMP, stamp);
    OffHeap.putLong(node + DELETED_POSITION, position);
  }

  private static long at(int entry) {
    return (long) entry * Long.BYTES;
  }

  static long word(long node, int entry) {
    return OffHeap.getLong(node + WORDS + at(entry));
  }

  static void word(long node, int entry, long word) {
    OffHeap.putLong(node + WORDS + at(entry), word);
  }

  static long reference(long node, int entry) {
    return OffHeap.getLong(node + REFERENCES + at(entry));
  }

  static void reference(long node, int entry, long reference) {
    OffHeap.putLong(node + REFERENCES + at(entry), reference);
  }

  static long child(long node, int entry) {
    return OffHeap.getLong(node + CHILDREN + at(entry));
  }

  static void child(long node, int entry, long place) {
    OffHeap.putLong(node + CHILDREN + at(entry), place);
  }

  /** Moves entries from one place on, all that there are, to another; children stay. */
  static void move(long from, int first, long to, int target, int entries) {
    copy(from + WORDS + at(first), to + WORDS + at(target), entries);
    copy(from + REFERENCES + at(first), to + REFERENCES + at(target), entries);
  }

  static void moveChildren(long from, int first, long to, int target, int entries) {
    copy(from + CHILDREN + at(first), to + CHILDREN + at(target), entries);
  }

  private static void copy(long from, long to, int longs) {
    if (longs > 0) {
      OffHeap.copy(from, to, at(longs));
    }
  }

  /** Where the key of an entry's cell begins. */
  static long key(long cell, boolean inner) {
    return inner ? cell + SEPARATOR_KEY : RowCell.key(cell);
  }

  /** How long it is; bounded by what the field holds. */
  static int keyLength(long cell, boolean inner) {
    return inner ? OffHeap.getInt(cell + SEPARATOR_LENGTH) & 0xffff : RowCell.keyLength(cell);
  }

  /** What the cell of a separator takes. */
  static int separatorBytes(int length) {
    return SEPARATOR_KEY + length;
  }

  /** Fills a separator's cell. */
  static void separator(long cell, long key, int length) {
    OffHeap.putInt(cell + SEPARATOR_LENGTH, length);
    OffHeap.copy(key, cell + SEPARATOR_KEY, length);
  }

  static int version(long node) {
    return OffHeap.getIntVolatile(node);
  }

  /** Whether what was read of the node since its version was read belongs together. */
  static boolean isStable(long node, int version) {
    OffHeap.loadFence();
    return OffHeap.getInt(node) == version;
  }
}
