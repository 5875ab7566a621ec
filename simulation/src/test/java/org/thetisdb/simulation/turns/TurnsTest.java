package org.thetisdb.simulation.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.simulation.cluster.Simulation;
import org.thetisdb.simulation.cluster.SimulationReport;
import org.thetisdb.simulation.cluster.Simulations;

/** A scheme that was added in tests keeps its promises, and is changed to and from. */
class TurnsTest {
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, false", "3, true"})
  void itKeepsItsPromisesWhateverBreaks(long seed, boolean withSql) {
    SimulationReport report =
        Simulation.under(Turns.SPEC).knowing(Turns.FAMILIES).withSql(withSql).run(seed, line -> {});
    assertThat(report.problems()).isEmpty();
    assertThat(report.committed()).isPositive();
  }

  /** Each other scheme is left for it, and taken again; some of them in each commit. */
  static List<SchemeSpec> others() {
    return TestSet.oneIn(10, new ArrayList<>(Simulations.changeable()));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("others")
  void clustersChangeToItAndBack(SchemeSpec other) {
    SimulationReport report =
        Simulations.ofSchemeChanges(List.of(Turns.SPEC, other))
            .knowing(Turns.FAMILIES)
            .run(TestSet.first(1, 1), line -> {});
    assertThat(report.problems()).as(TestSet.howToRepeat()).isEmpty();
    assertThat(report.changes()).isPositive();
    assertThat(report.committed()).isPositive();
  }

  @Test
  void itIsNoneOfThoseThatAreShipped() {
    assertThat(SchemeRegistry.all()).doesNotContain(Turns.SPEC).hasSize(23);
    assertThat(Turns.FAMILIES.atRouters().schemes().all()).endsWith(Turns.SPEC).hasSize(24);
    assertThat(Turns.FAMILIES.atSites().schemes().names()).endsWith(", turns");
  }
}
