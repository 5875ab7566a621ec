package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;
import org.thetisdb.core.config.ServiceSettings;
import org.thetisdb.core.config.Setting;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.process.ThetisProcess;
import org.thetisdb.replication.embedded.DataDirectory;

/**
 * A command that cannot start says why in one line, with a code and what to do, and ends with 1.
 */
@Tag("cluster")
@Timeout(120)
@InTurn(oneIn = 5, whole = true)
final class StartTroubleTest {
  /** Nobody listens here: it is a port of a service that has long been given up. */
  private static final String NOBODY = "127.0.0.1:1";

  @TempDir private Path directory;

  private static void assertFailsWith(String start, String mentioned, String... command) {
    CommandRun run = CommandRun.of(command);
    assertThat(run.err()).startsWith(start).contains(mentioned).doesNotContain("\tat ");
    assertThat(run.err().lines()).as(run.err()).hasSize(1);
    assertThat(run.status()).isEqualTo(1);
  }

  private static ServerSocket takenPort() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @Test
  @ExtendWith(SharedCluster.class)
  void aPortInUseIsNamed(EmbeddedCluster services) throws IOException {
    try (ServerSocket taken = takenPort()) {
      String port = Integer.toString(taken.getLocalPort());
      String[] where = with(servicesOf(services), "--cluster", "ports");
      assertFailsWith("T6002: ", ":" + port, with(where, "router", "--port", port));
      assertFailsWith(
          "T6002: ", ":" + port, with(where, site("1", "--listen", "127.0.0.1:" + port)));
    }
  }

  @Test
  void aWholeClusterOnAPortInUseStopsAgain() throws IOException {
    try (ServerSocket taken = takenPort()) {
      String port = Integer.toString(taken.getLocalPort());
      String data = directory.resolve("d").toString();
      assertFailsWith("T6002: ", ":" + port, "start", "--data", data, "--port", port);
    }
  }

  @Test
  void theDataDirectoryOfAnotherClusterIsLeftAlone() {
    DataDirectory.open(directory, "orchard").close();
    assertFailsWith(
        "T6005: ", "belongs to cluster \"orchard\"", "start", "--data", directory.toString());
  }

  @Test
  void aDataDirectoryInUseIsNamed() {
    try (DataDirectory inUse = DataDirectory.open(directory, "thetis")) {
      assertThat(inUse.path()).isEqualTo(directory);
      assertFailsWith("T6006: ", directory.toString(), "start", "--data", directory.toString());
    }
  }

  @Test
  void aDataDirectoryThatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "no directory");
    assertFailsWith("T6007: ", file.toString(), "start", "--data", file.toString());
    String inside = file.resolve("deeper").toString();
    assertFailsWith("T6007: ", inside, "start", "--data", inside);
    assertFailsWith("T6007: ", inside, "site", "--id", "1", "--data", inside);
  }

  /** Three at once, as processes: each looks for ten seconds. */
  @Test
  @ExtendWith(SharedCluster.class)
  @InTurn(oneIn = 6)
  void servicesThatCannotBeReachedAreNamedWithTheirAddress(EmbeddedCluster services)
      throws Exception {
    String zooKeeper = services.settings().get(ServiceSettings.ZOOKEEPER_ADDRESS);
    String file = services.settings().get(ServiceSettings.ZOOKEEPER_SECURITY_FILE);
    String login = ServiceSettings.ZOOKEEPER_SECURITY_FILE.name() + "=" + file;
    try (ThetisProcess router = thetis("router", "--port", "0", "--zookeeper", NOBODY);
        ThetisProcess site = thetis(site("1", "--zookeeper", NOBODY));
        ThetisProcess other =
            thetis(
                with(
                    new String[] {"--kafka", NOBODY, "--zookeeper", zooKeeper, "--set", login},
                    site("1", "--cluster", "deserted")))) {
      assertThat(router.awaitExit()).isEqualTo(1);
      assertThat(router.output().lines().skip(1)) // after "The router listens at ..."
          .singleElement()
          .asString()
          .startsWith("T6004: ZooKeeper cannot be reached at " + NOBODY);
      assertThat(site.awaitExit()).isEqualTo(1);
      assertThat(site.output()).startsWith("T6004: ").contains(NOBODY).hasLineCount(1);
      assertThat(other.awaitExit()).isEqualTo(1);
      // Its ZooKeeper is there; a busy machine may have it warn that it had to wait for that.
      assertThat(other.output().lines().filter(line -> !line.contains(" WARN ")))
          .singleElement()
          .asString()
          .startsWith("T6003: ")
          .contains(NOBODY);
    }
  }

  private static ThetisProcess thetis(String... command) throws IOException {
    return ThetisProcess.start("org.thetisdb.cli.Main", command);
  }

  @Test
  @ExtendWith(SharedCluster.class)
  void aSiteThatTheClusterDoesNotHaveIsRefused(EmbeddedCluster services) {
    assertFailsWith("T6011: ", "add-site", site("4", servicesOf(services)));
  }

  /** Where Kafka and ZooKeeper of a cluster are, and the files with their passwords. */
  private static String[] servicesOf(EmbeddedCluster cluster) {
    List<String> flags = new ArrayList<>();
    for (Setting<String> setting :
        List.of(
            ServiceSettings.KAFKA_ADDRESS,
            ServiceSettings.KAFKA_SECURITY_FILE,
            ServiceSettings.ZOOKEEPER_ADDRESS,
            ServiceSettings.ZOOKEEPER_SECURITY_FILE)) {
      flags.add("--set");
      flags.add(setting.name() + "=" + cluster.settings().get(setting));
    }
    return flags.toArray(String[]::new);
  }

  private String[] site(String id, String... flags) {
    String data = directory.resolve("checkpoints").toString();
    return with(flags, "site", "--id", id, "--data", data);
  }

  private static String[] with(String[] common, String... first) {
    String[] all = new String[first.length + common.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(common, 0, all, first.length, common.length);
    return all;
  }
}
