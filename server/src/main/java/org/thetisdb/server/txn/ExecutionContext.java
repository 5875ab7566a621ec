package org.thetisdb.server.txn;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.CarrierLostError;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.ColumnsRead;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.EncodedKeyContext;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.RowVersion;
import org.thetisdb.server.store.Snapshot;
import org.thetisdb.sql.context.MadeRows;
import org.thetisdb.sql.context.RowLocker;

/**
 * What a running procedure sees of the database. Reads come from the transaction's snapshot, its
 * own writes in front; writes are kept aside.
 *
 * <p>Every access first asks the line of execution whether it still belongs to this run. A
 * procedure that ran for too long and lost it is stopped there.
 */
public final class ExecutionContext extends EncodedKeyContext implements RowLocker, MadeRows {
  /** Ranges over more partitions than this are read at a cut. */
  public static final int PARTITIONS_CHECKED_LIMIT = 256;

  /** What a visitor of the line reads at most, so that its own work does not wait for long. */
  private static final int ROWS_OF_VISITOR = 128;

  private final Transaction transaction;
  private final Catalog catalog;
  private final MastershipTable mastership;
  private final ReadRights rights;
  private final RowClaims claims;
  private final RowStore store;
  private final GuardedRunner line;
  private final int self;
  private final int writeSetBytes;
  private final RowVersion version = new RowVersion();
  private final VectorSnapshot cut;
  private final List<RowKey> touched = new ArrayList<>(4);
  private final List<KeySet.KeyRange> ranges = new ArrayList<>(0);

  /** Rows that were locked, and not written. */
  private final List<RowKey> lockedAlone = new ArrayList<>(0);

  private boolean hasLocked;

  /** Null where pieces are not run one by one. */
  private final PieceRun pieces;

  private RandomGenerator random;
  private UndoSignal signal;
  private RuntimeException refusal;
  private long newestOwnPosition;

  /** How many rows may still be read here; those of a query that may be read elsewhere count. */
  private int rowsLeft;

  /** How many rows may still be read if a visitor of the line runs this. */
  private int shortRowsLeft;

  /**
   * A context for one run.
   *
   * @param cut the snapshot, or null to read as of now
   * @param writeSetBytes how much the run may write
   * @param mostRows how much the run may read if it can be read beside the engine
   */
  public ExecutionContext(
      Transaction transaction,
      VectorSnapshot cut,
      Catalog catalog,
      MastershipTable mastership,
      ReadRights rights,
      RowClaims claims,
      RowStore store,
      GuardedRunner line,
      int self,
      int writeSetBytes,
      int mostRows) {
    this.transaction = transaction;
    this.cut = cut;
    this.catalog = catalog;
    this.mastership = mastership;
    this.rights = rights;
    this.claims = claims;
    this.store = store;
    this.line = line;
    this.self = self;
    this.writeSetBytes = writeSetBytes;
    this.rowsLeft = transaction.isStreamable() ? mostRows : Integer.MAX_VALUE;
    this.shortRowsLeft = line.isVisited() ? ROWS_OF_VISITOR : Integer.MAX_VALUE;
    this.pieces =
        transaction.runsAhead() && transaction.ahead.isInPieces()
            ? new PieceRun(transaction.writes, touched, ranges)
            : null;
  }

  /** The call that runs. */
  Transaction transaction() {
    return transaction;
  }

  /** Whether it reads as of now, and no snapshot. */
  boolean readsNow() {
    return cut == null;
  }

  /** What became of its pieces; null where they are not run one by one. */
  public PieceRun pieces() {
    return pieces;
  }

  /** Why the run has to be undone, or null. */
  public UndoSignal signal() {
    return signal;
  }

  /**
   * An abort, a broken constraint or limit, which counts even if the procedure caught it; or null.
   */
  public RuntimeException refusal() {
    return refusal;
  }

  /** The newest position of the own log that was read. */
  public long newestOwnPosition() {
    return newestOwnPosition;
  }

  /** Whether a query has asked for locks of rows, be they written or not. */
  public boolean hasLocked() {
    return hasLocked;
  }

  /** Whether rows were locked to be read that were not planned to be written. */
  public boolean hasLockedAlone() {
    return !lockedAlone.isEmpty();
  }

  /** Rows that were read by their keys, in that order, some perhaps more than once; a view. */
  public List<RowKey> readKeys() {
    return touched;
  }

  /** Ranges that were read; a view. */
  public List<KeySet.KeyRange> readRanges() {
    return ranges;
  }

  /** What was touched, and nothing that was only planned; each key once. */
  public KeySet touchedAlone() {
    return new KeySet(
        List.copyOf(new TreeSet<>(transaction.writes.keys())),
        List.copyOf(new LinkedHashSet<>(touched)),
        List.copyOf(ranges));
  }

  /** All keys that were planned or touched. */
  public KeySet touched() {
    KeySet planned = transaction.plan.toKeySet();
    Set<RowKey> written = new TreeSet<>(transaction.writes.keys());
    written.addAll(planned.written());
    written.addAll(lockedAlone);
    Set<RowKey> read = new LinkedHashSet<>(touched);
    read.addAll(planned.read());
    List<KeySet.KeyRange> allRanges = new ArrayList<>(ranges);
    allRanges.addAll(planned.ranges());
    return new KeySet(List.copyOf(written), List.copyOf(read), allRanges);
  }

  @Override
  protected Row read(Table table, byte[] encodedKey) {
    enter();
    try {
      RegisteredTable stored = catalog.tables().of(table);
      return read(stored, new RowKey(stored.id(), encodedKey));
    } finally {
      line.exitEngine();
    }
  }

  private Row read(RegisteredTable stored, RowKey key) {
    countRows(1);
    int own = transaction.writes.find(key);
    if (own >= 0) {
      byte[] image = transaction.writes.image(own);
      return image == null ? null : Row.of(stored.table(), key.bytes(), image);
    }
    byte[] image = readImage(key);
    if (reads() != null) {
      ColumnsRead columns = reads().add(key, image, stored.table());
      return image == null ? null : Row.of(stored.table(), key.bytes(), image, columns);
    }
    return image == null ? null : Row.taking(stored.table(), key, image);
  }

  private byte[] readImage(RowKey key) {
    touched.add(key);
    requireFree(key);
    if (!store.holds(key, cut == null ? Snapshot.EVERYTHING : cut)) {
      throw undo(UndoSignal.Reason.NOT_HELD);
    }
    if (cut != null) {
      requireSettled(key);
      boolean isThere = store.read(key, cut, version);
      if (isThere) {
        notePosition();
      }
      return isThere ? version.take() : null;
    }
    requireNow(rights.of(key, reader()));
    if (!store.readNewest(key, version)) {
      return null;
    }
    notePosition();
    return version.isDeleted() ? null : version.take();
  }

  /** Before it waits for rows that others have locked, it does without them. */
  private void requireFree(RowKey key) {
    if (pieces != null
        && transaction.ahead.isBeforeLocks()
        && transaction.plan.writesKey(key)
        && claims.isHeldByOther(key, transaction)) {
      transaction.ahead.metLocked();
      throw undo(UndoSignal.Reason.NOT_YET);
    }
  }

  /**
   * A row as this transaction has written it, or else as {@code applied} shows it, whatever the
   * transaction's snapshot; null if it is not there. It does not count as read.
   */
  public Row readApplied(Table table, byte[] encodedKey, Snapshot applied) {
    enter();
    try {
      if (transaction.runsAhead()) {
        throw undo(UndoSignal.Reason.NOT_YET); // others may take back what they have not committed
      }
      RegisteredTable stored = catalog.tables().of(table);
      RowKey key = new RowKey(stored.id(), encodedKey);
      int own = transaction.writes.find(key);
      byte[] image = own >= 0 ? transaction.writes.image(own) : null;
      if (own < 0 && !store.holds(key, applied)) {
        touched.add(key);
        throw undo(UndoSignal.Reason.NOT_HELD);
      }
      if (own < 0 && store.read(key, applied, version)) {
        notePosition();
        image = version.take();
      }
      return image == null ? null : Row.of(stored.table(), encodedKey, image);
    } finally {
      line.exitEngine();
    }
  }

  /** Where reads are noted for a check at the COMMIT; null where they are not. */
  private ReadSet reads() {
    return transaction.open == null ? null : transaction.open.reads;
  }

  private void notePosition() {
    if (Stamp.site(version.stamp()) == self && version.position() > newestOwnPosition) {
      newestOwnPosition = version.position();
    }
  }

  @Override
  protected List<Row> scan(KeyRange range, int limit, boolean backwards) {
    enter();
    try {
      RegisteredTable stored = catalog.tables().of(range.table());
      int tableId = stored.id();
      ranges.add(new KeySet.KeyRange(tableId, range.encodedFrom(), range.encodedTo()));
      if (range.isEmpty() || limit <= 0) {
        return List.of();
      }
      Snapshot at = cut == null ? Snapshot.EVERYTHING : cut;
      if (!store.holdsRange(tableId, range.encodedFrom(), range.encodedTo(), at)) {
        throw undo(UndoSignal.Reason.NOT_HELD);
      }
      if (cut == null) {
        requireNow(rights.ofRange(tableId, range.encodedFrom(), range.encodedTo(), reader()));
      }
      List<Row> found =
          new RangeScan(store, transaction.writes).scan(stored, range, limit, backwards, seen());
      countRows(found.size());
      if (transaction.runsAside()) {
        noteFound(ReadSet.partRead(tableId, range, limit, backwards, found), found);
      }
      if (reads() != null) {
        reads().add(tableId, range, limit, backwards, found);
      }
      return found;
    } finally {
      line.exitEngine();
    }
  }

  /** Rows that were found are validated one by one, and the range as far as it was read. */
  private void noteFound(KeySet.KeyRange range, List<Row> found) {
    ranges.set(ranges.size() - 1, range);
    found.forEach(row -> touched.add(new RowKey(range.tableId(), row.encodedKey())));
  }

  /**
   * What another transaction is about to write here would not be valid any more when this one asks,
   * so that it need not run to its end.
   */
  private void requireSettled(RowKey key) {
    if (transaction.runsAside()
        && !transaction.runsInEra()
        && catalog.prepared().isWrittenByOther(key, transaction.distributedId())
        && mastership.isMasteredHere(catalog.partitionOf(key))) {
      throw undo(UndoSignal.Reason.REFUSED);
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

  /** A long query would hold up the engine: it is read on another line. */
  private void countRows(int rows) {
    if (shortRowsLeft != Integer.MAX_VALUE) {
      shortRowsLeft -= rows;
      if (shortRowsLeft < 0) {
        throw undo(UndoSignal.Reason.NOT_SHORT);
      }
    }
    if (rowsLeft != Integer.MAX_VALUE) {
      rowsLeft -= rows;
      if (rowsLeft < 0) {
        throw undo(UndoSignal.Reason.TOO_LONG);
      }
    }
  }

  @Override
  public void onRowMade() {
    enter();
    try {
      countRows(1);
    } finally {
      line.exitEngine();
    }
  }

  /** The newest version of each row; notes what of the own log was read. */
  private boolean seeNow(long stamp, long position) {
    if (Stamp.site(stamp) == self && position > newestOwnPosition) {
      newestOwnPosition = position;
    }
    return true;
  }

  /** Under read locks, the transaction for which other masters have locked what is read. */
  private long reader() {
    return transaction.isUnderReadLocks() ? transaction.distributedId() : 0;
  }

  private void requireNow(ReadRights.Right right) {
    if (right != ReadRights.Right.NOW) {
      boolean isRefused = right == ReadRights.Right.TAKEN && transaction.isUnderReadLocks();
      throw undo(isRefused ? UndoSignal.Reason.REFUSED : UndoSignal.Reason.AT_A_CUT);
    }
  }

  @Override
  public void insert(Row row) {
    if (isThere(row)) {
      refusal = ConstraintException.exists(row);
      throw refusal;
    }
    put(row);
  }

  private boolean isThere(Row row) {
    enter();
    try {
      RegisteredTable stored = catalog.tables().of(row.table());
      return read(stored, row.keyIn(stored.id())) != null;
    } finally {
      line.exitEngine();
    }
  }

  @Override
  public void put(Row row) {
    RegisteredTable stored = catalog.tables().of(row.table());
    write(row.table(), row.keyIn(stored.id()), stored.imageOf(row));
  }

  @Override
  protected boolean remove(Table table, byte[] key) {
    boolean present = read(table, key) != null;
    if (present) {
      write(table, new RowKey(catalog.tableId(table), key), null);
    }
    return present;
  }

  private void write(Table table, RowKey key, byte[] image) {
    if (transaction.procedure.readOnly()) {
      throw new IllegalStateException(
          "a procedure that says it is read-only writes table \"" + table.name() + "\"");
    }
    enter();
    try {
      if (!transaction.call.reconnaissance()) {
        claims.claimToWrite(
            this, key, image == null ? RowLockMode.UPDATE : RowLockMode.NO_KEY_UPDATE);
      }
      requireRoom(image == null ? 0 : image.length);
      transaction.writes.put(key, image);
      if (pieces != null) {
        pieces.onWrite(key);
      }
    } finally {
      line.exitEngine();
    }
  }

  /**
   * Refuses before the memory of many writes is taken; the commit judges what is left in the end.
   */
  private void requireRoom(int moreBytes) {
    long bytes = transaction.writes.bytes() + moreBytes;
    if (bytes > 2L * writeSetBytes) {
      refusal = new ThetisException(ErrorCode.ROW_TOO_LARGE, bytes, writeSetBytes);
      throw refusal;
    }
  }

  /** Whether there is a newer version of a row than the snapshot shows. */
  boolean hasChanged(RowKey key) {
    return cut != null
        && store.readNewest(key, version)
        && !cut.isVisible(version.stamp(), version.position());
  }

  @Override
  public boolean tryLock(Row row, RowLockMode mode) {
    enter();
    try {
      RowKey key = row.keyIn(catalog.tableId(row.table()));
      if (transaction.call.reconnaissance()) {
        return true;
      }
      return claims.tryLock(this, key, mode);
    } finally {
      line.exitEngine();
    }
  }

  @Override
  public boolean lock(Row row, RowLockMode mode) {
    if (transaction.procedure.readOnly()) {
      throw new IllegalStateException("a query that says it is read-only locks rows");
    }
    enter();
    try {
      hasLocked = true;
      boolean isWritten = !mode.isShared() || transaction.writesWhatItLocks();
      RowKey key = row.keyIn(catalog.tableId(row.table()));
      if (!transaction.call.reconnaissance()) {
        claims.claimToWrite(this, key, mode);
      }
      if (!isWritten && !transaction.plan.writesKey(key)) {
        lockedAlone.add(key);
      }
      return isWritten;
    } finally {
      line.exitEngine();
    }
  }

  @Override
  public void piece(Runnable part) {
    if (!beginPiece()) {
      part.run();
      return;
    }
    try {
      part.run();
    } catch (CarrierLostError lost) {
      throw lost;
    } catch (RuntimeException | Error thrown) {
      if (endPiece()) {
        throw thrown;
      }
      return;
    }
    endPiece();
  }

  /** Whether it is to be left out if it has to wait; one inside of another is a part of that. */
  private boolean beginPiece() {
    if (pieces == null) {
      return false;
    }
    enter();
    try {
      if (pieces.isInPiece() || refusal != null) {
        return false;
      }
      pieces.begin();
      return true;
    } finally {
      line.exitEngine();
    }
  }

  /** Whether a piece has run to its end; if it has to wait, nothing of it remains. */
  private boolean endPiece() {
    if (!line.enterEngine()) {
      throw new CarrierLostError();
    }
    try {
      if (signal == null || !transaction.ahead.leavesOut(signal)) {
        pieces.end();
        return true;
      }
      signal = null;
      refusal = null;
      pieces.leaveOut();
      return false;
    } finally {
      line.exitEngine();
    }
  }

  @Override
  public AbortException abort(String reason) {
    AbortException aborted = new AbortException(reason);
    refusal = aborted;
    throw aborted;
  }

  @Override
  public Instant now() {
    return Instant.ofEpochMilli(transaction.call.wallMs());
  }

  @Override
  public RandomGenerator random() {
    if (random == null) {
      random = new SplittableRandom(transaction.call.seed());
    }
    return random;
  }

  private void enter() {
    if (!line.enterEngine()) {
      throw new CarrierLostError();
    }
    if (signal != null) {
      line.exitEngine();
      throw signal;
    }
  }

  /** Undoes a run over a row that it did not plan; the next plan has that row. */
  UndoSignal undo(RowKey unplanned, UndoSignal.Reason why) {
    transaction.writes.put(unplanned, null);
    return undo(why);
  }

  UndoSignal undo(UndoSignal.Reason why) {
    return undo(new UndoSignal(why));
  }

  /** Has the run undone. */
  public UndoSignal undo(UndoSignal why) {
    signal = why;
    return signal;
  }

  /** Has the run refused. */
  public ThetisException refuse(ThetisException error) {
    refusal = error;
    return error;
  }
}
