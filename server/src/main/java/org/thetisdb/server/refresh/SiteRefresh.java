package org.thetisdb.server.refresh;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.refresh.RefreshSink;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.server.lane.Lane;
import org.thetisdb.sql.catalog.DroppedDef;
import org.thetisdb.store.InstallBatch;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;

/**
 * Applies refresh transactions to the row store. Rows are installed on the refresher's own event
 * loop of execution; that is safe beside the engine, because a refresh never writes a row that is
 * mastered here, unless it is prepared here: then nobody else writes it, and nobody reads it as of
 * now, before the engine has heard of the decision. The engine shows a refreshed row only once it
 * has heard that all of it is applied.
 */
public final class SiteRefresh implements RefreshSink {
  private final Lane lane;
  private volatile RowStore store;
  private final Consumer<RefreshEvents> engine;
  private final IntConsumer onSite;
  private final Consumer<RuntimeException> onFailed;

  /** What was applied, but for what was not installed yet: that is seen by nobody before. */
  private final InstallBatch writes = new InstallBatch(this::isPurged);

  private final Installing installing = new Installing();
  private final Telling telling = new Telling();
  private RefreshEvents events = new RefreshEvents();

  /** Whether what is applied is the commit of a call, and no record of the system. */
  private boolean isOfCall;

  /** What releases say of rows, where some sites hold only a part of them; else null. */
  private Releasing releasing;

  /**
   * A sink that writes what this lane is to install.
   *
   * @param engine takes what is not a user's row
   * @param onSite hears the number of each site that a row is about, while it is applied
   */
  public SiteRefresh(
      Lane lane,
      Consumer<RefreshEvents> engine,
      IntConsumer onSite,
      Consumer<RuntimeException> onFailed) {
    this.lane = lane;
    this.store = lane.rows();
    this.engine = engine;
    this.onSite = onSite;
    this.onFailed = onFailed;
    writes.setRedo(true);
  }

  /**
   * All that the rows of a checkpoint may hold is applied: from now on each version follows the one
   * that its record names.
   */
  public void recovered() {
    writes.setRedo(false);
  }

  /**
   * Rows are written there from now on: before the first record is applied.
   *
   * @param isPartial whether some sites of the cluster hold only a part of the rows
   */
  public void installInto(RowStore rows, boolean isPartial) {
    store = rows;
    releasing = isPartial ? new Releasing(rows, lane.site(), this::isPurged) : null;
  }

  @Override
  public void apply(int origin, LogBatchReader record) {
    if (record.isFence()) {
      events.fence(origin, record.incarnation());
      return;
    }
    switch (record.kind()) {
      case COMMIT -> applyCommit(origin, record);
      case RELEASE -> applyRelease(origin, record);
      case GRANT -> {
        // A note only: the release has moved the partition.
      }
      case TRIM_POINTS -> events.trimPoints(origin, record.trimPoints());
      case LEAVE -> events.left(origin, record.successors());
      case RESHAPE -> events.border(record.reshape());
    }
  }

  private void applyCommit(int origin, LogBatchReader record) {
    events.commit(
        record.session(),
        new Outcome(record.sequence(), origin, record.position(), record.result()));
    isOfCall = record.session() != 0;
    if (lane.installs(origin, record.position())) {
      installing.record = record;
      record.forEachWrite(installing);
      if (lane.isShared()) {
        install(); // other lanes go on from what was applied here
      }
    } else {
      record.forEachWrite(telling);
    }
  }

  /** Behind all that was applied before it, and before all that follows. */
  private void applyRelease(int origin, LogBatchReader record) {
    if (releasing != null && lane.installs(origin, record.position())) {
      install();
      releasing.apply(origin, record, lane.watermark());
    }
    events.move(record.partition(), record.term(), record.grantee());
  }

  private void install() {
    writes.installInto(store, lane.watermark());
  }

  /** Whether a table was dropped, and its rows go. */
  private boolean isPurged(int table) {
    RowVersion dropped = new RowVersion();
    return store.readNewest(DroppedDef.key(table), dropped)
        && !dropped.isDeleted()
        && DroppedDef.isPurged(dropped.toByteArray());
  }

  private void tell(RowKey key, byte[] row, int offset, int length) {
    if (key.tableId() == Catalog.PREPARED) {
      events.preparedRow(
          key, row == null ? null : Arrays.copyOfRange(row, offset, offset + length));
      if (row == null && isOfCall) {
        events.decision(key);
      }
    } else if (key.tableId() == Catalog.OWNERSHIPS) {
      events.ownershipRow(key, Arrays.copyOfRange(row, offset, offset + length));
    } else if (Catalog.isSystemTable(key.tableId())) {
      events.systemRow(key, row == null ? null : Arrays.copyOfRange(row, offset, offset + length));
      if (key.tableId() == Catalog.SITES) {
        onSite.accept(Catalog.siteOf(key));
      }
    }
  }

  @Override
  public void advanced(VersionVector applied) {
    install();
    RefreshEvents done = events;
    events = new RefreshEvents();
    done.applied(applied);
    engine.accept(done);
  }

  @Override
  public void failed(RuntimeException reason) {
    onFailed.accept(
        reason instanceof ThetisException
            ? reason
            : new ThetisException(ErrorCode.INTERNAL, reason.toString()).causedBy(reason));
  }

  /** Reports what is written, whichever lane installs it. */
  private class Telling implements LogBatchReader.WriteVisitor {
    @Override
    public void onWrite(RowKey key, byte[] row, int offset, int length) {
      tell(key, row, offset, length);
    }

    @Override
    public void onDelta(RowKey key, long base, byte[] delta, int offset, int length) {
      // a row of a user
    }
  }

  /** Installs what the commits of one record after the other have written. */
  private final class Installing extends Telling {
    private LogBatchReader record;

    @Override
    public void onWrite(RowKey key, byte[] row, int offset, int length) {
      makeRoom();
      writes.add(key, record.stamp(), record.position(), row, offset, length);
      super.onWrite(key, row, offset, length);
    }

    @Override
    public void onDelta(RowKey key, long base, byte[] delta, int offset, int length) {
      makeRoom();
      writes.addDelta(key, base, record.stamp(), record.position(), delta, offset, length);
    }

    private void makeRoom() {
      if (writes.isFull()) {
        install();
      }
    }
  }
}
