package org.thetisdb.benchmarks.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two thirds of the terminals at a third of the warehouses. */
class CrowdTest {
  private static final TpccOptions CROWDED =
      new TpccOptions(24, 1, TpccOptions.USUAL_WEIGHTS).crowded(6, 3);

  @Test
  void aThirdOfTheWarehousesIsCrowded() {
    assertThat(IntStream.rangeClosed(1, 24).filter(CROWDED::isCrowded))
        .containsExactly(1, 2, 7, 8, 13, 14, 19, 20);
  }

  @Test
  void theyHaveTwoThirdsOfTheTerminals() {
    int[] at = new int[25];
    IntStream.range(0, 240).forEach(terminal -> at[CROWDED.homeOf(terminal)]++);
    for (int warehouse = 1; warehouse <= 24; warehouse++) {
      assertThat(at[warehouse]).isEqualTo(CROWDED.isCrowded(warehouse) ? 20 : 5);
    }
  }

  @Test
  void aLargerCrowdLeavesFewerToTheOthers() {
    TpccOptions large = CROWDED.crowded(6, 8);
    long inCrowd =
        IntStream.range(0, 240).filter(each -> large.isCrowded(large.homeOf(each))).count();
    assertThat(inCrowd).isEqualTo(210);
  }
}
