package org.thetisdb.lab.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FaultOrderTest {
  private static final List<Fault> ALL = List.of(Fault.values());

  private static List<Fault> draw(FaultOrder order, int count) {
    List<Fault> drawn = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      drawn.add(order.next());
    }
    return drawn;
  }

  @Test
  void theSameSeedGivesTheSameOrder() {
    List<Fault> order = draw(new FaultOrder(ALL, 7), 40);
    assertThat(draw(new FaultOrder(ALL, 7), 40)).isEqualTo(order);
    assertThat(draw(new FaultOrder(ALL, 8), 40)).isNotEqualTo(order);
  }

  @Test
  void aRoundHasEachKindAndThoseWithAMarkMoreOften() {
    int marked = (int) ALL.stream().filter(kind -> kind.markMs() > 0).count();
    List<Fault> round = draw(new FaultOrder(ALL, 1), ALL.size() + 2 * marked);
    assertThat(round).containsAll(ALL);
    assertThat(Collections.frequency(round, Fault.KILL_SITE)).isEqualTo(3);
    assertThat(Collections.frequency(round, Fault.KILL_ROUTER)).isEqualTo(3);
  }

  @Test
  void percentilesAreOfTheSamplesAndNoneIsBetterThanItWas() {
    List<Long> few = List.of(30L, 10L, 20L);
    assertThat(Percentiles.of(few, Long::longValue)).isEqualTo(new Percentiles(20, 30, 30));
    List<Long> hundred = new ArrayList<>();
    for (long i = 1; i <= 100; i++) {
      hundred.add(i);
    }
    assertThat(Percentiles.of(hundred, Long::longValue)).isEqualTo(new Percentiles(50, 95, 100));
  }
}
