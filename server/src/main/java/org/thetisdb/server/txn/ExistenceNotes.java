package org.thetisdb.server.txn;

import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.sql.catalog.Existence;

/**
 * Under which rights of rows to exist an interactive transaction has relied on rows of a table, or
 * had some vanish. If its COMMIT comes under another one, others may have done the opposite
 * meanwhile. As long as its transaction, with at most as many entries as there are tables. Not
 * thread-safe.
 */
public final class ExistenceNotes {
  private final Map<Integer, Long> versions = new TreeMap<>();

  /** Takes note of a table's right; only the first note of a table counts. */
  public void note(int tableId, long version) {
    versions.putIfAbsent(tableId, version);
  }

  /** A table whose right is another one now; -1 if there is none. */
  public int changed(Existence inForce) {
    for (Map.Entry<Integer, Long> noted : versions.entrySet()) {
      if (inForce.of(noted.getKey()).version() != noted.getValue()) {
        return noted.getKey();
      }
    }
    return -1;
  }
}
