package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.process.ThetisProcess;

/** Sites that are processes of their own come and go, and are killed, while clients deposit. */
@Tag("cluster")
final class ElasticClusterTest {
  private static final String MAIN = "org.thetisdb.cli.Main";
  private static final String SERVICES = "org.thetisdb.replication.embedded.Standalone";
  private static final int CUSTOMERS = 20_000;
  private static final int DEPOSITORS = 4;
  private static final long LOOK_MS = 2;
  private static final long PATIENCE_NS = 120_000_000_000L;

  @TempDir private Path data;
  private final Deque<ThetisProcess> processes = new ArrayDeque<>();
  private String[] where;

  @Test
  @InTurn(oneIn = 13, from = 10)
  void noDepositIsLostWhileSitesJoinLeaveAndAreKilled() throws Exception {
    try {
      String kafka = startServices();
      startSite(1).address();
      ThetisProcess second = startSite(2);
      ThetisProcess third = startSite(3);
      second.address();
      third.address();
      ThetisProcess router = start(MAIN, with("router", "--port", "0"));
      try (ThetisClient client = ThetisClient.connect(router.address())) {
        Depositors depositors = new Depositors(client, CUSTOMERS, DEPOSITORS);
        await("the logs are cut", () -> LogBeginning.of(kafka, "thetis", 1) > 0);

        client.changeSite(4, SiteStanding.JOINING);
        ThetisProcess fourth = startSite(4);
        awaitSite(client, 4, site -> site.path("copied_slices").asLong() > 0);
        fourth.kill();
        assertThat(fourth.output()).as("killed while it copied").doesNotContain("serves at");
        startSite(4).address();
        awaitSite(client, 4, ElasticClusterTest::isReady);

        awaitSite(client, 4, site -> site.path("mastered_share").asDouble() > 0.1);

        client.changeSite(2, SiteStanding.DRAINING);
        assertThat(second.awaitExit()).isZero();
        awaitSite(client, 2, ElasticClusterTest::hasLeft);

        client.changeSite(3, SiteStanding.DRAINING);
        third.kill();
        awaitSite(client, 3, ElasticClusterTest::hasLeft);

        depositors.stopAndCheck(client);
        assertThat(StatusView.parse(client.compareReplicas()).root().path("equal").asBoolean())
            .isTrue();
      }
    } finally {
      processes.forEach(ThetisProcess::close);
    }
  }

  private String startServices() throws Exception {
    ThetisProcess zooKeeper =
        start(SERVICES + "ZooKeeper", "--port", "0", "--data-dir", data.resolve("z").toString());
    ThetisProcess kafka =
        start(SERVICES + "Kafka", "--port", "0", "--data-dir", data.resolve("k").toString());
    where = new String[] {"--zookeeper", zooKeeper.address(), "--kafka", kafka.address()};
    return kafka.address();
  }

  private ThetisProcess startSite(int id) throws Exception {
    return start(
        MAIN,
        with(
            "site",
            "--id",
            Integer.toString(id),
            "--data",
            data.resolve("site-" + id)
                .toString(), // where another's are, it starts from one of those
            "--set",
            "checkpoint.interval_ms=500",
            "--set",
            "checkpoint.kept=1"));
  }

  private ThetisProcess start(String mainClass, String... arguments) throws Exception {
    ThetisProcess process = ThetisProcess.start(mainClass, arguments);
    processes.push(process);
    return process;
  }

  private String[] with(String... first) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of("--set", "partition.keys=0"));
    all.addAll(List.of(where));
    return all.toArray(String[]::new);
  }

  private static boolean isReady(JsonNode site) {
    return site.path("state").asText().equals("ready");
  }

  private static boolean hasLeft(JsonNode site) {
    return site.path("state").asText().equals("left");
  }

  private static void awaitSite(ThetisClient client, int id, Predicate<JsonNode> wanted)
      throws Exception {
    await(
        "site " + id + " is where it should be",
        () -> {
          for (JsonNode site : StatusView.parse(client.status()).root().path("per_site")) {
            if (site.path("site").asInt() == id && wanted.test(site)) {
              return true;
            }
          }
          return false;
        });
  }

  private static void await(String what, Callable<Boolean> wanted) throws Exception {
    long beginNs = System.nanoTime();
    while (!wanted.call()) {
      Thread.sleep(LOOK_MS);
      assertThat(System.nanoTime() - beginNs).as("time until %s", what).isLessThan(PATIENCE_NS);
    }
  }
}
