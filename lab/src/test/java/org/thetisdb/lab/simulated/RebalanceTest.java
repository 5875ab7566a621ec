package org.thetisdb.lab.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.SteppedBenchmark;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.RebalanceSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.simulation.cost.UnitCosts;

/** A bank of whose customers those that are preferred are all at one site, in simulated time. */
@Tag("slow")
@InTurn(oneIn = 2)
class RebalanceTest {
  private static final int HOT = 120;
  private static final int SECONDS = 8;

  /** Sites so slow that a few clients keep one of them busy. */
  private static final UnitCosts SLOW = UnitCosts.SHIPPED.withSlowSites(60);

  /** Of one customer each. */
  private static final Weights ALONE = Weights.of(0, 15, 35, 0, 25, 25);

  private final List<Long> committed = new ArrayList<>();
  private final Set<Integer> masters = new HashSet<>();

  @Test
  void unevenLoadIsSpreadWithinSomeSeconds() {
    BenchResult result = run(true, ALONE);
    assertThat(result.isGood()).as(result.verdict()).isTrue();
    assertThat(masters).as("who masters the hot spot").containsExactlyInAnyOrder(1, 2, 3);
    assertThat(between(6, 8)).isGreaterThan(between(1, 3) * 3 / 2);
  }

  @Test
  void whereTransactionsMeetTwoCustomersItGainsLess() {
    run(true, SmallBankOptions.STANDARD_MIX);
    assertThat(between(6, 8)).isGreaterThan(between(1, 3));
  }

  @Test
  void itStaysUnevenIfNobodyAsks() {
    run(false, ALONE);
    assertThat(masters).containsExactly(1);
    assertThat(between(6, 8)).isLessThan(between(1, 3) * 6 / 5);
  }

  private long between(int from, int to) {
    return committed.subList(from * 10, to * 10).stream().mapToLong(each -> each).sum();
  }

  private BenchResult run(boolean automatic, Weights mix) {
    Settings settings =
        ThetisSettings.builder()
            .flag(BasicSettings.SCHEME.name(), "multi-master")
            .flag(BasicSettings.PARTITION_KEYS.name(), "10")
            .flag(BasicSettings.CLUSTER_SITES.name(), "3")
            .flag(RebalanceSettings.REBALANCE_AUTOMATIC.name(), automatic ? "on" : "off")
            .build();
    SmallBankOptions bank = SmallBankOptions.ofAccounts(1_200).withHotspot(HOT, 0.9).withMix(mix);
    RunOptions options = new RunOptions(64, SECONDS, 0, 0, 1);
    try (SmallBank workload = new SmallBank(bank);
        SimulatedCluster cluster = SimulatedCluster.start(1, settings, SLOW)) {
      SteppedBenchmark benchmark = new SteppedBenchmark(cluster, workload, options);
      benchmark.prepare();
      gather(cluster, "checking");
      gather(cluster, "savings");
      BenchResult result =
          benchmark.run(
              new RunListener() {
                @Override
                public void onSecond(Second second) {
                  committed.add(second.committed());
                }
              });
      for (long customer = 0; customer < HOT; customer += 10) {
        masters.add(cluster.masterOf("checking", customer));
        if (mix != ALONE) {
          assertThat(cluster.masterOf("savings", customer))
              .as("what is written together stays together")
              .isEqualTo(cluster.masterOf("checking", customer));
        }
      }
      return result;
    }
  }

  private static void gather(SimulatedCluster cluster, String table) {
    String range = table + ":0.." + (HOT - 1);
    cluster.client().migrate(id -> Migrate.begin(id, range, 0, 1, "promote", false), any -> {});
    cluster.runForUs(2_000_000);
    assertThat(cluster.masterOf(table, 10L)).isEqualTo(1);
  }
}
