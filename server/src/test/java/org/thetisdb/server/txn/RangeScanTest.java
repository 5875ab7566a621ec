package org.thetisdb.server.txn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.store.OnHeapRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/** What a transaction finds in ranges: stored rows, and its own writes in front of them. */
final class RangeScanTest {
  private static final Table NUMBERS =
      Table.define("numbers").key("id", ColumnType.LONG).column("value", ColumnType.LONG).build();
  private static final RegisteredTable REGISTERED = new RegisteredTable(40, NUMBERS, null);
  private static final Snapshot ALL = (stamp, position) -> true;
  private static final int KEYS = 40;

  private final RowStore store = new OnHeapRowStore(StoreConfig.of(1, 64L << 20));
  private final WriteSet writes = new WriteSet();
  private final TreeMap<Long, Long> expected = new TreeMap<>();

  @Test
  void ownWritesReplaceHideAndJoinStoredRowsBothWays() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      clear();
      fill(random);
      for (int scan = 0; scan < 10; scan++) {
        long from = random.nextInt(KEYS);
        long to = from + random.nextInt(KEYS);
        int limit = 1 + random.nextInt(KEYS);
        boolean backwards = random.nextBoolean();
        assertThat(scan(NUMBERS.from(from).to(to), limit, backwards))
            .as("seed %d: %d to %d, at most %d, %b", seed, from, to, limit, backwards)
            .isEqualTo(expected(from, to, limit, backwards));
      }
    }
  }

  private void clear() {
    for (long id = 0; id < KEYS; id++) {
      install(id, null);
    }
    writes.clear();
    expected.clear();
  }

  private void fill(Random random) {
    for (long id = 0; id < KEYS; id++) {
      if (random.nextBoolean()) {
        install(id, row(id, id).encodedImage());
        expected.put(id, id);
      }
    }
    int own = random.nextInt(KEYS);
    for (int i = 0; i < own; i++) {
      long id = random.nextInt(KEYS);
      boolean deletes = random.nextInt(3) == 0;
      writes.put(key(id), deletes ? null : row(id, -id - 1).encodedImage());
      if (deletes) {
        expected.remove(id);
      } else {
        expected.put(id, -id - 1);
      }
    }
  }

  private void install(long id, byte[] image) {
    int length = image == null ? 0 : image.length;
    store.install(key(id), Stamp.of(1, 1, 1), 1, image, 0, length, ALL);
  }

  private List<Long> scan(KeyRange range, int limit, boolean backwards) {
    List<Long> found = new ArrayList<>();
    for (Row row : new RangeScan(store, writes).scan(REGISTERED, range, limit, backwards, ALL)) {
      found.add(row.getLong("id"));
      found.add(row.getLong("value"));
    }
    return found;
  }

  private List<Long> expected(long from, long to, int limit, boolean backwards) {
    var range = expected.subMap(from, true, to, false);
    List<Long> rows = new ArrayList<>();
    (backwards ? range.descendingMap() : range)
        .entrySet().stream()
            .limit(limit)
            .forEach(
                row -> {
                  rows.add(row.getKey());
                  rows.add(row.getValue());
                });
    return rows;
  }

  private static Row row(long id, long value) {
    return NUMBERS.row(id).setLong("value", value);
  }

  private static RowKey key(long id) {
    return new RowKey(REGISTERED.id(), NUMBERS.row(id).encodedKey());
  }
}
