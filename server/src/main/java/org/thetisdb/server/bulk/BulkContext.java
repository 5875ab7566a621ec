package org.thetisdb.server.bulk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.txn.ContextBesideEngine;
import org.thetisdb.server.txn.RangeScan;
import org.thetisdb.server.txn.RollBackSignal;
import org.thetisdb.server.txn.WriteSet;
import org.thetisdb.sql.context.MadeRows;
import org.thetisdb.sql.context.RowLocker;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * What a statement sees of the database that is run beside the engine: a snapshot that is kept for
 * it, and its own writes, which are kept aside. It touches nothing that the engine owns; rows that
 * it locks or writes are only noted, to be compared later with what others did. Each access first
 * asks whether the statement goes on, and whether the event loop still belongs to it.
 *
 * <p>Used on one event loop at a time.
 */
final class BulkContext extends ContextBesideEngine implements RowLocker, MadeRows {
  /** Rows that are read by their keys and reported to the router at most. */
  private static final int MOST_KEYS_NOTED = 100_000;

  private final boolean onlyLooks;
  private final TableRegistry tables;
  private final RowStore store;
  private final VectorSnapshot snapshot;
  private final WriteSet writes;
  private final int writeSetBytes;
  private final RangeScan ranges;
  private final long seed;
  private final RowVersion version = new RowVersion();
  private final List<RowKey> readKeys = new ArrayList<>();
  private final List<KeySet.KeyRange> readRanges = new ArrayList<>(0);

  /** Rows that are locked, in the strongest mode, beside what follows from how they are written. */
  private final Map<RowKey, RowLockMode> locked = new HashMap<>();

  private RandomGenerator random;
  private RollBackSignal signal;
  private RuntimeException refusal;

  /**
   * A context.
   *
   * @param writes takes what is written
   * @param writeSetBytes the most that a transaction may write
   * @param line where the statement is run
   * @param wallClock may be asked from any event loop
   * @param stop why it is not to go on; gives null as long as it is. Asked on the statement's event
   *     loop
   */
  BulkContext(
      Execute call,
      TableRegistry tables,
      RowStore store,
      VectorSnapshot snapshot,
      WriteSet writes,
      int writeSetBytes,
      GuardedRunner line,
      Clock wallClock,
      Supplier<ThetisException> stop) {
    super(call, line, wallClock, stop);
    this.onlyLooks = call.reconnaissance();
    this.tables = tables;
    this.store = store;
    this.snapshot = snapshot;
    this.writes = writes;
    this.writeSetBytes = writeSetBytes;
    this.ranges = new RangeScan(store, writes);
    this.seed = call.seed();
  }

  /** Why the run has to begin anew in another way; null if it need not. */
  RollBackSignal signal() {
    return signal;
  }

  /** Why the run is refused, even if the statement caught it; null if it is not. */
  RuntimeException refusal() {
    return refusal;
  }

  /** Rows that were read by their keys, some perhaps more than once; a view. */
  List<RowKey> readKeys() {
    return readKeys;
  }

  /** Ranges that were read; a view. */
  List<KeySet.KeyRange> readRanges() {
    return readRanges;
  }

  /** Rows that were locked, and in which mode; a view. */
  Map<RowKey, RowLockMode> locked() {
    return locked;
  }

  @Override
  protected Row read(Table table, byte[] encodedKey) {
    enter();
    try {
      RegisteredTable stored = tables.of(table);
      return read(stored, new RowKey(stored.id(), encodedKey));
    } finally {
      exit();
    }
  }

  private Row read(RegisteredTable stored, RowKey key) {
    int own = writes.find(key);
    if (own >= 0) {
      byte[] image = writes.image(own);
      return image == null ? null : Row.of(stored.table(), key.bytes(), image);
    }
    if (readKeys.size() < MOST_KEYS_NOTED) {
      readKeys.add(key);
    }
    if (!store.holds(key, snapshot)) {
      throw rollBack(RollBackSignal.notHeld());
    }
    return store.read(key, snapshot, version)
        ? Row.taking(stored.table(), key, version.take())
        : null;
  }

  /** A row as it was written here, or else as {@code applied} shows it; null if it is not there. */
  Row readApplied(Table table, byte[] encodedKey, Snapshot applied) {
    enter();
    try {
      RegisteredTable stored = tables.of(table);
      RowKey key = new RowKey(stored.id(), encodedKey);
      int own = writes.find(key);
      byte[] image = own >= 0 ? writes.image(own) : null;
      if (own < 0 && !store.holds(key, applied)) {
        throw rollBack(RollBackSignal.notHeld());
      }
      if (own < 0 && store.read(key, applied, version)) {
        image = version.take();
      }
      return image == null ? null : Row.of(stored.table(), key.bytes(), image);
    } finally {
      exit();
    }
  }

  @Override
  protected List<Row> scan(KeyRange range, int limit, boolean backwards) {
    enter();
    try {
      RegisteredTable stored = tables.of(range.table());
      byte[] to = range.encodedTo();
      readRanges.add(new KeySet.KeyRange(stored.id(), range.encodedFrom(), to));
      if (range.isEmpty() || limit <= 0) {
        return List.of();
      }
      if (!store.holdsRange(stored.id(), range.encodedFrom(), to, snapshot)) {
        throw rollBack(RollBackSignal.notHeld());
      }
      return ranges.scan(stored, range, limit, backwards, snapshot);
    } finally {
      exit();
    }
  }

  @Override
  public void insert(Row row) {
    RegisteredTable stored = tables.of(row.table());
    enter();
    try {
      if (read(stored, row.keyIn(stored.id())) != null) {
        ConstraintException there = ConstraintException.exists(row);
        refusal = there;
        throw there;
      }
    } finally {
      exit();
    }
    put(row);
  }

  @Override
  public void put(Row row) {
    RegisteredTable stored = tables.of(row.table());
    write(row.keyIn(stored.id()), stored.imageOf(row));
  }

  @Override
  protected boolean remove(Table table, byte[] encodedKey) {
    boolean present = read(table, encodedKey) != null;
    if (present) {
      write(new RowKey(tables.of(table).id(), encodedKey), null);
    }
    return present;
  }

  private void write(RowKey key, byte[] image) {
    enter();
    try {
      long bytes = writes.bytes() + (image == null ? 0 : image.length);
      if (bytes > 2L * writeSetBytes) {
        throw refuse(new ThetisException(ErrorCode.ROW_TOO_LARGE, bytes, writeSetBytes));
      }
      if (image == null) {
        locked.put(key, RowLockMode.UPDATE);
      }
      writes.put(key, image);
    } finally {
      exit();
    }
  }

  /**
   * All that is locked is compared at the end; a statement that would do without a row is not run
   * here.
   */
  @Override
  public boolean tryLock(Row row, RowLockMode mode) {
    note(row, mode);
    return true;
  }

  @Override
  public boolean lock(Row row, RowLockMode mode) {
    note(row, mode);
    return !mode.isShared();
  }

  private void note(Row row, RowLockMode mode) {
    enter();
    try {
      locked.merge(row.keyIn(tables.idOf(row.table())), mode, (a, b) -> a.covers(b) ? a : b);
    } finally {
      exit();
    }
  }

  @Override
  public void onRowMade() {
    enter();
    exit();
  }

  @Override
  protected void checkGoesOn() {
    super.checkGoesOn();
    if (signal != null) {
      throw signal;
    }
  }

  /** Has the run end, to begin anew in another way. */
  RollBackSignal rollBack(RollBackSignal why) {
    signal = why;
    return why;
  }

  private ThetisException refuse(ThetisException error) {
    refusal = error;
    return error;
  }

  /** Whether the run only finds out which rows it touches. */
  boolean onlyLooks() {
    return onlyLooks;
  }

  @Override
  public void piece(Runnable part) {
    part.run();
  }

  @Override
  public AbortException abort(String reason) {
    AbortException aborted = new AbortException(reason);
    refusal = aborted;
    throw aborted;
  }

  @Override
  public RandomGenerator random() {
    if (random == null) {
      random = new SplittableRandom(seed);
    }
    return random;
  }
}
