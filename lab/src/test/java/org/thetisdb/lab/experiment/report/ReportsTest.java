package org.thetisdb.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.experiment.Cell;
import org.thetisdb.lab.experiment.Contests;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.ExperimentMachine;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.PaperRatio;
import org.thetisdb.lab.experiment.catalogue.Catalogue;
import org.thetisdb.lab.experiment.run.Schedule;
import org.thetisdb.lab.experiment.run.Trial;
import org.w3c.dom.Document;

/** The page, the plot and the JSON of findings that are made up. */
class ReportsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final ExperimentFindings.RunRecord RECORD =
      new ExperimentFindings.RunRecord(
          "./thetis experiment x",
          "Thetis 0",
          "2020-01-01T00:00:00Z",
          new ExperimentMachine(2, 4_096, "a JVM", "a system", 0.5),
          "They share a machine.");

  static List<Experiment> experiments() {
    return Catalogue.experiments();
  }

  /** Each line is a hundred faster than the one before, and each round by ten. */
  private static ExperimentFindings findings(Experiment experiment, ExperimentLength form) {
    List<JsonNode> runs = new ArrayList<>();
    List<Line> lines = Contests.lines(experiment);
    for (Trial trial : Schedule.of(experiment, form)) {
      ObjectNode run = MAPPER.createObjectNode();
      run.put("line", trial.line().label()).put("point", trial.point().label());
      run.put("good", true).put("remastered_share", 0.02);
      run.putObject("placement").put("remaster_floor_share", 0.01);
      run.putArray("site_share").add(0.5).add(0.3).add(0.2);
      run.put("throughput_txn_s", 1_000 + 100 * lines.indexOf(trial.line()) + 10 * trial.round());
      runs.add(run);
    }
    return new ExperimentFindings(experiment, form, RECORD, runs);
  }

  private static ExperimentFindings first() {
    return findings(Catalogue.find("dynamast-4a").orElseThrow(), ExperimentLength.SHORT);
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @MethodSource("experiments")
  @InTurn(oneIn = 3)
  void everyPlotIsWellFormedAndNamesItsLinesAndUnits(Experiment experiment) throws Exception {
    for (ExperimentLength form : List.of(ExperimentLength.SHORT, ExperimentLength.FULL)) {
      Document plot = parse(SvgPlot.of(findings(experiment, form)));
      assertThat(plot.getDocumentElement().getTagName()).isEqualTo("svg");
      assertThat(plot.getDocumentElement().getTextContent())
          .contains(Contests.lines(experiment).stream().map(Line::label).toList())
          .contains(experiment.axis(), experiment.metrics().get(0).unit());
    }
  }

  @Test
  void aPlotHasAMarkForEachFigure() throws Exception {
    ExperimentFindings findings = first();
    int rects = parse(SvgPlot.of(findings)).getElementsByTagName("rect").getLength();
    assertThat(rects).isEqualTo(2 * findings.lines().size());

    ExperimentFindings full = findings(findings.experiment(), ExperimentLength.FULL);
    int circles = parse(SvgPlot.of(full)).getElementsByTagName("circle").getLength();
    assertThat(circles).isEqualTo(full.lines().size() * full.points().size());
  }

  @Test
  void ratiosAreTakenWithinARound() {
    Spread ratio = first().ratio(Cell.best(Line.DYNAMAST), Cell.best("single-master"));
    assertThat(ratio.least()).isEqualTo(1_010.0 / 1_210);
    assertThat(ratio.median()).isEqualTo(1_020.0 / 1_220);
    assertThat(ratio.most()).isEqualTo(1_030.0 / 1_230);
  }

  @Test
  void thePageHoldsMediansThePapersRatioTheFloorAndWhatWasLeftOut() {
    String page = MarkdownReport.of(first(), "plot.svg");
    assertThat(page)
        .contains("| 64 | dynamast | throughput, txn/s | 1,020 | 1,010 | 1,030 |")
        .contains("| dynamast over single-master | 1.30 | 0.84 (0.83 to 0.84) | 0.92 (")
        .contains("| 64 | dynamast | 2.0 % | 1.0 % |")
        .contains("the paper has 1.30, these runs have 0.84")
        .contains("![", "(plot.svg)", RECORD.command(), "2 cores", RECORD.conditions());
    for (String missing : Contests.missing(first().experiment())) {
      assertThat(page).contains("| dynamast over " + missing + " |").contains("**Left out**");
    }
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void thePageNamesTheSchemeThatWasMeasured(Experiment experiment) {
    String page = MarkdownReport.of(findings(experiment, ExperimentLength.SHORT), "plot.svg");
    List<String> measured =
        experiment.ratios().stream().map(ratio -> ratio.over().line()).distinct().toList();
    if (measured.size() == 1) {
      assertThat(page).contains("| ratio | paper | " + measured.get(0) + " |");
    }
    if (measured.stream().noneMatch(line -> line.startsWith(Line.DYNAMAST))) {
      assertThat(page.lines().filter(line -> line.startsWith("| ratio")))
          .noneMatch(line -> line.contains(Line.AS_PUBLISHED));
    }
  }

  @Test
  void noDifferenceIsToldWhereTheTwoAreNear() {
    PaperRatio near =
        new PaperRatio("near", Cell.best(Line.DYNAMAST), Cell.best("single-master"), 0.9, false);
    assertThat(new PaperComparison(near, Spread.of(0.84), Spread.NONE).difference(first()))
        .isEmpty();
    assertThat(new PaperComparison(near.asBound(), Spread.of(0.2), Spread.NONE).agrees()).isTrue();
    assertThat(new PaperComparison(near, Spread.of(0.2), Spread.NONE).agrees()).isFalse();
  }

  @Test
  void aRunThatBrokeAnInvariantIsNotHidden() {
    ExperimentFindings good = first();
    List<JsonNode> runs = new ArrayList<>(good.runs());
    runs.set(0, ((ObjectNode) runs.get(0).deepCopy()).put("good", false));
    ExperimentFindings bad =
        new ExperimentFindings(good.experiment(), good.form(), good.record(), runs);
    assertThat(bad.isGood()).isFalse();
    assertThat(MarkdownReport.of(bad, "plot.svg")).contains("broke an invariant");
  }

  @ParameterizedTest
  @MethodSource("experiments")
  @InTurn(oneIn = 3)
  void theJsonCanBeReadAndHoldsEachRun(Experiment experiment) throws Exception {
    ExperimentFindings findings = findings(experiment, ExperimentLength.SHORT);
    JsonNode json = MAPPER.readTree(ExperimentJson.of(findings).toPrettyString());
    assertThat(json.path("id").asText()).isEqualTo(experiment.id());
    assertThat(json.path("command").asText()).isEqualTo(RECORD.command());
    assertThat(json.at("/form/seed").asLong()).isEqualTo(1);
    assertThat(json.at("/machine/cores").asInt()).isEqualTo(2);
    assertThat(json.path("runs")).hasSize(findings.runs().size());
    assertThat(json.path("rounds").asInt()).isEqualTo(3);
    assertThat(json.path("ratios")).hasSize(experiment.ratios().size());
  }
}
