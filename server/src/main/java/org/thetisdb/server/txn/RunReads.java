package org.thetisdb.server.txn;

import java.util.List;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.ColumnsRead;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * How a run reads: from its snapshot or as of now, its own writes in front, and only what it may. A
 * run that may not is rolled back. Owned by the engine's event loop: what asks holds it.
 */
final class RunReads {
  /** What a caller-runs thread reads at most, so that its own work does not wait for long. */
  private static final int ROWS_OF_CALLER = 128;

  /** Of a row that counts as one for a caller-runs thread. */
  private static final int BYTES_OF_ROW = 2_048;

  /** How often a query may calculate much (some milliseconds in all) on the engine's event loop. */
  private static final int STEPS_OF_QUERY = 64;

  private final ExecutionContext run;
  private final Transaction transaction;
  private final Touched touched;
  private final Catalog catalog;
  private final MastershipTable mastership;
  private final ReadRights rights;
  private final RowClaims claims;
  private final RowStore store;
  private final int self;
  private final RowVersion version = new RowVersion();

  /** Null if it reads as of now. */
  private final VectorSnapshot cut;

  private long newestOwnPosition;

  /**
   * How many rows may still be read or written here; those of a run that may go elsewhere count.
   */
  private int rowsLeft;

  /** How often a run that may go elsewhere has calculated much. */
  private int manySteps;

  /** How many rows may still be read if a caller-runs thread runs this. */
  private int shortRowsLeft;

  RunReads(ExecutionContext run, Touched touched, RunEnvironment environment, RowStore store) {
    this.run = run;
    this.transaction = run.transaction();
    this.touched = touched;
    this.cut = transaction.snapshot();
    this.catalog = environment.data().catalog();
    this.mastership = environment.data().mastership();
    this.rights = environment.rights();
    this.claims = environment.claims();
    this.store = store;
    this.self = mastership.self();
    this.rowsLeft =
        transaction.isStreamable() || transaction.mayLeaveLine()
            ? environment.limits().queryRows()
            : Integer.MAX_VALUE;
    this.shortRowsLeft = environment.line().isRunByCaller() ? ROWS_OF_CALLER : Integer.MAX_VALUE;
  }

  /** Whether it reads as of now, and no snapshot. */
  boolean readsNow() {
    return cut == null;
  }

  /** The newest position of the own log that was read. */
  long newestOwnPosition() {
    return newestOwnPosition;
  }

  /** A row by its key; null if it is not there. */
  Row read(Table table, byte[] encodedKey) {
    RegisteredTable stored = catalog.tables().of(table);
    return read(stored, new RowKey(stored.id(), encodedKey));
  }

  /** A row by its key; null if it is not there. */
  Row read(RegisteredTable stored, RowKey key) {
    countRows(1);
    int own = transaction.writes.find(key);
    if (own >= 0) {
      byte[] image = transaction.writes.image(own);
      countSize(image == null ? 0 : image.length);
      return image == null ? null : Row.of(stored.table(), key.bytes(), image);
    }
    byte[] image = readImage(key);
    countSize(image == null ? 0 : image.length);
    if (noted() != null) {
      ColumnsRead columns = noted().add(key, image, stored.table());
      return image == null ? null : Row.of(stored.table(), key.bytes(), image, columns);
    }
    return image == null ? null : Row.taking(stored.table(), key, image);
  }

  private byte[] readImage(RowKey key) {
    touched.keys().add(key);
    requireFree(key);
    if (!store.holds(key, cut == null ? Snapshot.EVERYTHING : cut)) {
      throw run.rollBack(RollBackSignal.Reason.NOT_HELD);
    }
    if (cut != null) {
      requireSettled(key);
      boolean isThere = store.read(key, cut, version);
      if (isThere) {
        notePosition();
      }
      return isThere ? version.take() : null;
    }
    requireNow(rights.of(key, transaction));
    if (!store.readNewest(key, version)) {
      return null;
    }
    notePosition();
    return version.isDeleted() ? null : version.take();
  }

  /** Before it waits for rows that others have locked, it does without them. */
  private void requireFree(RowKey key) {
    if (run.pieces() != null
        && transaction.state().earlyRun().isBeforeLocks()
        && transaction.plan().writesKey(key)
        && claims.isHeldByOther(key, transaction)) {
      transaction.state().earlyRun().metLocked();
      throw run.rollBack(RollBackSignal.Reason.NOT_YET);
    }
  }

  /**
   * A row as the transaction has written it, or else as {@code applied} shows it, whatever the
   * transaction's snapshot; null if it is not there. It does not count as read.
   */
  Row readApplied(Table table, byte[] encodedKey, Snapshot applied) {
    if (transaction.runsAhead()) {
      // others may take back what they have not committed
      throw run.rollBack(RollBackSignal.Reason.NOT_YET);
    }
    RegisteredTable stored = catalog.tables().of(table);
    RowKey key = new RowKey(stored.id(), encodedKey);
    int own = transaction.writes.find(key);
    byte[] image = own >= 0 ? transaction.writes.image(own) : null;
    if (own < 0 && !store.holds(key, applied)) {
      touched.keys().add(key);
      throw run.rollBack(RollBackSignal.Reason.NOT_HELD);
    }
    if (own < 0 && store.read(key, applied, version)) {
      notePosition();
      image = version.take();
    }
    return image == null ? null : Row.of(stored.table(), key.bytes(), image);
  }

  /** Where reads are noted for a check at the COMMIT; null where they are not. */
  private ReadSet noted() {
    return transaction.open == null ? null : transaction.open.reads;
  }

  private void notePosition() {
    if (Stamp.site(version.stamp()) == self && version.position() > newestOwnPosition) {
      newestOwnPosition = version.position();
    }
  }

  /** Rows of a range. */
  List<Row> scan(KeyRange range, int limit, boolean backwards) {
    RegisteredTable stored = catalog.tables().of(range.table());
    int tableId = stored.id();
    touched.ranges().add(new KeySet.KeyRange(tableId, range.encodedFrom(), range.encodedTo()));
    if (range.isEmpty() || limit <= 0) {
      return List.of();
    }
    requireRange(tableId, range);
    List<Row> found =
        new RangeScan(store, transaction.writes).scan(stored, range, limit, backwards, seen());
    countRows(found.size());
    if (shortRowsLeft != Integer.MAX_VALUE) {
      found.forEach(row -> countSize(row.heldBytes()));
    }
    if (transaction.runsAside()) {
      touched.replaceLast(ReadSet.partRead(tableId, range, limit, backwards, found), found);
    }
    if (noted() != null) {
      noted().add(tableId, range, limit, backwards, found);
    }
    return found;
  }

  private void requireRange(int tableId, KeyRange range) {
    byte[] from = range.encodedFrom();
    byte[] to = range.encodedTo();
    if (!store.holdsRange(tableId, from, to, cut == null ? Snapshot.EVERYTHING : cut)) {
      throw run.rollBack(RollBackSignal.Reason.NOT_HELD);
    }
    if (cut == null) {
      ReadRights.Right right = rights.ofRange(tableId, from, to, transaction);
      if (right == ReadRights.Right.ELSEWHERE) {
        rights.requireGatherable(transaction, tableId, from, to);
      }
      requireNow(right);
    }
  }

  /**
   * What another transaction is about to write here would not be valid any more when this one asks,
   * so that it need not run to its end.
   */
  private void requireSettled(RowKey key) {
    if (transaction.runsAside()
        && !transaction.state().runsUnlocked()
        && catalog.prepared().isWrittenByOther(key, transaction.distributedId())
        && mastership.isMasteredHere(catalog.partitionOf(key))) {
      throw run.rollBack(RollBackSignal.Reason.REFUSED);
    }
  }

  private Snapshot seen() {
    if (cut == null) {
      return this::seeNow;
    }
    return transaction.runsAside()
        ? (stamp, position) -> cut.isVisible(stamp, position) && seeNow(stamp, position)
        : cut;
  }

  /** The newest version of each row; notes what of the own log was read. */
  private boolean seeNow(long stamp, long position) {
    if (Stamp.site(stamp) == self && position > newestOwnPosition) {
      newestOwnPosition = position;
    }
    return true;
  }

  private void requireNow(ReadRights.Right right) {
    if (right != ReadRights.Right.NOW) {
      boolean isRefused = right == ReadRights.Right.TAKEN && transaction.isUnderReadLocks();
      throw run.rollBack(
          isRefused ? RollBackSignal.Reason.REFUSED : RollBackSignal.Reason.AT_A_CUT);
    }
  }

  /** A long row counts as several, since what is calculated with it passes all of it. */
  private void countSize(int bytes) {
    if (bytes >= BYTES_OF_ROW) {
      countShort(bytes / BYTES_OF_ROW);
    }
  }

  private void countShort(int rows) {
    if (shortRowsLeft != Integer.MAX_VALUE) {
      shortRowsLeft -= rows;
      if (shortRowsLeft < 0) {
        throw run.rollBack(RollBackSignal.Reason.NOT_SHORT);
      }
    }
  }

  /** A long statement would hold up the engine: it is run on another event loop. */
  void countRows(int rows) {
    countShort(rows);
    count(rows);
  }

  /** A row is written. */
  void countWritten() {
    count(1);
  }

  private void count(int rows) {
    if (rowsLeft != Integer.MAX_VALUE) {
      rowsLeft -= rows;
      if (rowsLeft < 0) {
        throw run.rollBack(RollBackSignal.Reason.TOO_LONG);
      }
    }
  }

  /**
   * Much was calculated: a caller-runs thread does no more of it, and a run that goes on like that
   * and may leave the event loop does so.
   */
  void countManySteps() {
    if (shortRowsLeft != Integer.MAX_VALUE) {
      throw run.rollBack(RollBackSignal.Reason.NOT_SHORT);
    }
    if (rowsLeft != Integer.MAX_VALUE && ++manySteps > STEPS_OF_QUERY) {
      throw run.rollBack(RollBackSignal.Reason.TOO_LONG);
    }
  }

  /** Whether there is a newer version of a row than the snapshot shows. */
  boolean hasChanged(RowKey key) {
    return cut != null
        && store.readNewest(key, version)
        && !cut.isVisible(version.stamp(), version.position());
  }
}
