package org.thetisdb.benchmarks.bound;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.ConstraintException;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.EncodedKeyContext;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.RowVersion;
import org.thetisdb.server.store.Snapshot;

/**
 * A context straight on a row store, for one thread. Writes are kept until {@link #commit}; scans
 * do not see them.
 */
public final class BoundContext extends EncodedKeyContext {
  private static final int SITE = 1;
  private static final byte[] DELETED = null;

  private final RowStore store;
  private final Map<String, Integer> tableIds = new HashMap<>();
  private final RowVersion version = new RowVersion();
  private final Map<RowKey, byte[]> writes = new LinkedHashMap<>();
  private final RandomGenerator random = new SplittableRandom(1);
  private long position;

  /** A context on a store; tables get the numbers 1, 2, 3 in their order. */
  public BoundContext(RowStore store, List<Table> tables) {
    this.store = store;
    for (Table table : tables) {
      tableIds.put(table.name(), tableIds.size() + 1);
    }
  }

  /** Installs what the procedure wrote. */
  public void commit() {
    if (writes.isEmpty()) {
      return;
    }
    position++;
    long stamp = Stamp.dense(position, SITE);
    writes.forEach((key, image) -> install(key, stamp, image));
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
    return new RowKey(tableIds.get(table.name()), encoded);
  }

  @Override
  protected Row read(Table table, byte[] encoded) {
    RowKey key = key(table, encoded);
    if (!writes.isEmpty() && writes.containsKey(key)) {
      byte[] image = writes.get(key);
      return image == null ? null : Row.of(table, encoded, image);
    }
    boolean found = store.read(key, Snapshot.EVERYTHING, version);
    return found ? Row.of(table, encoded, version.toByteArray()) : null;
  }

  @Override
  protected List<Row> scan(KeyRange range, int limit, boolean backwards) {
    List<Row> rows = new ArrayList<>();
    if (limit > 0) {
      byte[] to = range.encodedTo().length == 0 ? null : range.encodedTo();
      store.scan(
          tableIds.get(range.table().name()),
          range.encodedFrom(),
          to,
          backwards,
          Snapshot.EVERYTHING,
          (key, found) -> {
            rows.add(Row.of(range.table(), key, found.toByteArray()));
            return rows.size() < limit;
          });
    }
    return rows;
  }

  @Override
  public void insert(Row row) {
    if (read(row.table(), row.encodedKey()) != null) {
      throw ConstraintException.exists(row);
    }
    put(row);
  }

  @Override
  public void put(Row row) {
    writes.put(key(row.table(), row.encodedKey()), row.encodedImage());
  }

  @Override
  protected boolean remove(Table table, byte[] encoded) {
    boolean there = read(table, encoded) != null;
    if (there) {
      writes.put(key(table, encoded), DELETED);
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
