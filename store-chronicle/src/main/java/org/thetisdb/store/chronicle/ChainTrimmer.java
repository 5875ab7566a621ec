package org.thetisdb.store.chronicle;

import org.thetisdb.store.Snapshot;

/**
 * Drops what no snapshot needs from a chain, older parts included. The caller holds the entry's
 * write lock. Kept per thread and used again; not thread-safe.
 */
final class ChainTrimmer {
  private static final int NONE = -1;

  private final ChainPart head = new ChainPart();
  private final OlderPart part = new OlderPart();
  private final ChainDraft draft = new ChainDraft();
  private final DroppedVersions dropped;

  ChainTrimmer(OutsideRows outside) {
    this.dropped = new DroppedVersions(outside);
  }

  /** Looks at the chain as it is. */
  void open(long address, int capacity) {
    head.wrap(address, capacity);
    dropped.clear();
  }

  /** Whether all that may still read see the row deleted. */
  boolean isDeletedForAll(Snapshot watermark) {
    int first = ChainPart.firstVersion();
    return head.length(first) == ChainPart.DELETED && head.isVisible(first, watermark);
  }

  /** Frees what the chain has outside the map; the caller has removed its entry. */
  void noteAll() {
    dropped.addVersions(head, ChainPart.firstVersion());
    dropped.addOlder(head.olderAddress());
  }

  /** Frees what was noted. */
  void freeDropped() {
    dropped.free();
  }

  /** Drops the versions behind the newest that the watermark sees. */
  void trim(Snapshot watermark) {
    int end = visibleEnd(head, watermark);
    if (end == NONE) {
      trimOlder(watermark);
    } else if (end < head.versionsEnd() || head.hasOlder()) {
      cut(head, end);
      dropped.free();
    }
  }

  private void trimOlder(Snapshot watermark) {
    for (long at = head.olderAddress(); at != OlderPart.NOWHERE; ) {
      part.wrap(at);
      int end = visibleEnd(part.versions(), watermark);
      if (end != NONE) {
        int before = part.count();
        cut(part.versions(), end);
        recount(at, before - versionsIn(part.versions()));
        dropped.free();
        return;
      }
      at = part.versions().olderAddress();
    }
  }

  /** Where the newest visible version ends. */
  private static int visibleEnd(ChainPart versions, Snapshot watermark) {
    int end = versions.versionsEnd();
    for (int at = ChainPart.firstVersion(); at < end; at = versions.next(at)) {
      if (versions.isVisible(at, watermark)) {
        return versions.next(at);
      }
    }
    return NONE;
  }

  private void cut(ChainPart versions, int end) {
    dropped.addVersions(versions, end);
    dropped.addOlder(versions.olderAddress());
    versions.finish(end, OlderPart.NOWHERE);
  }

  private static int versionsIn(ChainPart versions) {
    int count = 0;
    int end = versions.versionsEnd();
    for (int at = ChainPart.firstVersion(); at < end; at = versions.next(at)) {
      count++;
    }
    return count;
  }

  /** Subtracts from the counts of all parts down to the one at {@code last}. */
  private void recount(long last, int fewer) {
    for (long at = head.olderAddress(); ; at = part.versions().olderAddress()) {
      part.wrap(at);
      part.count(part.count() - fewer);
      if (at == last) {
        return;
      }
    }
  }

  /** What the chain takes now. */
  int usedBytes() {
    return head.end();
  }

  /** The chain as it is now, without slack. */
  ChainDraft compact() {
    int first = ChainPart.firstVersion();
    ChainPart copy = draft.begin(head.end());
    copy.copyFrom(head, first, first, head.versionsEnd() - first);
    copy.finish(head.versionsEnd(), head.olderAddress());
    return draft;
  }
}
