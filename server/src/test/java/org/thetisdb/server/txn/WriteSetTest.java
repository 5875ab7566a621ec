package org.thetisdb.server.txn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.key.RowKey;

class WriteSetTest {
  /** What a set held at a mark. */
  private record Kept(int mark, Map<Long, byte[]> rows) {}

  @Test
  void rowsAreFoundHoweverManyThereAreAndMarksBringBackWhatWas() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      int keys = 1 + random.nextInt(60);
      WriteSet writes = new WriteSet();
      Map<Long, byte[]> expected = new LinkedHashMap<>();
      ArrayDeque<Kept> marks = new ArrayDeque<>();
      for (int step = 0; step < 120; step++) {
        int what = random.nextInt(10);
        if (what == 0) {
          marks.push(new Kept(writes.mark(), new LinkedHashMap<>(expected)));
        } else if (what == 1 && !marks.isEmpty()) {
          Kept kept = marks.pop();
          writes.rollbackTo(kept.mark);
          expected = kept.rows;
        } else {
          long key = random.nextInt(keys);
          byte[] image = random.nextInt(4) == 0 ? null : new byte[random.nextInt(9)];
          writes.put(key(key), image);
          expected.put(key, image);
        }
        assertHolds(writes, expected, keys);
      }
    }
  }

  private static void assertHolds(WriteSet writes, Map<Long, byte[]> expected, int keys) {
    long bytes = 0;
    assertThat(writes.size()).isEqualTo(expected.size());
    assertThat(writes.keys()).isEqualTo(expected.keySet().stream().map(WriteSetTest::key).toList());
    for (long key = 0; key < keys; key++) {
      int found = writes.find(key(key));
      assertThat(found >= 0).isEqualTo(expected.containsKey(key));
      if (found >= 0) {
        byte[] image = expected.get(key);
        assertThat(writes.image(found)).isSameAs(image);
        bytes += Long.BYTES + (image == null ? 0 : image.length);
      }
    }
    assertThat(writes.bytes()).isEqualTo(bytes);
  }

  private static RowKey key(long key) {
    return new RowKey(3, KeyCodec.encodeLong(key));
  }
}
