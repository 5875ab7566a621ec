package org.thetisdb.server.scheme.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.agrona.collections.ObjectHashSet;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * What those of a batch have read and would write that come before one of them. A range that was
 * read stands for all rows in it, there or not, so there are no phantoms. Not thread-safe.
 */
final class EarlierAccesses {
  private final ObjectHashSet<RowKey> written = new ObjectHashSet<>();
  private final ObjectHashSet<RowKey> read = new ObjectHashSet<>();
  private final List<KeyRange> ranges = new ArrayList<>();

  /** What is written in the order of keys, once somebody has read a range; null before. */
  private TreeSet<RowKey> writtenInOrder;

  /** Adds what the next one has read and would write. */
  void add(List<RowKey> reads, List<KeyRange> rangesRead, List<RowKey> writes) {
    read.addAll(reads);
    ranges.addAll(rangesRead);
    written.addAll(writes);
    if (writtenInOrder != null) {
      writtenInOrder.addAll(writes);
    }
  }

  /** Whether any of these is written by an earlier one. */
  boolean write(List<RowKey> keys, List<KeyRange> within) {
    for (RowKey key : keys) {
      if (written.contains(key)) {
        return true;
      }
    }
    for (KeyRange range : within) {
      if (writeIn(range)) {
        return true;
      }
    }
    return false;
  }

  /** An empty end is the end of the table. */
  private boolean writeIn(KeyRange range) {
    if (writtenInOrder == null) {
      writtenInOrder = new TreeSet<>(written);
    }
    RowKey first = writtenInOrder.ceiling(new RowKey(range.tableId(), range.from()));
    return first != null && range.contains(first);
  }

  /** Whether any of these was read by an earlier one. */
  boolean haveRead(List<RowKey> keys) {
    for (RowKey key : keys) {
      if (read.contains(key) || isInRange(key)) {
        return true;
      }
    }
    return false;
  }

  private boolean isInRange(RowKey key) {
    for (KeyRange range : ranges) {
      if (range.contains(key)) {
        return true;
      }
    }
    return false;
  }
}
