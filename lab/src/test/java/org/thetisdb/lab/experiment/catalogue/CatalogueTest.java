package org.thetisdb.lab.experiment.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.experiment.Cell;
import org.thetisdb.lab.experiment.Contests;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.PaperRatio;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.run.Schedule;
import org.thetisdb.lab.experiment.run.Trial;

/** The experiments are those of the paper, and can be run. */
@Tag("slow")
class CatalogueTest {
  static List<Experiment> experiments() {
    return Catalogue.experiments();
  }

  @Test
  void eachFigureIsThereOnce() {
    assertThat(experiments().stream().map(Experiment::id))
        .containsExactly(
            Stream.of(
                    figures("advice-", "check fit"),
                    figures("aria-", "5-10 5-11 5-12 5-13a 5-13b 5-14a 5-14b 5-14c 5-14d 5-15 5-9"),
                    figures(
                        "coco-", "4-10 4-11a 4-11b 4-12 4-7a 4-7b 4-8a 4-8b 4-8c 4-8d 4-9a 4-9b"),
                    figures("drtmb-", "11 12 13 14 17 2"),
                    figures("dtxn-", "4-10 4-11 4-12 4-7 4-8 4-9 tpcc"),
                    figures(
                        "dynamast-",
                        "4a 4b 4c 4d 4e 4f 4g 4h 5a 5b 5c 6b 6c 7a 7b 7c 7d 7e 7f 7g 8a"),
                    figures("migration-", "rows"),
                    figures("morphosys-", "3a 3b 3c 3d 4c 4d 4e 5a 5c 5c-apart 5d 5e"),
                    figures("star-", "3-10a 3-10b 3-11a 3-11b 3-12a 3-12b 3-13a 3-13b 3-14a 3-14b"),
                    figures("wildebeest-", "5-10 5-2 5-5 5-6 5-8"))
                .flatMap(figures -> figures)
                .toArray(String[]::new));
  }

  @Test
  void aFigureOfSeveralPartsIsNamedAsAWhole() {
    assertThat(Catalogue.named("star-3-10").stream().map(Experiment::id))
        .containsExactly("star-3-10a", "star-3-10b");
    assertThat(Catalogue.named("dynamast-4a").stream().map(Experiment::id))
        .containsExactly("dynamast-4a");
    assertThat(Catalogue.named("star")).isEmpty();
    assertThat(Catalogue.named("wildebeest-5-9").stream().map(Experiment::id))
        .as("of the same runs")
        .containsExactly("wildebeest-5-8");
  }

  private static Stream<String> figures(String paper, String numbers) {
    return Stream.of(numbers.split(" ")).map(number -> paper + number);
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void labelsAreUniqueSoThatNoFigureHidesAnother(Experiment experiment) {
    assertThat(experiment.points().stream().map(Point::label)).doesNotHaveDuplicates();
    assertThat(experiment.metrics().stream().map(Metric::label)).doesNotHaveDuplicates();
    assertThat(Contests.lines(experiment).stream().map(Line::label)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void whatThePaperFoundNamesWhatIsMeasured(Experiment experiment) {
    List<String> points = experiment.points().stream().map(Point::label).toList();
    for (PaperRatio ratio : experiment.ratios()) {
      for (Cell cell : List.of(ratio.over(), ratio.under())) {
        assertThatCode(() -> experiment.metric(cell.metric())).doesNotThrowAnyException();
        assertThat(cell.point().isEmpty() || points.contains(cell.point())).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("experiments")
  @InTurn(oneIn = 3)
  void eachRunHasAWorkloadAndSettingsThatAreRight(Experiment experiment) {
    for (ExperimentLength form : List.of(ExperimentLength.SHORT, ExperimentLength.FULL)) {
      for (Trial trial : new HashSet<>(Schedule.of(experiment, form))) {
        ThetisSettings.builder().flags(trial.settings(form)).build();
        try (Workload workload = trial.point().workload().open(form)) {
          assertThat(workload.types()).isNotEmpty();
        }
      }
    }
  }

  @Test
  void linesAreNamedWithCommasThoughSomeHaveCommas() {
    Experiment batches = Catalogue.find("aria-5-9").orElseThrow();
    assertThat(Contests.labels(batches, List.of("aria", " fallback", "calvin", "nobody")))
        .containsExactly("aria, fallback", "calvin", "nobody");
    assertThat(Contests.labels(batches, List.of("aria", "pwv", "one piece")))
        .containsExactly("aria", "pwv, one piece");
    assertThat(Contests.labels(batches, List.of())).isEmpty();
  }

  @Test
  void mastersThatStayAreWhereThePaperHasThem() {
    assertThat(settingsOf("dynamast-4a", Line.PARTITION_STORE))
        .containsEntry("partition.store_placement", "range")
        .containsEntry("partition.keys", "33334"); // 100,000 records, three sites
    assertThat(settingsOf("dynamast-4a", Line.PARTITION_STORE_BY_HASH))
        .doesNotContainKeys("partition.store_placement", "partition.keys");
    assertThat(settingsOf("dynamast-4c", Line.MULTI_MASTER)).containsEntry("partition.keys", "1");
    assertThat(settingsOf("dynamast-4c", Line.DYNAMAST)).doesNotContainKey("partition.keys");
  }

  private static Map<String, String> settingsOf(String experiment, String line) {
    return Schedule.of(Catalogue.find(experiment).orElseThrow(), ExperimentLength.SHORT).stream()
        .filter(trial -> trial.line().label().equals(line))
        .findFirst()
        .orElseThrow()
        .settings(ExperimentLength.SHORT);
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void theShortFormTakesMinutes(Experiment experiment) {
    assertThat(Schedule.seconds(experiment, ExperimentLength.SHORT)).isLessThanOrEqualTo(30 * 60);
    assertThat(experiment.points(ExperimentLength.SHORT)).isNotEmpty();
  }

  @Test
  void everySchemeOfThePaperThatThereIsTakesPartAndNoOther() {
    Experiment first = Catalogue.find("dynamast-4a").orElseThrow();
    List<String> paper = Contests.PAPER_SCHEMES;
    assertThat(Contests.lines(first).stream().map(Line::scheme).distinct())
        .containsExactlyInAnyOrderElementsOf(
            SchemeRegistry.all().stream().map(SchemeSpec::name).filter(paper::contains).toList());
  }

  @Test
  void schemesOfThePaperThatAreNotThereAreNamed() {
    Experiment first = Catalogue.find("dynamast-4a").orElseThrow();
    assertThat(Contests.missing(first)).doesNotContain("dynamast", "single-master");
    for (String missing : Contests.missing(first)) {
      assertThat(ExperimentList.text()).contains(missing);
      assertThat(ExperimentList.announce(first, ExperimentLength.SHORT)).contains(missing);
    }
  }

  @Test
  void theLinesTakeTurns() {
    Experiment first = Catalogue.find("dynamast-4a").orElseThrow();
    int lines = Contests.lines(first).size();
    List<Trial> trials = Schedule.of(first, ExperimentLength.SHORT);
    assertThat(trials).hasSize(lines * ExperimentLength.SHORT.rounds());
    for (int i = lines; i < trials.size(); i++) {
      assertThat(trials.get(i).line()).isEqualTo(trials.get(i - lines).line());
      assertThat(trials.get(i).round()).isEqualTo(trials.get(i - lines).round() + 1);
    }
  }
}
