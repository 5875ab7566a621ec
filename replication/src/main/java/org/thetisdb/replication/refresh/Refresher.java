package org.thetisdb.replication.refresh;

import java.util.BitSet;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.log.LogListener;
import org.thetisdb.replication.log.LogReader;

/**
 * Applies the logs of other sites in the order of DynaMast's update application rule (section 3.1,
 * Equation 1): a record of site i with dependencies tvv is applied here when all positions k other
 * than i have reached tvv[k], and all before it in log i has been applied.
 *
 * <p>While a site recovers, its own log is one of those that are applied; afterwards ({@link
 * #ownLogIsLive}) a dependency on the own log always holds, since nobody can have seen what this
 * site had not logged.
 *
 * <p>Entries that may not be applied yet wait here. While more of them wait than the bound says, no
 * log is read of which some wait; nothing is dropped. The other logs are read on: what is waited
 * for stands in one of them. Lives on one scheduler.
 */
public final class Refresher implements LogListener {
  private static final int NOBODY = 0;

  private final int site;
  private final RefreshSink sink;
  private final RefreshGate gate;
  private final long waitingLimitBytes;
  private long advances;
  private final OriginLog[] origins = new OriginLog[Stamp.MAX_SITE + 1];
  private final long[] applied = new long[Stamp.MAX_SITE + 1];
  private final OriginLog.VersionVectorView appliedView = k -> applied[k];
  private int highestOrigin;
  private int self = NOBODY;
  private LogReader reader;
  private final BitSet paused = new BitSet();
  private boolean failed;

  /**
   * A refresher for {@code site}, which holds back at most about {@code waitingLimitBytes} of log
   * entries.
   */
  public Refresher(int site, RefreshSink sink, long waitingLimitBytes) {
    this(site, sink, RefreshGate.OPEN, waitingLimitBytes);
  }

  /** A refresher whose records wait for a gate, too; what opens it calls {@link #look}. */
  public Refresher(int site, RefreshSink sink, RefreshGate gate, long waitingLimitBytes) {
    this.site = site;
    this.sink = sink;
    this.gate = gate;
    this.waitingLimitBytes = waitingLimitBytes;
  }

  /** The reader whose logs are paused when too much of them waits. */
  public void setReader(LogReader reader) {
    this.reader = reader;
  }

  /** Adds a log that will be applied from its beginning. */
  public void addOrigin(int origin) {
    addOrigin(origin, LogPoint.START, 0);
  }

  /**
   * Adds a log that will be read from {@code from} on.
   *
   * @param alreadyApplied position up to which its records are part of what this site starts with;
   *     at least that of {@code from}
   */
  public void addOrigin(int origin, LogPoint from, long alreadyApplied) {
    if (alreadyApplied < from.position()) {
      throw new IllegalArgumentException(
          "log %d from %s, though only %d is applied".formatted(origin, from, alreadyApplied));
    }
    if (origins[origin] == null) {
      origins[origin] = new OriginLog(origin, from);
      applied[origin] = alreadyApplied;
      highestOrigin = Math.max(highestOrigin, origin);
    }
  }

  /** The highest site whose log is followed. */
  public int highestOrigin() {
    return highestOrigin;
  }

  /** Whether a site's log is followed, or is the own one. */
  public boolean follows(int origin) {
    return origins[origin] != null || origin == self;
  }

  /**
   * From where a log has to be read again by a site that has what is applied here; null for the own
   * log once it is live.
   */
  public LogPoint resumePoint(int origin) {
    return origins[origin] == null ? null : origins[origin].resumePoint();
  }

  /**
   * The offset up to which a log that is followed has been applied, or passed where it does not
   * count.
   */
  public long passedOffset(int origin) {
    return origins[origin].passedOffset();
  }

  /** Recovery is over: what this site writes from now on is applied by itself. */
  public void ownLogIsLive() {
    self = site;
    origins[site] = null;
    paused.clear(site);
  }

  @Override
  public void onEntry(int origin, long offset, byte[] entry) {
    if (failed || origins[origin] == null) {
      return;
    }
    try {
      origins[origin].offer(offset, entry);
      run();
    } catch (RuntimeException e) {
      onFailed(origin, e);
    }
  }

  /** Applies what may be applied since the gate has opened. */
  public void look() {
    if (failed) {
      return;
    }
    try {
      run();
    } catch (RuntimeException e) {
      onFailed(site, e);
    }
  }

  @Override
  public void onFailed(int origin, RuntimeException reason) {
    failed = true;
    sink.failed(reason);
  }

  /**
   * What has been applied of each log. Of the own live log it is the highest position that what was
   * applied depends on: if this site has not written so much, somebody else has.
   */
  public VersionVector applied() {
    long[] positions = new long[Math.max(highestOrigin, site)];
    System.arraycopy(applied, 1, positions, 0, positions.length);
    return VersionVector.of(positions);
  }

  /** How often entries could be applied; one that depends on others' entries waits for these. */
  public long advances() {
    return advances;
  }

  private void run() {
    boolean any = false;
    boolean again = true;
    while (again && !failed) {
      again = false;
      for (int origin = 1; origin <= highestOrigin; origin++) {
        again |= origins[origin] != null && applyFrom(origins[origin], origin);
      }
      any |= again;
    }
    if (any) {
      advances++;
      gate.advanced();
      sink.advanced(applied());
    }
    boundWhatWaits();
  }

  private boolean applyFrom(OriginLog log, int origin) {
    boolean any = false;
    LogBatchReader record = log.peek();
    while (record != null && isDue(log, origin, record)) {
      if (log.position() > applied[origin]) {
        sink.apply(origin, record);
        applied[origin]++;
        gate.passed(origin, applied[origin]);
        noteOwnPosition(record);
      }
      log.advance();
      any = true;
      record = origins[origin] == null ? null : log.peek();
    }
    return any;
  }

  private void noteOwnPosition(LogBatchReader record) {
    if (self != NOBODY && !record.isFence()) {
      applied[self] = Math.max(applied[self], record.dependencies().get(self));
    }
  }

  /** Whether it is this record's turn; one that is applied already may be passed at once. */
  private boolean isDue(OriginLog log, int origin, LogBatchReader record) {
    long position = log.position();
    return position <= applied[origin]
        || (log.mayApply(record, appliedView, self) && gate.isOpen(origin, position));
  }

  private void boundWhatWaits() {
    if (reader == null) {
      return;
    }
    long bytes = waitingBytes();
    if (bytes <= waitingLimitBytes && paused.isEmpty()) {
      return;
    }
    for (int origin = 1; origin <= highestOrigin; origin++) {
      if (origins[origin] != null) {
        boundWhatWaits(origin, bytes);
      }
    }
  }

  /**
   * A log of which nothing waits is always read: others' entries may wait for its next one. Between
   * half the bound and the bound the others stay as they are.
   */
  private void boundWhatWaits(int origin, long allBytes) {
    boolean someWait = origins[origin].waitingBytes() > 0;
    boolean isPaused = paused.get(origin);
    boolean shouldPause =
        someWait && allBytes > (isPaused ? waitingLimitBytes / 2 : waitingLimitBytes);
    if (shouldPause != isPaused) {
      paused.set(origin, shouldPause);
      reader.setPaused(origin, shouldPause);
    }
  }

  private long waitingBytes() {
    long bytes = 0;
    for (int origin = 1; origin <= highestOrigin; origin++) {
      bytes += origins[origin] == null ? 0 : origins[origin].waitingBytes();
    }
    return bytes;
  }
}
