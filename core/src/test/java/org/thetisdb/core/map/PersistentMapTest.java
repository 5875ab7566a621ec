package org.thetisdb.core.map;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PersistentMapTest {
  private PersistentMap<Integer, String> map = PersistentMap.empty();

  @Test
  void itHasWhatATreeMapHasAfterAnyChanges() {
    Random random = new Random(7);
    Map<Integer, String> expected = new TreeMap<>();
    for (int i = 0; i < 20_000; i++) {
      int key = random.nextInt(700);
      if (random.nextInt(5) < 3) {
        map = map.with(key, "v" + i);
        expected.put(key, "v" + i);
      } else {
        map = map.without(key);
        expected.remove(key);
      }
      assertThat(map.get(key)).isEqualTo(expected.get(key));
      if (i % 500 == 0) {
        assertThat(new ArrayList<>(map.entrySet())).isEqualTo(new ArrayList<>(expected.entrySet()));
        assertThat(map).hasSize(expected.size());
      }
    }
  }

  @Test
  void itStaysFlatHoweverItIsFilledAndEmptied() {
    for (int i = 0; i < 50_000; i++) {
      map = map.with(i, "");
    }
    assertThat(map.height()).isLessThanOrEqualTo(22);
    for (int i = 0; i < 49_000; i++) {
      map = map.without(i);
    }
    assertThat(map.height()).isLessThanOrEqualTo(14);
  }

  @Test
  void whoHoldsOneHoldsOneState() {
    PersistentMap<Integer, String> before = map.with(1, "a").with(2, "b");
    assertThat(before.with(1, "c").without(2)).isEqualTo(Map.of(1, "c"));
    assertThat(before).isEqualTo(Map.of(1, "a", 2, "b"));
    assertThat(List.copyOf(before.values())).containsExactly("a", "b");
    assertThat(before.without(9)).isSameAs(before);
  }
}
