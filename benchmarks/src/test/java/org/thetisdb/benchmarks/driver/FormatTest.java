package org.thetisdb.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.bound.BoundRunner;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.server.store.OnHeapRowStore;
import org.thetisdb.server.store.StoreConfig;

/** Numbers and tables for people. */
class FormatTest {
  @Test
  void numbersAreReadable() {
    assertThat(Format.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(Format.rounded(12.6)).isEqualTo("13");
    assertThat(Format.micros(85)).isEqualTo("85 µs");
    assertThat(Format.micros(1_250)).isEqualTo("1.25 ms");
    assertThat(Format.micros(25_040)).isEqualTo("25.0 ms");
    assertThat(Format.micros(2_500_000)).isEqualTo("2.50 s");
    assertThat(Format.percent(0)).isEqualTo("0 %");
    assertThat(Format.percent(0.04)).isEqualTo("0.04 %");
    assertThat(Format.percent(4.25)).isEqualTo("4.3 %");
    assertThat(Format.percent(42.4)).isEqualTo("42 %");
    assertThat(Format.bytes(512)).isEqualTo("512 B");
    assertThat(Format.bytes(3_565_158)).isEqualTo("3.4 MiB");
    assertThat(Format.seconds(0.94)).isEqualTo("0.9 s");
  }

  @Test
  void columnsAreAligned() {
    String text =
        new TextTable("name", "size", "<why").row("a", 5, "x").row("µb", 1234, "y").render("");
    assertThat(text).isEqualTo("name  size  why\na        5  x\nµb    1234  y\n");
    assertThatThrownBy(() -> new TextTable("one").row(1, 2)).hasMessageContaining("2 cells");
  }

  @Test
  void paceOfOpenLoopDoesNotWait() {
    Pace pace = new Pace(1_000);
    pace.begin(0);
    assertThat(pace.nextStartNs(5)).isZero();
    assertThat(pace.nextStartNs(999_999_999)).isEqualTo(1_000_000);
    assertThat(new Pace(0).nextStartNs(7)).isEqualTo(7);
  }

  @Test
  void paceTellsCallsThatNeverBegan() {
    Pace pace = new Pace(1_000);
    pace.begin(0);
    pace.sent();
    assertThat(pace.unbegun(10_000_000)).isEqualTo(9);
    assertThat(pace.unbegun(0)).isZero();
    assertThat(new Pace(0).unbegun(10_000_000)).isZero();
  }

  @Test
  void countersOfARestartedSiteBeginAnew() {
    StatusView before = status(100, 40);
    StatusView after = status(130, 10);
    ClusterDelta delta = ClusterDelta.between(before, after);
    assertThat(delta.committed()).isEqualTo(30);
    assertThat(delta.perSiteCommitted()).containsExactly(10L);
  }

  private static StatusView status(long committed, long ofSite) {
    return StatusView.parse(
        "{\"counters\":{\"committed\":%d},\"per_site\":[{\"site\":1,\"committed\":%d}]}"
            .formatted(committed, ofSite));
  }

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
