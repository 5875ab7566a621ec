package org.thetisdb.server.purge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PurgeQueueTest {
  private static final int MOST = 100;
  private static final int NONE = -1;

  private final PurgeQueue queue = new PurgeQueue();
  private final Set<Integer> withRows = new TreeSet<>();

  private int find() {
    return queue.find(MOST, withRows::contains, table -> true);
  }

  @Test
  void thePurgedTableIsFoundAtOnceBesideTenThousandEmptyOnes() {
    queue.reset(IntStream.range(0, 10_000).boxed().toList());
    for (int table = 10_000; table < 10_100; table++) {
      queue.add(table);
      withRows.add(table);
      assertThat(find()).isEqualTo(table);
      withRows.remove(table);
    }
    assertThat(find()).isEqualTo(NONE);
  }

  @Test
  void rowsThatComeBackAreFoundInTheEnd() {
    queue.reset(IntStream.range(0, 10_000).boxed().toList());
    withRows.add(7_777);
    int looks = 1;
    while (find() == NONE) {
      looks++;
    }
    assertThat(looks).isEqualTo(78);
  }

  @Test
  void whatIsStillNeededKeepsItsPlaceAndDoesNotHinderOthers() {
    queue.add(1);
    queue.add(2);
    withRows.addAll(Set.of(1, 2));
    assertThat(queue.find(MOST, withRows::contains, table -> table == 2)).isEqualTo(2);
    assertThat(queue.find(MOST, withRows::contains, table -> false)).isEqualTo(NONE);
    withRows.remove(2);
    assertThat(find()).isEqualTo(1);
  }

  @Test
  void nothingIsFoundWhereNothingIs() {
    assertThat(find()).isEqualTo(NONE);
    queue.reset(Set.of());
    assertThat(find()).isEqualTo(NONE);
  }
}
