package org.thetisdb.replication.refresh;

import java.util.ArrayDeque;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.log.LogBatchReader;

/**
 * What has arrived from one site's log and is not applied yet. Accepts exactly the next position of
 * the current incarnation; drops what an older incarnation wrote behind a fence; refuses a gap
 * (hazards 4 and 8).
 */
final class OriginLog {
  private final int site;
  private final ArrayDeque<Arrived> waiting = new ArrayDeque<>();
  private int incarnation;
  private long arrived;

  /** Behind the last entry that arrived. */
  private long arrivedOffset;

  private long waitingBytes;
  private boolean onRecord;

  /** Position of the last record that was passed. */
  private long passed;

  /** Behind the last entry whose records were all passed. */
  private LogPoint resumePoint;

  OriginLog(int site, LogPoint from) {
    this.site = site;
    this.incarnation = from.incarnation();
    this.arrived = from.position();
    this.passed = from.position();
    this.resumePoint = from;
    this.arrivedOffset = from.offset();
  }

  /** From where the log has to be read again if all that waits here is lost. */
  LogPoint resumePoint() {
    return resumePoint;
  }

  /**
   * The offset behind the last entry of which nothing waits; what does not count is passed, too.
   */
  long passedOffset() {
    return waiting.isEmpty() ? arrivedOffset : waiting.element().offset;
  }

  /** Position of the record that {@link #peek} returned. */
  long position() {
    return passed + 1;
  }

  /** Takes the next entry of the log. */
  void offer(long offset, byte[] bytes) {
    arrivedOffset = offset + 1;
    LogBatchReader entry;
    try {
      entry = new LogBatchReader(bytes);
    } catch (RuntimeException e) {
      throw new ThetisException(ErrorCode.LOG_CORRUPT, site, offset, e.getMessage()).causedBy(e);
    }
    if (entry.site() != site) {
      throw new ThetisException(
          ErrorCode.LOG_CORRUPT, site, offset, "it was written by site " + entry.site());
    }
    if (entry.incarnation() < incarnation
        || (entry.isFence() && entry.incarnation() == incarnation)) {
      return;
    }
    if (entry.isFence()) {
      incarnation = entry.incarnation();
      arrived++;
    } else {
      checkNext(offset, entry);
      arrived += entry.count();
    }
    waiting.add(new Arrived(offset, entry));
    waitingBytes += entry.lengthBytes();
  }

  private void checkNext(long offset, LogBatchReader entry) {
    if (entry.incarnation() != incarnation) {
      throw new ThetisException(
          ErrorCode.LOG_CORRUPT,
          site,
          offset,
          "incarnation " + entry.incarnation() + " has no fence");
    }
    if (entry.firstPosition() != arrived + 1) {
      throw new ThetisException(
          ErrorCode.LOG_CORRUPT,
          site,
          offset,
          "position " + entry.firstPosition() + " follows " + arrived);
    }
  }

  /**
   * The record to be applied next, or null if there is none. A fence is taken as a record without
   * content: {@code LogBatchReader.isFence}.
   */
  LogBatchReader peek() {
    Arrived first = waiting.peek();
    while (first != null && !onRecord) {
      if (first.entry.isFence() || first.entry.next()) {
        onRecord = true;
      } else {
        removeFirst();
        first = waiting.peek();
      }
    }
    return first == null ? null : first.entry;
  }

  /** The record that {@link #peek} returned has been applied, or need not be. */
  void advance() {
    onRecord = false;
    passed++;
    if (waiting.element().entry.isFence()) {
      removeFirst();
    }
  }

  private void removeFirst() {
    Arrived first = waiting.remove();
    waitingBytes -= first.entry.lengthBytes();
    resumePoint = new LogPoint(first.offset + 1, first.entry.incarnation(), passed);
  }

  long waitingBytes() {
    return waitingBytes;
  }

  /**
   * Equation 1, for a record that {@link #peek} returned: otherwise a replica or a cut would show a
   * commit without what it depends on (hazard 5).
   */
  boolean mayApply(LogBatchReader record, VersionVectorView applied, int self) {
    if (record.isFence()) {
      return true;
    }
    VersionVector dependencies = record.dependencies();
    for (int k = 1; k <= dependencies.highestSite(); k++) {
      if (k != site && k != self && applied.get(k) < dependencies.get(k)) {
        return false;
      }
    }
    return true;
  }

  private record Arrived(long offset, LogBatchReader entry) {}

  /** Positions by site. */
  interface VersionVectorView {
    long get(int site);
  }
}
