package org.thetisdb.benchmarks.costs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StageTest {
  @Test
  void theNameOfAThreadTellsItsStage() {
    Map.of(
            "bench-terminal-3", Stage.CLIENT,
            "router", Stage.ROUTER,
            "router-sql-1", Stage.ROUTER,
            "site-2", Stage.ENGINE,
            "site-2-query-1", Stage.ENGINE,
            "site-2-refresh", Stage.REFRESH,
            "site-2-checkpoint", Stage.CHECKPOINT,
            "kafka-producer-network-thread | producer-1", Stage.LOG,
            "thetis-membership", Stage.MEMBERSHIP,
            "Reference Handler", Stage.OTHER)
        .forEach((thread, stage) -> assertThat(Stage.of(thread, 0)).as(thread).isEqualTo(stage));
  }

  @Test
  void networkThreadsThatCameWithTheClientsAreTheirs() {
    assertThat(Stage.of("thetis-net-4-1", 4)).isEqualTo(Stage.NETWORK);
    assertThat(Stage.of("thetis-net-5-1", 4)).isEqualTo(Stage.CLIENT);
  }

  @Test
  void workIsMeasuredAndToldByStage() {
    CostProbe probe = new CostProbe();
    probe.begin();
    byte[][] kept = new byte[64][];
    long sum = 0;
    for (int i = 0; i < 50_000_000; i++) {
      sum += i ^ sum;
      kept[i & 63] = (i & 0xffff) == 0 ? new byte[1024] : kept[i & 63];
    }
    CostSheet sheet = probe.end(10);

    assertThat(sum).isNotEqualTo(1);
    assertThat(sheet.total().cpuUs()).isPositive();
    assertThat(sheet.total().allocatedBytes()).isGreaterThan(500_000);
    assertThat(CostTable.of(sheet)).contains("cost of a transaction", "collector, compiler", "all");
  }

  @Test
  void whatCannotBeMeasuredIsSaid() {
    assertThat(CostTable.of(CostMeter.absent("the cluster is elsewhere").end(1)))
        .contains("costs are not told: the cluster is elsewhere");
    assertThat(CostTable.of(CostMeter.NONE.end(1))).isEmpty();
  }
}
