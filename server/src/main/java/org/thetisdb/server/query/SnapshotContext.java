package org.thetisdb.server.query;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.txn.ContextBesideEngine;
import org.thetisdb.server.txn.RangeScan;
import org.thetisdb.server.txn.WriteSet;
import org.thetisdb.sql.context.QueryGuard;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;

/**
 * What a long query sees of the database: a snapshot that is kept for it, with its transaction's
 * own writes in front as they stood when it began. It touches nothing that the engine owns; the row
 * store lets anybody read beside its writers. Each access first asks whether the query goes on, and
 * whether the event loop still belongs to it.
 *
 * <p>Used on one event loop at a time.
 */
final class SnapshotContext extends ContextBesideEngine implements QueryGuard {
  private final TableRegistry tables;
  private final RowStore store;
  private final VectorSnapshot snapshot;
  private final WriteSet own;
  private final RangeScan ranges;
  private final RandomGenerator random;
  private final RowVersion version = new RowVersion();

  /**
   * A context.
   *
   * @param own what its transaction has written; not changed any more
   * @param line where the query is read
   * @param wallClock may be asked from any event loop
   * @param stop why it is not to go on; gives null as long as it is. Asked on the query's event
   *     loop
   */
  SnapshotContext(
      Execute call,
      TableRegistry tables,
      RowStore store,
      VectorSnapshot snapshot,
      WriteSet own,
      GuardedRunner line,
      Clock wallClock,
      Supplier<ThetisException> stop) {
    super(call, line, wallClock, stop);
    this.tables = tables;
    this.store = store;
    this.snapshot = snapshot;
    this.own = own;
    this.ranges = new RangeScan(store, own);
    this.random = new SplittableRandom(call.seed());
  }

  @Override
  protected Row read(Table table, byte[] encodedKey) {
    enter();
    try {
      RegisteredTable stored = tables.of(table);
      byte[] image = image(new RowKey(stored.id(), encodedKey));
      return image == null ? null : Row.of(stored.table(), encodedKey, image);
    } finally {
      exit();
    }
  }

  private byte[] image(RowKey key) {
    int written = own.find(key);
    if (written >= 0) {
      return own.image(written);
    }
    return store.read(key, snapshot, version) ? version.toByteArray() : null;
  }

  @Override
  protected List<Row> scan(KeyRange range, int limit, boolean backwards) {
    enter();
    try {
      return range.isEmpty() || limit <= 0
          ? List.of()
          : ranges.scan(tables.of(range.table()), range, limit, backwards, snapshot);
    } finally {
      exit();
    }
  }

  @Override
  public void onRow() {
    checkGoesOn();
  }

  @Override
  public void insert(Row row) {
    throw readsOnly();
  }

  @Override
  public void put(Row row) {
    throw readsOnly();
  }

  @Override
  protected boolean remove(Table table, byte[] encodedKey) {
    throw readsOnly();
  }

  private static IllegalStateException readsOnly() {
    return new IllegalStateException("a query that is read beside the engine writes nothing");
  }

  @Override
  public RandomGenerator random() {
    return random;
  }
}
