package org.thetisdb.server.txn;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.WorkerLostError;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.EncodedKeyContext;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.sql.context.MadeRows;
import org.thetisdb.sql.context.RowLocker;
import org.thetisdb.sql.context.RunClock;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

/**
 * What a running procedure sees of the database. Reads come from the transaction's snapshot, its
 * own writes in front; writes are kept aside.
 *
 * <p>Every access first asks the event loop whether it still belongs to this run. A procedure that
 * ran for too long and lost it is stopped there.
 */
public final class ExecutionContext extends EncodedKeyContext
    implements RowLocker, MadeRows, RunWatch, RunClock {
  private final Transaction transaction;
  private final Catalog catalog;
  private final MastershipTable mastership;
  private final RowClaims claims;
  private final GuardedRunner line;
  private final Clock wallClock;
  private final int writeSetBytes;
  private final Touched touched;
  private final RunReads reads;
  private boolean hasLocked;

  /** Null where pieces are not run one by one. */
  private final PieceRun pieces;

  /** Null where the call runs as a whole. */
  private final FragmentRun fragment;

  /** When this run began, once that was asked for; else 0. */
  private long startedMs;

  private RandomGenerator random;
  private RollBackSignal signal;
  private RuntimeException refusal;

  /**
   * A context for one run, which reads from the snapshot that the transaction has, or, without one,
   * as of now.
   */
  public ExecutionContext(Transaction transaction, RunEnvironment environment, RowStore store) {
    this.transaction = transaction;
    this.catalog = environment.data().catalog();
    this.mastership = environment.data().mastership();
    this.claims = environment.claims();
    this.line = environment.line();
    this.wallClock = environment.clock();
    this.writeSetBytes = environment.limits().writeSetBytes();
    this.touched = new Touched(transaction);
    this.reads = new RunReads(this, touched, environment, store);
    this.pieces =
        transaction.runsAhead() && transaction.state().earlyRun().isInPieces()
            ? new PieceRun(transaction.writes, touched.keys(), touched.ranges())
            : null;
    this.fragment = transaction.state().beginFragment();
  }

  /** The call that runs. */
  Transaction transaction() {
    return transaction;
  }

  /** Whether it reads as of now, and no snapshot. */
  boolean readsNow() {
    return reads.readsNow();
  }

  /** What became of its pieces; null where they are not run one by one. */
  public PieceRun pieces() {
    return pieces;
  }

  /** Which parts of the call have run here; null where it runs as a whole. */
  public FragmentRun fragment() {
    return fragment;
  }

  @Override
  public RollBackSignal signal() {
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
    return reads.newestOwnPosition();
  }

  /** Whether a query has asked for locks of rows, be they written or not. */
  public boolean hasLocked() {
    return hasLocked;
  }

  /** Whether rows were locked to be read that were not planned to be written. */
  public boolean hasLockedAlone() {
    return touched.hasLockedAlone();
  }

  /** Rows that were read by their keys, in that order, some perhaps more than once; a view. */
  public List<RowKey> readKeys() {
    return touched.keys();
  }

  /** Ranges that were read; a view. */
  public List<KeySet.KeyRange> readRanges() {
    return touched.ranges();
  }

  /** What was touched, and nothing that was only planned; each key once. */
  public KeySet touchedAlone() {
    return touched.alone();
  }

  /** All keys that were planned or touched. */
  public KeySet touched() {
    return touched.andPlanned();
  }

  @Override
  protected void at(Table table, byte[] encodedKey, Runnable part) {
    if (fragment == null) {
      part.run();
    } else if (fragment.isInPart()) {
      part.run(); // it is a part of that one
    } else if (beginPart(new RowKey(catalog.tableId(table), encodedKey))) {
      runPart(part);
    }
  }

  private void runPart(Runnable part) {
    boolean well = false;
    try {
      part.run();
      well = true;
    } finally {
      fragment.end(well);
    }
  }

  /**
   * A result of another site comes as a client would get it, and so does one of this site: else
   * what the procedure makes of it would depend on where rows are.
   */
  @Override
  @SuppressWarnings("unchecked") // what the part has returned, encoded and decoded
  protected <T> T resultAt(Table table, byte[] encodedKey, Supplier<T> part) {
    if (fragment == null || fragment.isInPart()) {
      return part.get();
    }
    byte[][] value = new byte[1][];
    boolean isHere = beginPart(new RowKey(catalog.tableId(table), encodedKey));
    fragment.expectResult();
    if (isHere) {
      runPart(() -> value[0] = keep(part.get()));
    } else {
      value[0] = fragment.resultOfLast();
    }
    return value[0] == null ? null : (T) ValueCodec.decode(value[0]);
  }

  private byte[] keep(Object result) {
    byte[] value = transaction.procedure().encodeResult(result);
    if (fragment.returned(value) > writeSetBytes) {
      throw refuse(
          transaction.procedure().unsendable("results of more than " + writeSetBytes + " bytes"));
    }
    return value;
  }

  /** Whether a part runs here. */
  private boolean beginPart(RowKey key) {
    enter();
    try {
      if (!fragment.isPlanned(key)) {
        touched.keys().add(key);
        throw rollBack(RollBackSignal.Reason.REPLAN);
      }
      return fragment.begin(mastership.isMasteredHere(catalog.partitionOf(key)));
    } finally {
      line.exitEngine();
    }
  }

  /**
   * Outside of its parts a run in fragments reads only what every site may read: else one site
   * would do so, and another one not.
   */
  private void requirePart(int tableId) {
    if (fragment != null && !fragment.isInPart() && !mastership.isReadEverywhere(tableId)) {
      throw rollBack(RollBackSignal.Reason.REPLAN);
    }
  }

  @Override
  protected Row read(Table table, byte[] encodedKey) {
    enter();
    try {
      if (fragment != null) {
        requirePart(catalog.tableId(table));
      }
      return reads.read(table, encodedKey);
    } finally {
      line.exitEngine();
    }
  }

  /**
   * A row as this transaction has written it, or else as {@code applied} shows it, whatever the
   * transaction's snapshot; null if it is not there. It does not count as read.
   */
  public Row readApplied(Table table, byte[] encodedKey, Snapshot applied) {
    enter();
    try {
      return reads.readApplied(table, encodedKey, applied);
    } finally {
      line.exitEngine();
    }
  }

  @Override
  protected List<Row> scan(KeyRange range, int limit, boolean backwards) {
    enter();
    try {
      if (fragment != null) {
        requirePart(catalog.tableId(range.table()));
      }
      return reads.scan(range, limit, backwards);
    } finally {
      line.exitEngine();
    }
  }

  @Override
  public void onRowMade() {
    enter();
    try {
      reads.countRows(1);
    } finally {
      line.exitEngine();
    }
  }

  @Override
  public void onManySteps() {
    enter();
    try {
      reads.countManySteps();
    } finally {
      line.exitEngine();
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
      requirePart(stored.id());
      return reads.read(stored, row.keyIn(stored.id())) != null;
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
    if (transaction.procedure().readOnly()) {
      throw new IllegalStateException(
          "a procedure that says it is read-only writes table \"" + table.name() + "\"");
    }
    enter();
    try {
      requirePart(key.tableId());
      reads.countWritten();
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
    return reads.hasChanged(key);
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
    if (transaction.procedure().readOnly()) {
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
      if (!isWritten && !transaction.plan().writesKey(key)) {
        touched.lockedAlone(key);
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
    } catch (WorkerLostError lost) {
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
      throw new WorkerLostError();
    }
    try {
      if (signal == null || !transaction.state().earlyRun().leavesOut(signal)) {
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
  public Instant statementStart() {
    if (startedMs == 0) {
      startedMs = Math.max(transaction.call.wallMs(), wallClock.wallMs());
    }
    return Instant.ofEpochMilli(startedMs);
  }

  @Override
  public Instant clock() {
    return Instant.ofEpochMilli(Math.max(statementStart().toEpochMilli(), wallClock.wallMs()));
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
      throw new WorkerLostError();
    }
    if (signal != null) {
      line.exitEngine();
      throw signal;
    }
  }

  /** Rolls back a run over a row that it did not plan; the next plan has that row. */
  RollBackSignal rollBack(RowKey unplanned, RollBackSignal.Reason why) {
    transaction.writes.put(unplanned, null);
    return rollBack(why);
  }

  RollBackSignal rollBack(RollBackSignal.Reason why) {
    return rollBack(new RollBackSignal(why));
  }

  /** Has the run rolled back. */
  public RollBackSignal rollBack(RollBackSignal why) {
    signal = why;
    return signal;
  }

  /** Has the run refused. */
  public ThetisException refuse(ThetisException error) {
    refusal = error;
    return error;
  }
}
