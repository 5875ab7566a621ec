package org.thetisdb.lab.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec;
import org.thetisdb.simulation.cost.UnitCosts;

/** Figures in simulated time: the same each time, and bound by what they should be bound by. */
@Tag("slow")
@InTurn(oneIn = 4)
final class SimulatedRunsTest {
  private static final ExperimentLength BRIEF = new ExperimentLength(true, 1, 0, 1, 8, 10, 5);
  private static final Point SMALL_BANK =
      Point.of("all", new WorkloadSpec.Bank(10_000)).withSites(2);

  /** Engines so slow that a few clients keep all of them busy. */
  private static final UnitCosts SLOW_ENGINES =
      UnitCosts.SHIPPED.with(Work.ROUTER_TASK, 5_000).with(Work.ENGINE_TASK, 200_000);

  @Test
  void theSameSeedGivesTheSameFigures() {
    Trial trial = trial("dynamast", SMALL_BANK);
    BenchResult one = runs().run(trial, BRIEF);
    BenchResult again = runs().run(trial, BRIEF);
    assertThat(one.isGood()).as(one.verdict()).isTrue();
    assertThat(again.throughput()).isEqualTo(one.throughput());
    assertThat(again.totals().latency()).isEqualTo(one.totals().latency());
    assertThat(again.costs()).isEqualTo(one.costs());
  }

  @Test
  void moreSitesDoMoreWhereEachHasMastersOfItsOwn() {
    double few = throughput(trial("partition-store", accesses(2)));
    double many = throughput(trial("partition-store", accesses(4)));
    double one = throughput(trial("single-master", accesses(4)));
    assertThat(many / few).isGreaterThan(1.5);
    assertThat(many / one).isGreaterThan(1.5);
  }

  @Test
  void whatTakesLongerIsSlower() {
    Trial trial = trial("partition-store", SMALL_BANK);
    double near = runs().run(trial, BRIEF).totals().latency().mean();
    SimulatedRuns afar = new SimulatedRuns(UnitCosts.SHIPPED.with(Work.MESSAGE, 2_000_000));
    double far = afar.run(trial, BRIEF).totals().latency().mean();
    // To the router, to the site, and back.
    assertThat(far - near).isGreaterThan(4 * 1_950);
    assertThat(afar.variant()).isEqualTo("-simulated-link-2000us");
  }

  @Test
  void aRunTellsWhatWasDoneForEachTransaction() {
    SimulatedRuns runs = new SimulatedRuns(SLOW_ENGINES);
    Trial trial = trial("single-master", accesses(2));
    JsonNode figures = RunFigures.of(trial, runs.run(trial, BRIEF), runs.insight());
    double written = figures.at("/work_per_txn/rows_written").asDouble();
    assertThat(figures.at("/work_per_txn/rows_refreshed").asDouble())
        .as("one replica installs what the master writes, a little later")
        .isBetween(0.9 * written, 1.1 * written);
    assertThat(figures.at("/work_per_txn/router_tasks").asDouble()).isBetween(1.0, 4.0);
    assertThat(figures.at("/cpu_share/engine").asDouble()).isBetween(0.5, 0.99);
    assertThat(figures.at("/busy/engine").asDouble()).isBetween(0.9, 1.01);
    assertThat(figures.at("/busy/router").asDouble()).isLessThan(0.2);
  }

  private static SimulatedRuns runs() {
    return new SimulatedRuns(UnitCosts.SHIPPED);
  }

  private static double throughput(Trial trial) {
    BenchResult result = new SimulatedRuns(SLOW_ENGINES).run(trial, BRIEF);
    assertThat(result.isGood()).as(result.verdict()).isTrue();
    return result.throughput();
  }

  private static Trial trial(String scheme, Point point) {
    return new Trial(new Line(scheme, scheme, Map.of()), point, 1);
  }

  private static Point accesses(int sites) {
    return Point.of("all", new WorkloadSpec.Accesses(80, 0, 50, 0))
        .withSites(sites)
        .withClients(sites * 16);
  }
}
