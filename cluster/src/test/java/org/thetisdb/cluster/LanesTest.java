package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.testing.InTurn;

/** Two sites with two lanes each, on a real log: what the simulation says of lanes holds there. */
@Tag("cluster")
@Timeout(120)
@InTurn(oneIn = 4, from = 1, whole = true)
final class LanesTest {
  private static final int CUSTOMERS = 4;

  @TempDir private Path data;

  private static EmbeddedCluster start(Path data) {
    Settings settings =
        Settings.of(ThetisSettings.ALL)
            .build()
            .with(NetworkSettings.LISTEN_PORT, 0)
            .with(BasicSettings.CLUSTER_SITES, 2)
            .with(BasicSettings.SITE_LANES, 2)
            .with(SiteSettings.CHECKPOINT_INTERVAL_MS, 1_000);
    return EmbeddedCluster.start(settings, data, (what, seconds) -> {});
  }

  @Test
  void lanesBeginAnewTogetherAndCustomersLoseNothing() throws InterruptedException {
    try (EmbeddedCluster cluster = start(data);
        Bystanders customers = Bystanders.start(cluster.clientAddress().toString(), CUSTOMERS)) {
      customers.goOn(100);
      List<Integer> before = incarnations(cluster.clientAddress());
      assertThat(before).hasSize(4);
      cluster.site(2).execute(LanesTest::fault);
      customers.goOn(400);
      while (!areNew(before, incarnations(cluster.clientAddress()), 3, 4)) {
        customers.goOn(10);
      }
      assertThat(incarnations(cluster.clientAddress()).subList(0, 2))
          .as("the lanes of the other site go on")
          .isEqualTo(before.subList(0, 2));
      customers.assertUnharmed();
    }
    try (EmbeddedCluster again = start(data)) {
      assertThat(areNew(List.of(1, 1, 1, 1), incarnations(again.clientAddress()), 1, 2, 3, 4))
          .isTrue();
    }
  }

  private static void fault() {
    throw new IllegalStateException("a fault that a test made");
  }

  private static boolean areNew(List<Integer> before, List<Integer> now, int... sites) {
    return IntStream.of(sites).allMatch(site -> now.get(site - 1) > before.get(site - 1));
  }

  private static List<Integer> incarnations(Address address) {
    try (ThetisClient client = ThetisClient.connect(address.toString())) {
      StatusView status = StatusView.parse(client.status());
      return IntStream.range(0, status.root().get("per_site").size())
          .mapToObj(i -> status.root().get("per_site").get(i).get("incarnation").asInt())
          .toList();
    }
  }
}
