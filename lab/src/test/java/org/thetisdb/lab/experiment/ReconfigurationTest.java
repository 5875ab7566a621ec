package org.thetisdb.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.accesses.AccessOptions;
import org.thetisdb.lab.experiment.Reconfiguration.RangeMove;
import org.thetisdb.lab.experiment.WorkloadSpec.Accesses;
import org.thetisdb.lab.experiment.WorkloadSpec.Bank;
import org.thetisdb.lab.experiment.WorkloadSpec.Tpcc;

/** What moves in experiments about that. */
class ReconfigurationTest {
  private static final ExperimentLength FORM = ExperimentLength.simulated(true);

  @Test
  void halfOfTheRecordsGoToTheEmptySite() {
    Reconfiguration half =
        new Accesses(1_000, 0, 95, 0, 50, AccessOptions.USUAL_SIZE).reconfiguration(FORM, 2);
    assertThat(half.moves()).containsExactly(new RangeMove("access_records:100..199", 2));
  }

  @Test
  void halfOfTheCrowdedWarehousesGoToSitesThatHaveNone() {
    Reconfiguration moving = new Tpcc(12, 50, 50, 0, 10, 1, 3).reconfiguration(FORM, 3);
    Map<Integer, Long> targets =
        moving.moves().stream()
            .filter(each -> each.range().startsWith("tpcc_stock:"))
            .collect(Collectors.groupingBy(RangeMove::to, Collectors.counting()));
    assertThat(targets).isEqualTo(Map.of(1, 1L, 3, 1L));
    assertThat(moving.everywhere()).containsExactly("tpcc_item");
  }

  @Test
  void twoThirdsOfTheHotSpotLeaveTheSiteThatGotAllOfItBefore() {
    Reconfiguration moving = new Bank(100_000, 10, 90).reconfiguration(FORM, 3);
    assertThat(moving.before()).contains(new RangeMove("checking:0..999", 2));
    assertThat(moving.moves())
        .hasSize(6)
        .contains(new RangeMove("savings:0..319", 1), new RangeMove("savings:320..639", 3));
  }
}
