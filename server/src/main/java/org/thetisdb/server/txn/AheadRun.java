package org.thetisdb.server.txn;

import java.util.List;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.order.Placeholders;
import org.thetisdb.server.order.Placeholders.Writer;
import org.thetisdb.server.store.RowsInFront;
import org.thetisdb.sql.catalog.SqlCatalog;

/**
 * The placeholders of one call, and the run that has filled them before its turn, if there is one.
 * While it runs it is what the call sees in front of the store: versions before its place. Owned by
 * the site's engine.
 */
final class AheadRun implements Placeholders.Owner, RowsInFront {
  /** So often a call runs before its turn; then it waits for that. */
  private static final int MOST_RUNS = 3;

  private final Transaction call;
  private final Placeholders versions;
  private final Writer writer;
  private int runsLeft = MOST_RUNS;
  private boolean isRunning;
  private Writer awaited;
  private Kept kept;

  /** What a run has left, and under which definitions, rights and masters. */
  record Kept(byte[] value, SqlCatalog catalog, long existence, long placement) {}

  /**
   * Puts placeholders for a call that has a place, and that may write everything or what it plans.
   */
  AheadRun(Transaction call, Placeholders versions, boolean isOfEverything) {
    this.call = call;
    this.versions = versions;
    this.writer = versions.insert(call.ticket.place(), this, isOfEverything ? null : call.plan);
    if (!writer.namesAll()) {
      runsLeft = 0;
    }
  }

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

  /** It begins to run before its turn. */
  void begin() {
    runsLeft--;
    isRunning = true;
    awaited = null;
  }

  /** That run has ended. */
  void end() {
    isRunning = false;
  }

  /** Waits for whom the run has met, or, if that was nobody, for its turn. */
  void awaitMet() {
    if (awaited == null) {
      giveUp();
    } else {
      versions.await(awaited, this);
    }
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
    versions.fill(writer, call.context.readKeys(), call.context.readRanges(), images);
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
  public void onUndone() {
    kept = null;
    call.forgetRun();
    goOn();
  }

  /** One that has its turn needs nobody to wake it. */
  private void goOn() {
    if (call.stage == Transaction.Stage.ORDER) {
      call.wake();
    }
  }

  @Override
  public Version find(RowKey key) {
    requireProduced(versions.producerOf(key, writer.place()));
    return versions.find(key, writer.place());
  }

  @Override
  public List<Map.Entry<RowKey, Version>> between(RowKey first, RowKey end, boolean backwards) {
    requireProduced(versions.producerBetween(first, end, writer.place()));
    return versions.between(first, end, backwards, writer.place());
  }

  private void requireProduced(Writer producer) {
    if (producer != null) {
      awaited = producer;
      throw call.context.undo(new UndoSignal(UndoSignal.Reason.NOT_YET));
    }
  }
}
