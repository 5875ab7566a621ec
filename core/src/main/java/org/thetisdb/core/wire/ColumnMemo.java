package org.thetisdb.core.wire;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.thetisdb.core.bytes.ByteReader;

/**
 * Columns that were decoded lately, found by their bytes: comparing these is much less than making
 * strings of them. The form gives where it ends, so whatever begins with the bytes of known columns
 * has these columns. Thread-safe; what threads overwrite of each other is decoded once more.
 * Bounded in number, and in the length of each.
 */
final class ColumnMemo {
  private static final int SETS = 64;
  private static final int WAYS = 4;
  private static final int LONGEST_BYTES = 4 << 10;

  /** The number of columns and the beginning of the first one; no columns are shorter. */
  private static final int HASHED_BYTES = 8;

  private final AtomicReferenceArray<EncodedColumns> known =
      new AtomicReferenceArray<>(SETS * WAYS);

  /** The columns that come next, and the reader is behind them; null if they are not known. */
  EncodedColumns find(ByteReader in) {
    int set = set(in);
    for (int way = 0; way < WAYS; way++) {
      EncodedColumns columns = known.get(set + way);
      if (columns != null && in.skipIf(columns.encoded())) {
        return columns;
      }
    }
    return null;
  }

  /** Keeps columns whose bytes {@code in}, which stands before them, has next. */
  void keep(EncodedColumns columns, ByteReader in) {
    int length = columns.encoded().length;
    if (length <= LONGEST_BYTES) {
      known.set(set(in) + length % WAYS, columns);
    }
  }

  private static int set(ByteReader in) {
    int hash = in.hashOfNext(HASHED_BYTES);
    return ((hash ^ (hash >>> 16)) & (SETS - 1)) * WAYS;
  }
}
