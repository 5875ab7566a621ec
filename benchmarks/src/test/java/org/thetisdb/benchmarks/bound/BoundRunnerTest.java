package org.thetisdb.benchmarks.bound;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.store.OnHeapRowStore;
import org.thetisdb.store.StoreConfig;

/** The bound runs what a cluster runs. */
class BoundRunnerTest {
  @Test
  void boundRunsTheSameProcedures() {
    SmallBank bank = new SmallBank(SmallBankOptions.ofAccounts(1_000));
    try (OnHeapRowStore store = new OnHeapRowStore(StoreConfig.of(1, 1L << 28))) {
      BoundRunner runner = new BoundRunner(bank, store);
      runner.load();
      assertThat(bank.check(runner::call)).isEqualTo("ok");
      runner.prepare(bank.script(0, 1, 9));
      assertThat(runner.measure(0.2)).isGreaterThan(1_000);
    }
  }
}
