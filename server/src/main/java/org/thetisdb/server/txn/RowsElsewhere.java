package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;

/**
 * The rows that an interactive transaction writes, or locks, where their mastership is not kept for
 * it (decision 0037). No lock keeps others from them, so each is looked at again at the COMMIT,
 * when its master has prepared it: it must be as the transaction found it. Owned by the site's
 * engine.
 */
public final class RowsElsewhere {
  /** In the order in which they were met; most transactions have none. */
  private Map<RowKey, Found> rows = Map.of();

  /** As what a row was found, when the transaction first asked for it. */
  private record Found(VectorSnapshot snapshot, boolean existed) {}

  /** Takes note of a row that is written as a snapshot shows it; the first time counts. */
  public void add(RowKey key, VectorSnapshot snapshot, RowStore store) {
    if (rows.isEmpty()) {
      rows = new LinkedHashMap<>();
    }
    if (!rows.containsKey(key)) {
      rows.put(key, new Found(snapshot, store.read(key, snapshot, new RowVersion())));
    }
  }

  /** Forgets rows that the transaction neither writes nor locks any more. */
  public void removeAll(Set<RowKey> keys) {
    if (!rows.isEmpty()) {
      rows.keySet().removeAll(keys);
    }
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Whether a row is one of these. */
  public boolean contains(RowKey key) {
    return rows.containsKey(key);
  }

  /** The rows, in the order in which they were met. */
  public List<RowKey> keys() {
    return new ArrayList<>(rows.keySet());
  }

  /** Whether nobody has changed a row since it was found; all versions of it must be here. */
  public boolean isAsFound(RowKey key, RowStore store) {
    Found found = rows.get(key);
    RowVersion version = new RowVersion();
    return store.readNewest(key, version)
        ? found.snapshot.isVisible(version.stamp(), version.position())
        : !found.existed; // whoever deleted it has left no trace
  }
}
