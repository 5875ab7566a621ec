package org.thetisdb.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.ExperimentMachine;
import org.thetisdb.lab.experiment.catalogue.Catalogue;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.estimate.Hold;
import org.thetisdb.router.estimate.Steps;
import org.thetisdb.router.estimate.WorkloadProfile;
import org.thetisdb.router.scheme.registry.RouterSchemes;

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

  /** Runs of schemes under which nobody begins anew, and whose masters stay. */
  private static Stream<JsonNode> calm(ExperimentFindings findings) {
    return findings.runs().stream()
        .filter(run -> !beginsAnew(said(findings, run)))
        .filter(run -> !schemeOf(run).has(Trait.LEARNS_PLACEMENT))
        .filter(run -> !schemeOf(run).has(Trait.MOVES_ROWS));
  }

  private static boolean beginsAnew(CallWork call) {
    return call.holds().stream().anyMatch(hold -> hold.others() == Hold.Others.BEGIN_ANEW);
  }

  private static SchemeSpec schemeOf(JsonNode run) {
    return SchemeRegistry.find(run.path("line").asText());
  }

  @Test
  void whatSchemesSayTheyDoIsAboutWhatWasCounted() throws IOException {
    ExperimentFindings findings = kept();
    List<JsonNode> calm = calm(findings).toList();
    assertThat(calm.stream().map(AdvisedTest::schemeOf).distinct()).hasSizeGreaterThan(10);
    for (JsonNode run : calm) {
      CallWork said = said(findings, run);
      Steps engines = said.once().and(said.eachRun().times(said.runs()));
      assertCounted(run, "router_tasks", said.router().of(Work.ROUTER_TASK) * said.runs());
      assertCounted(run, "engine_tasks", engines.of(Work.ENGINE_TASK));
      assertCounted(run, "rows_read", engines.of(Work.ROW_READ));
      assertCounted(
          run, "rows_written", engines.of(Work.ROW_WRITTEN) + engines.of(Work.ROW_COMMITTED));
    }
  }

  /** The way that costs least; the workload is that which the first line has seen. */
  private static CallWork said(ExperimentFindings findings, JsonNode run) {
    String point = run.path("point").asText();
    JsonNode first =
        findings.runs().stream()
            .filter(each -> each.path("point").asText().equals(point))
            .findFirst()
            .orElseThrow();
    WorkloadProfile profile =
        new ObjectMapper().convertValue(first.path("profile"), WorkloadProfile.class);
    int sites =
        findings.points().stream()
            .filter(each -> each.label().equals(point))
            .findFirst()
            .orElseThrow()
            .sites();
    return RouterSchemes.SHIPPED
        .describe(schemeOf(run), new CallLoad(profile, sites, run.path("clients").asInt()))
        .get(0);
  }

  private static void assertCounted(JsonNode run, String what, double said) {
    assertThat(said / run.path("work_per_txn").path(what).asDouble())
        .as("%s of %s in %s", what, run.path("line"), run.path("point"))
        .isBetween(0.55, 1.6);
  }

  @Test
  void thePageTellsIt() throws IOException {
    ExperimentFindings findings = kept();
    assertThat(MarkdownReport.of(findings, "plot.svg"))
        .contains("## What the advisor says")
        .contains("| " + Advised.of(findings).get(0).point() + " | partition-store |");
  }
}
