package org.thetisdb.server.scheme.deterministic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.lock.OrderedLocks.Ticket;
import org.thetisdb.server.txn.EarlyRun;
import org.thetisdb.server.txn.RollBackSignal;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.store.BufferedRows;

/**
 * The placeholders of one call, and the run that has filled them before its turn, if there is one.
 * While it runs it is what the call sees in front of the store: versions before its place. Owned by
 * the site's engine.
 */
final class EarlyExecution implements Placeholders.Owner, BufferedRows, EarlyRun {
  /** So often a call runs before its turn; then it waits for that. */
  private static final int MOST_RUNS = 3;

  /** So often more does one whose runs have shown more each time. */
  private static final int MOST_SHOWING = 8;

  private final Transaction call;
  private final Placeholders versions;
  private final Writer writer;
  private final boolean isInPieces;
  private int runsLeft = MOST_RUNS;
  private int showingLeft = MOST_SHOWING;
  private int mostShown;
  private boolean isRunning;
  private boolean isBeforeLocks;

  /** What the run has met that is not there yet. */
  private final List<Met> met = new ArrayList<>(0);

  /** Whether the last of these was met outside of pieces, or in one that was not left out yet. */
  private boolean isHeldUp;

  private Kept kept;

  /** A row, or rows up to one; without a key, one that others have locked. */
  private record Met(RowKey first, RowKey end) {}

  /** What a run has left, and under which definitions, rights and masters. */
  record Kept(byte[] value, SqlCatalog catalog, long existence, long placement) {}

  /**
   * Puts placeholders for a call that has a place, and that may write everything or what it plans.
   */
  EarlyExecution(Transaction call, Placeholders versions, Ticket ticket, boolean isInPieces) {
    this.call = call;
    this.versions = versions;
    this.writer =
        versions.insert(ticket.place(), this, ticket.isOfEverything() ? null : call.plan());
    this.isInPieces = isInPieces;
    if (!writer.mayBeFilled()) {
      runsLeft = 0;
    }
  }

  /** The call ends, or begins anew: its placeholders go. */
  void leave() {
    versions.leave(writer);
  }

  @Override
  public boolean isInPieces() {
    return isInPieces;
  }

  @Override
  public boolean isBeforeLocks() {
    return isBeforeLocks;
  }

  /** Its place among those that have put placeholders. */
  Writer writer() {
    return writer;
  }

  /** Whether it may run before its turn, as far as it has to tell. */
  boolean mayRun() {
    return runsLeft > 0 && !writer.isFilled();
  }

  /** Whether it is running before its turn at this moment. */
  boolean isRunning() {
    return isRunning;
  }

  /** It begins to run before its turn, or at it, before it waits for locks. */
  void begin(boolean beforeLocks) {
    runsLeft--;
    isRunning = true;
    isBeforeLocks = beforeLocks;
    isHeldUp = false;
    met.clear();
  }

  /** That run has ended. */
  void end() {
    isRunning = false;
    isBeforeLocks = false;
  }

  @Override
  public boolean leavesOut(RollBackSignal signal) {
    boolean leavesOut = signal.reason() == RollBackSignal.Reason.NOT_YET && isHeldUp;
    isHeldUp = false;
    return leavesOut;
  }

  /** Waits for the call that the run has met, or, if there was none, for its turn. */
  void awaitMet() {
    if (isHeldUp) {
      met.subList(0, met.size() - 1).clear(); // without the last one no run gets further
    } else {
      met.clear();
    }
    if (met.isEmpty()) {
      giveUp();
    } else {
      isAnyThere();
    }
  }

  /**
   * Whether something is there that the last run has met, or it has met nothing; waits for the
   * rest.
   */
  boolean isAnyThere() {
    boolean isAny = met.isEmpty();
    for (Met each : met) {
      Writer producer = producerOf(each);
      if (producer != null) {
        versions.await(producer, this);
      } else {
        isAny |= each.first != null;
      }
    }
    return isAny;
  }

  private Writer producerOf(Met each) {
    if (each.first == null) {
      return null;
    }
    return each.end == null
        ? versions.producerOf(each.first, writer.place())
        : versions.producerBetween(each.first, each.end, writer.place());
  }

  /** Waits until one has filled its placeholders. */
  void await(Writer producer) {
    versions.await(producer, this);
  }

  /** It runs at its turn, and not before that. */
  void giveUp() {
    runsLeft = 0;
  }

  /** Its run is kept: others may read what it wrote. */
  void keep(Kept left, Map<RowKey, byte[]> images) {
    kept = left;
    versions.fill(writer, call.context().readKeys(), call.context().readRanges(), images);
  }

  /** Some of its pieces have run: others may read what they wrote. */
  void show(Map<RowKey, byte[]> images) {
    versions.show(writer, call.context().readKeys(), call.context().readRanges(), images);
    if (images.size() > mostShown && showingLeft > 0) {
      mostShown = images.size();
      showingLeft--;
      runsLeft++;
    }
    isAnyThere();
  }

  /** Whether others may read some of what it is going to write, and not all. */
  boolean hasShown() {
    return !writer.isFilled() && writer.imageCount() > 0;
  }

  /** It has run at its turn, and wrote this. */
  void settle(Map<RowKey, byte[]> images) {
    versions.fill(writer, call.context().readKeys(), call.context().readRanges(), images);
  }

  /** What it has shown does not hold, as its own run has reported. */
  void takeBack() {
    versions.takeBack(writer);
  }

  /** The run that is kept; null if there is none. */
  Kept kept() {
    return writer.isFilled() ? kept : null;
  }

  @Override
  public void onProduced() {
    goOn();
  }

  @Override
  public void onRolledBack() {
    kept = null;
    met.clear();
    call.forgetRun();
    goOn();
  }

  /** One that has its turn needs nobody to wake it. */
  private void goOn() {
    if (call.stage() == Transaction.Stage.ORDER) {
      call.wake();
    }
  }

  @Override
  public void metLocked() {
    met.add(new Met(null, null));
    isHeldUp = true;
  }

  @Override
  public Version find(RowKey key) {
    requireProduced(new Met(key, null));
    return versions.find(key, writer.place());
  }

  @Override
  public List<Map.Entry<RowKey, Version>> between(RowKey first, RowKey end, boolean backwards) {
    requireProduced(new Met(first, end));
    return versions.between(first, end, backwards, writer.place());
  }

  private void requireProduced(Met read) {
    if (producerOf(read) != null) {
      met.add(read);
      isHeldUp = true;
      throw call.context().rollBack(RollBackSignal.notYet());
    }
  }
}
