package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.testing.InTurn;

/** The scheme of a real cluster is changed while clients deposit, and outlives its processes. */
@Tag("cluster")
@InTurn(oneIn = 5, from = 4, whole = true)
final class SchemeChangeClusterTest {
  private static final int CUSTOMERS = 2_000;
  private static final int DEPOSITORS = 4;
  private static final int DEPOSITS_BETWEEN = 200;
  private static final String LAST = SchemeRegistry.ARIA.name();
  private static final List<String> VISITED =
      List.of(
          SchemeRegistry.SINGLE_MASTER.name(),
          LAST,
          SchemeRegistry.MULTI_MASTER.name(),
          SchemeRegistry.DYNAMAST.name(),
          SchemeRegistry.PARTITION_STORE.name(),
          LAST);

  @TempDir private Path data;

  @Test
  void clientsGoOnWhileTheSchemeChangesAndARestartKeepsIt() throws Exception {
    try (EmbeddedCluster cluster = start();
        ThetisClient client = ThetisClient.connect(urlOf(cluster))) {
      Depositors depositors = new Depositors(client, CUSTOMERS, DEPOSITORS);
      for (String scheme : VISITED) {
        awaitMore(depositors);
        assertThat(admin(cluster, scheme)).contains("Scheme " + scheme + " is in force");
      }
      awaitMore(depositors);
      depositors.stopAndCheck(client);
      assertThat(StatusView.parse(client.compareReplicas()).root().path("equal").asBoolean())
          .isTrue();
      assertThat(admin(cluster)).contains(LAST + " is in force, since change " + VISITED.size());
    }
    try (EmbeddedCluster cluster = start()) {
      assertThat(admin(cluster)).contains(LAST + " is in force, since change " + VISITED.size());
    }
  }

  @Test
  void aDryRunAndARefusalSayWhyAndChangeNothing() {
    try (EmbeddedCluster cluster = start()) {
      assertThat(admin(cluster, "multi-master", "--dry-run"))
          .contains("Nothing is changed. Scheme multi-master would take the place of dynamast.");
      CommandRun refused = run(cluster, SchemeRegistry.SCHISM.name());
      assertThat(refused.status()).isNotZero();
      assertThat(refused.err()).contains("T3011", "it needs a placement; give one");
      assertThat(admin(cluster)).contains("dynamast is in force, which the cluster was made with");
    }
  }

  @Test
  void adviceLooksAtWhatClientsDoAndSaysWhenTheyDoNothing() throws Exception {
    try (EmbeddedCluster cluster = start();
        ThetisClient client = ThetisClient.connect(urlOf(cluster))) {
      CommandRun idle = command(cluster, "advise", "--seconds", "1");
      assertThat(idle.status()).isEqualTo(1);
      assertThat(idle.out()).contains("nobody has committed anything for 1 s");
      Depositors depositors = new Depositors(client, CUSTOMERS, DEPOSITORS);
      CommandRun advice = command(cluster, "advise", "--seconds", "1");
      depositors.stopAndCheck(client);
      assertThat(advice.status()).as(advice.err()).isZero();
      assertThat(advice.out())
          .contains("transactions/s under dynamast", "an update writes 1.0 rows")
          .contains("partition-store", "Advice: ");
    }
  }

  private EmbeddedCluster start() {
    Map<String, String> flags =
        Map.of(BasicSettings.CLUSTER_SITES.name(), "2", NetworkSettings.LISTEN_PORT.name(), "0");
    return EmbeddedCluster.start(
        ThetisSettings.builder().flags(flags).build(), data, (what, seconds) -> {});
  }

  private static String urlOf(EmbeddedCluster cluster) {
    return cluster.clientAddress().toString();
  }

  private static void awaitMore(Depositors depositors) throws InterruptedException {
    long wanted = depositors.acknowledged() + DEPOSITS_BETWEEN;
    while (depositors.acknowledged() < wanted) {
      Thread.sleep(1);
    }
  }

  private static String admin(EmbeddedCluster cluster, String... arguments) {
    CommandRun run = run(cluster, arguments);
    assertThat(run.status()).as(run.err()).isZero();
    return run.out();
  }

  private static CommandRun run(EmbeddedCluster cluster, String... arguments) {
    return command(cluster, "scheme", arguments);
  }

  private static CommandRun command(EmbeddedCluster cluster, String name, String... arguments) {
    List<String> line = new ArrayList<>(List.of("admin", name, "--url", urlOf(cluster)));
    line.addAll(List.of(arguments));
    return CommandRun.of(line.toArray(String[]::new));
  }
}
