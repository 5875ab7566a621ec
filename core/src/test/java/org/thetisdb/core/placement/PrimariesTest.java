package org.thetisdb.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Who has how many keys. */
final class PrimariesTest {
  private static final List<Integer> MEMBERS = List.of(1, 2, 3);

  private static Map<Integer, Long> shares(Primaries primaries, long values) {
    Map<Integer, Long> shares = new TreeMap<>();
    LongStream.range(0, values).forEach(v -> shares.merge(primaries.turn(v), 1L, Long::sum));
    return shares;
  }

  @Test
  void withAWholeShareAllTakeTurns() {
    Primaries even = new Primaries(MEMBERS, 2, Primaries.WHOLE_SHARE);
    assertThat(LongStream.range(0, 6).mapToObj(even::turn)).containsExactly(1, 2, 3, 1, 2, 3);
    assertThat(even.turn(-1)).isEqualTo(3);
  }

  @Test
  void aEpochCoordinatorHasSoManyTenthsOfWhatEachOtherHas() {
    assertThat(shares(new Primaries(MEMBERS, 2, 5), 2_500))
        .isEqualTo(Map.of(1, 1_000L, 2, 500L, 3, 1_000L));
  }

  @Test
  void fewValuesAreSharedWellToo() {
    assertThat(shares(new Primaries(MEMBERS, 1, 5), 5)).isEqualTo(Map.of(1, 1L, 2, 2L, 3, 2L));
  }

  @Test
  void aEpochCoordinatorWithoutAShareIsNoPrimary() {
    assertThat(shares(new Primaries(MEMBERS, 3, 0), 100)).isEqualTo(Map.of(1, 50L, 2, 50L));
  }

  @Test
  void whoIsAloneHasAll() {
    assertThat(shares(new Primaries(List.of(4), 4, 0), 10)).isEqualTo(Map.of(4, 10L));
  }

  @Test
  void whatIsNoShareIsRefused() {
    assertThatThrownBy(() -> new Primaries(MEMBERS, 1, 11))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Primaries(List.of(), 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
