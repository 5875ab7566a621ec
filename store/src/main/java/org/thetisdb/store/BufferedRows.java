package org.thetisdb.store;

import java.util.List;
import java.util.Map;
import org.thetisdb.core.key.RowKey;

/** Rows that are read in front of those of a store, which does not have them yet. */
public interface BufferedRows {
  /**
   * A row.
   *
   * @param tid of the transaction that wrote it
   * @param image null if it was deleted
   */
  record Version(long tid, byte[] image) {}

  /** A row as it is here; null if the store has it. */
  Version find(RowKey key);

  /**
   * The rows from one key on and before another one, also those that were deleted, in the order of
   * their keys.
   */
  List<Map.Entry<RowKey, Version>> between(RowKey first, RowKey end, boolean backwards);
}
