package org.thetisdb.benchmarks.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.hostile.BystanderTimes.Times;
import org.thetisdb.benchmarks.hostile.Tally.Refusal;

/** What the bystander met, held to the marks. */
class BystanderVerdictTest {
  private static final BystanderVerdict VERDICT =
      new BystanderVerdict(Marks.USUAL, times(new Times(1_000, 300, 2_000, 9_000)));

  private static BystanderTimes times(Times each) {
    Map<BystanderWork, Times> times = new EnumMap<>(BystanderWork.class);
    for (BystanderWork work : BystanderWork.values()) {
      times.put(work, each);
    }
    return new BystanderTimes(times, Map.of());
  }

  @Test
  void whatIsAtTheMarksIsGood() {
    assertThat(VERDICT.missed(times(new Times(1_000, 9_000, 10_000, 500_000)))).isEmpty();
  }

  @Test
  void eachWorkHasMarksOfItsOwn() {
    BystanderTimes seen = times(new Times(1_000, 300, 2_000, 9_000));
    seen.times().put(BystanderWork.WRITE, new Times(1_000, 300, 10_001, 500_001));
    assertThat(VERDICT.missed(seen))
        .containsExactly(
            "writes took up to 500.0 ms, more than 500 ms",
            "p99 of writes 10.0 ms, more than 10.0 ms");
  }

  @Test
  void aP99OfFewSamplesIsNotJudgedButTheWorstIs() {
    assertThat(VERDICT.missed(times(new Times(99, 300, 400_000, 400_000)))).isEmpty();
    assertThat(VERDICT.missed(times(new Times(0, 0, 0, 9_000_000)))).hasSize(3);
  }

  @Test
  void anErrorIsAMissWhateverItsCode() {
    BystanderTimes seen =
        new BystanderTimes(
            times(new Times(1_000, 1, 1, 1)).times(), Map.of("57014", new Refusal(2, "slow")));
    assertThat(VERDICT.missed(seen)).containsExactly("2 errors 57014: slow");
  }

  @Test
  void anotherEpochOrIncarnationIsSeen() {
    ClusterState before = new ClusterState("router 1", 3, List.of(1L, 2L));
    assertThat(before.changesTo(new ClusterState("router 1", 3, List.of(1L, 2L)))).isEmpty();
    assertThat(before.changesTo(new ClusterState("router 1", 4, List.of(1L, 2L))))
        .contains("leader");
    assertThat(before.changesTo(new ClusterState("router 1", 3, List.of(1L, 5L))))
        .contains("site was lost");
  }
}
