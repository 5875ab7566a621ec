package org.thetisdb.lab.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.accesses.AccessOptions;
import org.thetisdb.benchmarks.accesses.AccessYcsb;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.scheme.SchemeRegistry;

/** Engines by themselves run a workload, lose nothing of it, and hold the same rows in the end. */
class EngineOnlyRunTest {
  private static final int RECORDS = 2_000;

  @Test
  void twoSitesTakePhasesInTurn() throws InterruptedException {
    EngineOnlyRun.Result run = run("star", 2, 1, 10);

    assertThat(run.result().invariants()).isEqualTo(BenchResult.OK);
    assertThat(run.result().isGood()).isTrue();
    assertThat(run.result().totals().count(Ending.COMMITTED)).isPositive();
    assertThat(run.result().cluster().perSiteCommitted()).allMatch(committed -> committed > 0);
    assertThat(run.busy()).contains("site 1", "site 2", "single-master phases");
  }

  @Test
  void twoLanesOfOneSiteDoSo() throws InterruptedException {
    EngineOnlyRun.Result run = run("star", 1, 2, 10);

    assertThat(run.result().isGood()).isTrue();
    assertThat(run.result().cluster().perSiteCommitted()).allMatch(committed -> committed > 0);
  }

  @Test
  void oneSiteMakesBatches() throws InterruptedException {
    EngineOnlyRun.Result run = run("aria", 1, 1, AccessOptions.ANYWHERE);

    assertThat(run.result().isGood()).isTrue();
    assertThat(run.result().totals().count(Ending.COMMITTED)).isPositive();
    assertThat(run.busy()).contains("site 1").doesNotContain("phases");
  }

  @Test
  void othersApplyWhatOneSiteCommits() throws InterruptedException {
    assertThat(run("single-master", 2, 1, 10).result().isGood()).isTrue();
  }

  @Test
  void aSchemeThatMovesMastersNeedsARouter() {
    assertThatThrownBy(() -> run("dynamast", 2, 1, 10))
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("no masters move");
  }

  private static EngineOnlyRun.Result run(String scheme, int sites, int lanes, int cross)
      throws InterruptedException {
    Settings settings =
        Settings.defaults()
            .with(BasicSettings.SCHEME, SchemeRegistry.find(scheme))
            .with(BasicSettings.CLUSTER_SITES, sites)
            .with(BasicSettings.SITE_LANES, lanes)
            .with(SiteSettings.STORE_MEMORY_MIB, 64);
    try (Workload workload =
        new AccessYcsb(new AccessOptions(RECORDS, 0, AccessOptions.USUAL_WEIGHTS, cross))) {
      return EngineOnlyRun.of(
          settings, workload, new RunOptions(64, 1, 0, 0, 1), RunListener.NONE, false);
    }
  }
}
