package org.thetisdb.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.ExperimentMachine;
import org.thetisdb.lab.experiment.catalogue.Catalogue;

/** The advisor beside figures that were measured in workloads that it was not fitted to. */
class AdvisedTest {
  private static final Path KEPT =
      Path.of("..", "docs", "results", "advice-check-simulated", "result.json");

  private static ExperimentFindings kept() throws IOException {
    JsonNode json = new ObjectMapper().readTree(KEPT.toFile());
    List<JsonNode> runs = new ArrayList<>();
    json.path("runs").forEach(runs::add);
    ExperimentMachine machine = ExperimentMachine.ofThisProcess();
    return new ExperimentFindings(
        Catalogue.find("advice-check").orElseThrow(),
        ExperimentLength.simulated(false),
        new ExperimentFindings.RunRecord("", "", "", machine, ""),
        runs);
  }

  @Test
  void theSchemeThatIsAdvisedIsWithinATenthOfTheBest() throws IOException {
    List<Advised> all = Advised.of(kept());
    assertThat(all).hasSize(6);
    assertThat(all).allSatisfy(one -> assertThat(one.share()).as(one.text()).isGreaterThan(0.9));
  }

  @Test
  void itIsNotOneSchemeForAll() throws IOException {
    assertThat(Advised.of(kept()).stream().map(Advised::advised).distinct())
        .hasSizeGreaterThanOrEqualTo(3);
  }

  @Test
  void whatIsExpectedOfItIsNotFarFromWhatItDid() throws IOException {
    assertThat(Advised.of(kept()))
        .allSatisfy(
            one -> assertThat(one.expected() / one.measured()).as(one.text()).isBetween(0.7, 1.4));
  }

  @Test
  void thePageTellsIt() throws IOException {
    ExperimentFindings findings = kept();
    assertThat(MarkdownReport.of(findings, "plot.svg"))
        .contains("## What the advisor says")
        .contains("| " + Advised.of(findings).get(0).point() + " | partition-store |");
  }
}
