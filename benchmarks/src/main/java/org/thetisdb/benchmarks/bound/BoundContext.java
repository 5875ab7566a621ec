package org.thetisdb.benchmarks.bound;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.EncodedKeyContext;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.server.txn.WriteSet;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * A context straight on a row store, for one thread. Writes are kept until {@link #commit}; scans
 * do not see them.
 */
public final class BoundContext extends EncodedKeyContext {
  private static final int SITE = 1;
  private static final byte[] DELETED = null;

  private final RowStore store;
  private final RowVersion version = new RowVersion();
  private final WriteSet writes = new WriteSet();
  private final RandomGenerator random = new SplittableRandom(1);
  private TableRegistry tables = TableRegistry.empty(0);
  private long position;

  /** A context on a store; tables get the numbers 1, 2, 3 in their order. */
  public BoundContext(RowStore store, List<Table> tables) {
    this.store = store;
    int id = 1;
    for (Table table : tables) {
      this.tables = this.tables.withTable(id++, table.schema());
    }
  }

  /** Installs what the procedure wrote. */
  public void commit() {
    if (writes.size() == 0) {
      return;
    }
    position++;
    long stamp = Stamp.dense(position, SITE);
    for (int i = 0; i < writes.size(); i++) {
      install(writes.key(i), stamp, writes.image(i));
    }
    writes.clear();
  }

  private void install(RowKey key, long stamp, byte[] image) {
    int length = image == null ? 0 : image.length;
    store.install(key, stamp, position, image, 0, length, Snapshot.EVERYTHING);
  }

  /** Removes deleted rows, as a site does while it runs; scans would pass over more and more. */
  void collect(int maxDeleted) {
    store.collect(Snapshot.EVERYTHING, maxDeleted, 0);
  }

  /** Forgets what the procedure wrote. */
  void rollback() {
    writes.clear();
  }

  private RowKey key(Table table, byte[] encoded) {
    return new RowKey(tables.idOf(table), encoded);
  }

  @Override
  protected Row read(Table table, byte[] encoded) {
    return read(table, key(table, encoded));
  }

  private Row read(Table table, RowKey key) {
    int own = writes.find(key);
    if (own >= 0) {
      byte[] image = writes.image(own);
      return image == null ? null : Row.of(table, key.bytes(), image);
    }
    boolean found = store.read(key, Snapshot.EVERYTHING, version);
    return found ? Row.taking(table, key, version.take()) : null;
  }

  @Override
  protected List<Row> scan(KeyRange range, int limit, boolean backwards) {
    List<Row> rows = new ArrayList<>();
    if (limit > 0) {
      byte[] to = range.encodedTo().length == 0 ? null : range.encodedTo();
      store.scan(
          tables.idOf(range.table()),
          range.encodedFrom(),
          to,
          backwards,
          Snapshot.EVERYTHING,
          (key, found) -> {
            rows.add(Row.taking(range.table(), key, found.take()));
            return rows.size() < limit;
          });
    }
    return rows;
  }

  @Override
  public void insert(Row row) {
    if (read(row.table(), row.keyIn(tables.idOf(row.table()))) != null) {
      throw ConstraintException.exists(row);
    }
    put(row);
  }

  @Override
  public void put(Row row) {
    writes.put(row.keyIn(tables.idOf(row.table())), row.encodedImage());
  }

  @Override
  protected boolean remove(Table table, byte[] encoded) {
    RowKey key = key(table, encoded);
    boolean there = read(table, key) != null;
    if (there) {
      writes.put(key, DELETED);
    }
    return there;
  }

  @Override
  public Instant now() {
    return Instant.EPOCH;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }
}
