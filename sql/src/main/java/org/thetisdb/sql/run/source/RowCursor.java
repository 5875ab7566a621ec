package org.thetisdb.sql.run.source;

import java.util.Iterator;
import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;

/** Reads the rows of ranges batch by batch, so that a large table is never held whole. */
final class RowCursor {
  private static final int FIRST_BATCH = 32;
  private static final int LARGEST_BATCH = 1024;

  private final Context context;
  private final Iterator<KeyRange> ranges;
  private final boolean backwards;
  private KeyRange rest;
  private List<Row> batch = List.of();
  private int next;
  private int batchSize = FIRST_BATCH;

  RowCursor(Context context, List<KeyRange> ranges, boolean backwards) {
    this.context = context;
    this.ranges = ranges.iterator();
    this.backwards = backwards;
  }

  /** The next row; null behind the last one. */
  Row next() {
    while (next == batch.size()) {
      if (rest == null && !ranges.hasNext()) {
        return null;
      }
      fetch(rest == null ? ranges.next() : rest);
    }
    return batch.get(next++);
  }

  private void fetch(KeyRange range) {
    batch = backwards ? context.scanBackwards(range, batchSize) : context.scan(range, batchSize);
    next = 0;
    rest = batch.size() < batchSize ? null : behind(range, batch.get(batch.size() - 1));
    batchSize = Math.min(2 * batchSize, LARGEST_BATCH);
  }

  private KeyRange behind(KeyRange range, Row last) {
    Object[] key = last.table().keys().decode(last.encodedKey());
    KeyRange behind = backwards ? range.to(key) : range.after(key);
    return behind.isEmpty() ? null : behind;
  }
}
