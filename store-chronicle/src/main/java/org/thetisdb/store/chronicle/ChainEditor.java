package org.thetisdb.store.chronicle;

import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/**
 * Adds a version to a chain: plans which older versions stay, then writes the chain in place or as
 * a draft. The caller holds the entry's write lock. Kept per thread and used again; not
 * thread-safe.
 *
 * <p>Order of use: {@link #open}, {@link #plan}, {@link #spill}, one of {@link #writeInPlace} and
 * {@link #writeDraft}, then {@link #freeDropped}. Until the write nothing has changed, and {@link
 * #rollBackSpill} leaves nothing behind.
 */
final class ChainEditor {
  private final OutsideRows outside;
  private final int maxChainBytes;
  private final int versionsKept;
  private final ChainPart head = new ChainPart();
  private final OlderPart older = new OlderPart();
  private final OlderPart spilled = new OlderPart();
  private final ChainDraft draft = new ChainDraft();
  private final DroppedVersions dropped;
  private NewVersion version;
  private int keptEnd;
  private int keptVersions;
  private int versionsBehind;
  private long olderAddress;
  private long spillAddress;

  ChainEditor(StoreConfig config, OutsideRows outside, int maxChainBytes) {
    this.outside = outside;
    this.versionsKept = config.versionsKept();
    this.maxChainBytes = maxChainBytes;
    this.dropped = new DroppedVersions(outside);
  }

  /** Looks at the chain as it is. */
  void open(long address, int capacity) {
    head.wrap(address, capacity);
    dropped.clear();
    spillAddress = OlderPart.NOWHERE;
  }

  /**
   * Decides what stays behind the new version: what the watermark needs, and up to {@code keep}
   * versions in all. Older parts are not searched for the watermark's version: they stay until it
   * is found in front of them, or until the row is collected.
   */
  void plan(NewVersion newVersion, Snapshot watermark, int keep) {
    version = newVersion;
    boolean found = newVersion.isVisible(watermark);
    int end = head.versionsEnd();
    int at = ChainPart.firstVersion();
    int kept = 0;
    while (at < end && !(found && kept + 1 >= keep)) {
      found |= head.isVisible(at, watermark);
      at = head.next(at);
      kept++;
    }
    keptEnd = at;
    keptVersions = kept;
    planOlder(found && kept + 1 >= keep);
  }

  private void planOlder(boolean complete) {
    dropped.addVersions(head, keptEnd);
    olderAddress = complete ? OlderPart.NOWHERE : head.olderAddress();
    versionsBehind = 0;
    if (head.hasOlder() && complete) {
      dropped.addOlder(head.olderAddress());
    } else if (head.hasOlder()) {
      older.wrap(olderAddress);
      versionsBehind = older.count();
    }
  }

  /** Number of versions that the chain will have. */
  int versions() {
    return 1 + keptVersions + versionsBehind;
  }

  /** What the chain will take. */
  int neededBytes() {
    return keptEnd + version.bytes() + (olderAddress == OlderPart.NOWHERE ? 0 : Long.BYTES);
  }

  /**
   * If the chain grows too long to be moved at every install, copies its older half to a part of
   * its own. MEMORY_FULL if there is no room for it.
   */
  void spill() {
    if (neededBytes() <= maxChainBytes) {
      return;
    }
    int at = ChainPart.firstVersion();
    int staying = 0;
    while (at < keptEnd && (staying < versionsKept || at < maxChainBytes / 2)) {
      at = head.next(at);
      staying++;
    }
    if (at < keptEnd) {
      spillFrom(at, keptVersions - staying);
    }
  }

  private void spillFrom(int from, int spilling) {
    spillAddress = outside.allocate(OlderPart.blockBytes(keptEnd - from));
    versionsBehind += spilling;
    spilled.create(spillAddress, head, from, keptEnd, olderAddress, versionsBehind);
    olderAddress = spillAddress;
    keptVersions -= spilling;
    keptEnd = from;
  }

  /** Gives back what {@link #spill} took, when the install came to nothing. */
  void rollBackSpill() {
    if (spillAddress != OlderPart.NOWHERE) {
      outside.free(spillAddress, spilled.blockBytes());
    }
  }

  /** Changes the chain where it stands; {@link #neededBytes} must fit. */
  void writeInPlace() {
    int first = ChainPart.firstVersion();
    head.move(first, first + version.bytes(), keptEnd - first);
    version.writeTo(head);
    head.finish(keptEnd + version.bytes(), olderAddress);
  }

  /** Writes the changed chain beside the map. */
  ChainDraft writeDraft(int capacity) {
    int first = ChainPart.firstVersion();
    ChainPart part = draft.begin(capacity);
    part.copyFrom(head, first, first + version.bytes(), keptEnd - first);
    version.writeTo(part);
    part.finish(keptEnd + version.bytes(), olderAddress);
    return draft;
  }

  /** Writes a chain of the new version only. */
  ChainDraft writeFirst(NewVersion newVersion) {
    int end = ChainPart.firstVersion() + newVersion.bytes();
    ChainPart part = draft.begin(end);
    newVersion.writeTo(part);
    part.finish(end, OlderPart.NOWHERE);
    return draft;
  }

  /** Frees what the dropped versions had outside the map. */
  void freeDropped() {
    dropped.free();
  }
}
