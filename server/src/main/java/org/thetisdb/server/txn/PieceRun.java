package org.thetisdb.server.txn;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * One run of a procedure in pieces, before its turn (PWV; decision 0066). A piece that meets what
 * is not there yet leaves nothing behind, and the others run. Owned by the site's engine.
 */
public final class PieceRun {
  private final WriteSet writes;
  private final List<RowKey> readKeys;
  private final List<KeyRange> readRanges;

  /** Rows written outside of pieces behind one that was left out, on which they may depend. */
  private final Set<RowKey> unsure = new HashSet<>(0);

  private int leftOut;
  private boolean isInPiece;
  private int writeMark;
  private int keyMark;
  private int rangeMark;

  /**
   * Looks on while a call runs.
   *
   * @param readKeys those of its context
   * @param readRanges those of its context
   */
  PieceRun(WriteSet writes, List<RowKey> readKeys, List<KeyRange> readRanges) {
    this.writes = writes;
    this.readKeys = readKeys;
    this.readRanges = readRanges;
  }

  /** Whether a piece is running. */
  boolean isInPiece() {
    return isInPiece;
  }

  /** Whether there was a piece that could not run yet. */
  public boolean isPartial() {
    return leftOut > 0;
  }

  void begin() {
    isInPiece = true;
    writeMark = writes.mark();
    keyMark = readKeys.size();
    rangeMark = readRanges.size();
  }

  void end() {
    isInPiece = false;
  }

  /** The piece that is running has met what is not there yet: nothing of it remains. */
  void leaveOut() {
    isInPiece = false;
    leftOut++;
    writes.rollbackTo(writeMark);
    readKeys.subList(keyMark, readKeys.size()).clear();
    readRanges.subList(rangeMark, readRanges.size()).clear();
  }

  /** A row is written. */
  void onWrite(RowKey key) {
    if (!isInPiece && leftOut > 0) {
      unsure.add(key);
    }
  }

  /** What those pieces wrote that have run, and what was written in front of them. */
  public Map<RowKey, byte[]> images() {
    Map<RowKey, byte[]> images = new HashMap<>();
    for (int i = 0; i < writes.size(); i++) {
      if (!unsure.contains(writes.key(i))) {
        images.put(writes.key(i), writes.image(i));
      }
    }
    return images;
  }
}
