package org.thetisdb.core.wire;

import java.util.List;
import org.thetisdb.core.key.RowKey;

/** Keys that a call writes and reads, and ranges that it reads; found by reconnaissance. */
public record KeySet(List<RowKey> written, List<RowKey> read, List<KeyRange> ranges) {
  /**
   * A range of one table's keys: from, inclusive, to, exclusive; an empty {@code to} is the table's
   * end.
   */
  public record KeyRange(int tableId, byte[] from, byte[] to) {}
}
