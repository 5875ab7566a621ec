package org.thetisdb.store.chronicle;

import java.util.Objects;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * Reads one version out of a chain, straight from the map's memory into the caller's object. This
 * is the map's value type: the map calls {@link #onChain} while the entry is locked for reading, so
 * the chain stands still and no block of it is freed. Kept per thread and used again; a read
 * allocates nothing.
 */
final class ChainReader {
  private final ChainPart head = new ChainPart();
  private final OlderPart older = new OlderPart();
  private Snapshot snapshot;
  private RowVersion into;
  private boolean found;

  /** The next chain is read for the newest version that the snapshot sees. */
  void prepareVisible(Snapshot newSnapshot, RowVersion newInto) {
    snapshot = Objects.requireNonNull(newSnapshot);
    into = newInto;
    found = false;
  }

  /** The next chain is read for its newest version, a delete too. */
  void prepareNewest(RowVersion newInto) {
    snapshot = null;
    into = newInto;
    found = false;
  }

  /** Whether the read found its version: under a snapshot one that is not a delete. */
  boolean found() {
    return found;
  }

  /** Reads the chain at {@code address}. */
  void onChain(long address, int capacity) {
    head.wrap(address, capacity);
    if (snapshot == null) {
      head.copyTo(ChainPart.firstVersion(), into);
      found = true;
    } else if (!readVisible(head) && head.hasOlder()) {
      readOlder(head.olderAddress());
    }
  }

  private void readOlder(long address) {
    older.wrap(address);
    while (!readVisible(older.versions()) && older.versions().hasOlder()) {
      older.wrap(older.versions().olderAddress());
    }
  }

  /** Whether the part has a visible version; a delete ends the search, too. */
  private boolean readVisible(ChainPart part) {
    int end = part.versionsEnd();
    for (int at = ChainPart.firstVersion(); at < end; at = part.next(at)) {
      if (part.isVisible(at, snapshot)) {
        if (part.length(at) != ChainPart.DELETED) {
          part.copyTo(at, into);
          found = true;
        }
        return true;
      }
    }
    return false;
  }
}
