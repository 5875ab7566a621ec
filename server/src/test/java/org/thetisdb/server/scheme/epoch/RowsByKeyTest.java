package org.thetisdb.server.scheme.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.BufferedRows.Version;

/** Rows of an overlay, beside a map that keeps all of them in order all the time. */
final class RowsByKeyTest {
  private static final int TABLES = 3;
  private static final int KEYS = 40;

  private final RowsByKey rows = new RowsByKey();
  private final TreeMap<RowKey, Version> model = new TreeMap<>();

  private static RowKey key(int table, int number) {
    return new RowKey(table, new byte[] {(byte) number});
  }

  private void put(RowKey key, Version version) {
    rows.put(key, version);
    model.put(key, version);
  }

  @Test
  void rowsOfATableThatIsAskedForRangesComeInTheOrderOfTheirKeys() {
    put(key(1, 200), new Version(1, null));
    put(key(1, 3), new Version(2, null));
    put(key(2, 5), new Version(3, null));
    assertThat(rows.between(key(1, 0), key(2, 0)).keySet()).containsExactly(key(1, 3), key(1, 200));
    put(key(1, 7), new Version(4, null));
    rows.remove(key(1, 200));
    assertThat(rows.between(key(1, 4), key(2, 0)).keySet()).containsExactly(key(1, 7));
    assertThat(rows.between(key(1, 4), key(1, 4))).isEmpty();
  }

  @Test
  void whateverComesItIsAsIfAllWereInOrder() {
    Random random = new Random(7);
    for (int step = 0; step < 20_000; step++) {
      RowKey key = key(random.nextInt(TABLES), random.nextInt(KEYS));
      switch (random.nextInt(3)) {
        case 0 -> put(key, new Version(step, new byte[] {1}));
        case 1 -> {
          rows.remove(key);
          model.remove(key);
        }
        default -> look(key, random.nextInt(KEYS));
      }
    }
    assertThat(rows.size()).isEqualTo(model.size());
  }

  private void look(RowKey key, int end) {
    assertThat(rows.get(key)).isEqualTo(model.get(key));
    RowKey behind = key(key.tableId(), end);
    if (key.tableId() > 0 && key.compareTo(behind) < 0) { // table 0 is never put in order
      assertThat(rows.between(key, behind)).isEqualTo(model.subMap(key, behind));
    }
  }
}
