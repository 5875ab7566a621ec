package org.thetisdb.replication.log.stream;

import java.util.ArrayDeque;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;

/**
 * One log on its way to the listener, from the log's reader or from a log stream. Whichever brings
 * it, an entry is passed on if it is the next one, and never else; so a change of the way can
 * neither lose an entry nor bring it twice.
 *
 * <p>A log stream is one run of entries, from where it began to {@link #fed}. While the log is
 * read, what the log stream brings beyond {@link #next} is kept; once the log has come into that
 * run, the log is read no more. Lives on one scheduler.
 */
final class LogDelivery {
  /** Kept of one log stream; some hundred milliseconds of a busy site. */
  static final int MOST_KEPT_BYTES = 4 << 20;

  private static final long NO_LOG_STREAM = -1;

  private final int site;
  private final LogReader log;
  private final LogListener listener;
  private final LogStreamCounters counters;
  private final ArrayDeque<byte[]> kept = new ArrayDeque<>();
  private int keptBytes;

  /** The offset of the entry to be passed on next. */
  private long next;

  /** Where the log stream began; {@link #NO_LOG_STREAM} if there is none. */
  private long begin = NO_LOG_STREAM;

  /** Behind what the log stream has brought. */
  private long fed;

  /** As far as the log has to be read before a log stream is believed again. */
  private long mustRead;

  private boolean byLogStream;
  private boolean paused;
  private boolean over;

  /** A log that is read from {@code next} on; the reader knows that already. */
  LogDelivery(
      int site, long next, LogReader log, LogListener listener, LogStreamCounters counters) {
    this.site = site;
    this.next = next;
    this.log = log;
    this.listener = listener;
    this.counters = counters;
  }

  /** Behind all that has come, by whichever way. */
  long reached() {
    return Math.max(next, fed);
  }

  /** Whether the log is not read, since its log stream brings all. */
  boolean isByLogStream() {
    return byLogStream;
  }

  /** Behind what the log stream has brought. */
  long fed() {
    return fed;
  }

  /** The log's reader brings an entry. It may have been on its way when the log was left. */
  void onLogEntry(long offset, byte[] entry) {
    if (over || isPassed(offset)) {
      return;
    }
    if (offset > next) {
      String why = "offset " + offset + " was read behind " + (next - 1);
      listener.onFailed(site, new ThetisException(ErrorCode.LOG_CORRUPT, site, next, why));
      return;
    }
    counters.addByLog();
    pass(offset, entry);
    leaveLogIfFed();
  }

  /** A log stream begins with the entry at {@code offset}. */
  void begin(long offset) {
    begin = offset;
    fed = offset;
    leaveLogIfFed();
  }

  /**
   * The log stream brings an entry.
   *
   * @return whether it is of any use; if not, the log stream is to be {@link #end ended}
   */
  boolean onFed(long offset, byte[] entry) {
    if (isGap(offset)) {
      return false;
    }
    if (offset < fed) {
      return true; // it came twice
    }
    fed++;
    if (byLogStream && kept.isEmpty() && !paused) {
      passFed(offset, entry);
    } else if (!isPassed(offset)) {
      kept.add(entry);
      keptBytes += entry.length;
    }
    leaveLogIfFed();
    return keptBytes <= MOST_KEPT_BYTES;
  }

  /** Whether the log stream has left something out, if the entry at {@code offset} comes next. */
  boolean isGap(long offset) {
    return offset > fed;
  }

  /** No log stream is there any more: the log is read, where it was left. */
  void end() {
    begin = NO_LOG_STREAM;
    kept.clear();
    keptBytes = 0;
    if (byLogStream) {
      byLogStream = false;
      counters.addFallBack();
      log.add(site, next);
      if (paused) {
        log.setPaused(site, true); // the pause before went with the reading
      }
    }
  }

  /** The log goes on to {@code end}, and its log stream does not: that far it is read itself. */
  void mustRead(long end) {
    mustRead = Math.max(mustRead, end);
  }

  /**
   * Stops reading the log and holds back what the log stream brings, or goes on; what was kept is
   * passed on by {@link #passKept}.
   */
  void setPaused(boolean nowPaused) {
    paused = nowPaused;
    if (!byLogStream) {
      log.setPaused(site, paused);
    }
  }

  /** This log is not wanted any more. */
  void close() {
    over = true;
  }

  /**
   * The log has come to where the log stream is. A log that is ahead of its log stream holds what
   * the log stream does not bring, or not yet.
   */
  private void leaveLogIfFed() {
    if (!byLogStream && !over && begin != NO_LOG_STREAM && next >= begin) {
      forgetRead();
      if (next <= fed && next >= mustRead) {
        byLogStream = true;
        log.remove(site);
        passKept();
      }
    }
  }

  private void forgetRead() {
    while (!kept.isEmpty() && fed - kept.size() < next) {
      keptBytes -= kept.remove().length;
    }
  }

  /** Passes on what was kept, unless there is a pause. */
  void passKept() {
    while (byLogStream && !paused && !over && !kept.isEmpty()) {
      long offset = fed - kept.size();
      byte[] entry = kept.remove();
      keptBytes -= entry.length;
      passFed(offset, entry);
    }
  }

  /** The log's reader may have brought it meanwhile. */
  private void passFed(long offset, byte[] entry) {
    if (!isPassed(offset)) {
      counters.addByLogStream();
      pass(offset, entry);
    }
  }

  private boolean isPassed(long offset) {
    return offset < next;
  }

  private void pass(long offset, byte[] entry) {
    next = offset + 1;
    listener.onEntry(site, offset, entry);
  }
}
