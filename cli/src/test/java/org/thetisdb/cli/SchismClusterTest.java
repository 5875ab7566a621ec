package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.testing.InTurn;

/** From a trace of a real cluster over a placement to a cluster that serves it. */
@Tag("cluster")
@InTurn(oneIn = 5, from = 2, whole = true)
class SchismClusterTest {
  private static final String BANK =
      "bench smallbank --sites 3 --accounts 3000 --locality 20 --clients 16 --duration 4"
          + " --warm-up 1";

  private static final String BROUGHT_ABOUT =
      "0 partitions that have moved are elsewhere, 0 borders are to come";

  private static final Pattern DISTRIBUTED = Pattern.compile("distributed +([0-9,]+) transactions");
  private static final Pattern COMMITTED = Pattern.compile("\\n *all +([0-9,]+) ");

  @TempDir private Path directory;

  @Test
  @Tag("night")
  void aPlacementFromATraceLeavesFewTransactionsDistributed() {
    Path trace = directory.resolve("trace.txt");
    Path placement = directory.resolve("placement.txt");
    double byHash = distributedShare(run(BANK + " --scheme partition-store --trace " + trace));

    CommandRun place = run("admin place --from " + trace + " --sites 3 --out " + placement);
    assertThat(place.out()).contains("hash", "this one");

    double placed = distributedShare(run(BANK + " --scheme schism --placement " + placement));
    assertThat(byHash).isGreaterThan(0.1);
    assertThat(placed).isLessThan(byHash / 4);
  }

  @Test
  void schismWithoutAPlacementIsRefused() {
    CommandRun bench = CommandRun.of((BANK + " --scheme schism").split(" "));
    assertThat(bench.status()).isNotZero();
    assertThat(bench.err()).contains("needs a file that thetis admin place wrote");
  }

  /**
   * The cluster has ranges, as it has by default; the trace speaks of single values all the same.
   */
  @Test
  void aClusterFollowsAnAppliedPlacementAlsoAfterARestart() throws Exception {
    Path trace = directory.resolve("trace.txt");
    Path data = directory.resolve("data");
    try (EmbeddedCluster cluster = start(data, trace);
        ThetisClient client = ThetisClient.connect(cluster.clientAddress().toString())) {
      Depositors depositors = new Depositors(client, 400, 4);
      while (depositors.acknowledged() < 2_000) {
        Thread.sleep(1);
      }
      depositors.stopAndCheck(client);
    }
    try (EmbeddedCluster cluster = start(data, trace);
        ThetisClient client = ThetisClient.connect(cluster.clientAddress().toString())) {
      String url = " --url " + cluster.clientAddress();
      assertThat(run("admin place --from " + trace + " --apply --dry-run" + url).out())
          .contains("fits, and is not applied (change 0)");
      assertThat(run("admin place --from " + trace + " --apply" + url).out())
          .contains("is applied (change 1)", "Scheme dynamast does not follow one");
      run("admin scheme schism" + url);
      Depositors depositors = new Depositors(client, 400, 4);
      String shown = "";
      for (int i = 0; i < 600 && !shown.contains(BROUGHT_ABOUT); i++) {
        Thread.sleep(50);
        shown = run("admin place --show" + url).out();
      }
      depositors.stopAndCheck(client);
      assertThat(shown).contains(BROUGHT_ABOUT);
      assertThat(StatusView.parse(client.compareReplicas()).root().path("equal").asBoolean())
          .isTrue();
    }
    try (EmbeddedCluster cluster = start(data, trace)) {
      String url = " --url " + cluster.clientAddress();
      assertThat(run("admin place --show" + url).out())
          .contains("is applied (change 1). Scheme schism follows it");
      CommandRun refused = CommandRun.of(("admin place --take-back" + url).split(" "));
      assertThat(refused.err()).contains("T3013", "schism is in force, which needs one");
    }
  }

  private static EmbeddedCluster start(Path data, Path trace) {
    Map<String, String> flags =
        Map.of(
            BasicSettings.CLUSTER_SITES.name(),
            "2",
            NetworkSettings.LISTEN_PORT.name(),
            "0",
            BasicSettings.ROUTER_TRACE_FILE.name(),
            trace.toString());
    return EmbeddedCluster.start(
        ThetisSettings.builder().flags(flags).build(), data, (what, seconds) -> {});
  }

  private static CommandRun run(String line) {
    CommandRun run = CommandRun.of(line.split(" "));
    assertThat(run.status()).as(run.out() + run.err()).isZero();
    return run;
  }

  private static double distributedShare(CommandRun bench) {
    Matcher matcher = DISTRIBUTED.matcher(bench.out());
    assertThat(matcher.find()).as(bench.out()).isTrue();
    double distributed = Double.parseDouble(matcher.group(1).replace(",", ""));
    Matcher each = COMMITTED.matcher(bench.out());
    assertThat(each.find()).as(bench.out()).isTrue();
    return distributed / Double.parseDouble(each.group(1).replace(",", ""));
  }
}
