package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.testing.InTurn;

/** An experiment of seconds on real clusters, with all that it writes. */
@Tag("cluster")
class ExperimentClusterTest {
  @TempDir private Path directory;

  @Test
  @InTurn(oneIn = 13, from = 12)
  void twoFiguresOfOneWorkloadShareTheirRunsAndEachHasItsResult() throws Exception {
    CommandRun run =
        CommandRun.of(
            ("experiment dynamast-7a dynamast-7b --short --runs 1 --duration 1 --warm-up 1"
                    + " --clients 8 --shrink 1000 --out "
                    + directory)
                .split(" "));
    assertThat(run.status()).as(run.out() + run.err()).isZero();
    for (String id : new String[] {"dynamast-7a", "dynamast-7b"}) {
      Path result = directory.resolve(id);
      JsonNode json = new ObjectMapper().readTree(result.resolve("result.json").toFile());
      assertThat(json.path("runs").size()).isEqualTo(json.path("lines").size()).isPositive();
      assertThat(json.path("good").asBoolean()).isTrue();
      assertThat(json.path("command").asText()).startsWith("./thetis experiment dynamast-7a");
      for (JsonNode summary : json.path("summary")) {
        assertThat(summary.path("median").asDouble()).as(summary.toString()).isPositive();
      }
      assertThat(result.resolve("plot.svg")).content().startsWith("<svg").endsWith("</svg>\n");
      assertThat(result.resolve("README.md")).content().contains("| dynamast over single-master");
    }
  }
}
