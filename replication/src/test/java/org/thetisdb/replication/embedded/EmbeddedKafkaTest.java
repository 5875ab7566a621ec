package org.thetisdb.replication.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.utils.Exit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.replication.testing.Inbox;

@Tag("cluster")
final class EmbeddedKafkaTest {
  @TempDir Path dir;

  @Test
  void bothServersStartSideBySide() {
    try (EmbeddedServices services = EmbeddedServices.start(dir, fault -> {})) {
      assertThat(services.kafka().port()).isNotEqualTo(services.zooKeeper().port()).isPositive();
      assertThat(services.kafka().host()).isEqualTo("127.0.0.1");
      assertThat(services.zooKeeper().host()).isEqualTo("127.0.0.1");
    }
  }

  /** Another user of the machine reaches both ports, and cannot read the files. */
  @Test
  void strangersGetNothingOfEither() throws Exception {
    try (EmbeddedServices services = EmbeddedServices.start(dir, fault -> {})) {
      ZooKeeper stranger = new ZooKeeper(services.zooKeeper().toString(), 2_000, event -> {});
      try {
        stranger.addAuthInfo("digest", "thetis:guessed".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> stranger.getChildren("/", false))
            .isInstanceOf(KeeperException.class);
        assertThatThrownBy(
                () ->
                    stranger.create("/x", new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT))
            .isInstanceOf(KeeperException.class);
      } finally {
        stranger.close();
      }
      assertThatThrownBy(() -> topics(services, Map.of())).isInstanceOf(ExecutionException.class);
      Map<String, Object> guessed =
          Map.of(
              "security.protocol",
              "SASL_PLAINTEXT",
              "sasl.mechanism",
              "PLAIN",
              "sasl.jaas.config",
              "org.apache.kafka.common.security.plain.PlainLoginModule required"
                  + " username=\"thetis\" password=\"guessed\";");
      assertThatThrownBy(() -> topics(services, guessed))
          .hasCauseInstanceOf(SaslAuthenticationException.class);
      Properties own = new Properties();
      own.load(Files.newBufferedReader(dir.resolve("kafka-login")));
      assertThat(topics(services, own)).isEmpty();
      assertThat(PosixFilePermissions.toString(mode("kafka-login"))).isEqualTo("rw-------");
      assertThat(PosixFilePermissions.toString(mode("zookeeper-login"))).isEqualTo("rw-------");
    }
  }

  private Set<PosixFilePermission> mode(String file) throws IOException {
    return Files.getPosixFilePermissions(dir.resolve(file));
  }

  private static Set<String> topics(EmbeddedServices services, Map<?, ?> security)
      throws Exception {
    Map<String, Object> settings = new HashMap<>();
    security.forEach((name, value) -> settings.put(name.toString(), value));
    settings.put("bootstrap.servers", services.kafka().toString());
    settings.put("default.api.timeout.ms", 2_000);
    settings.put("request.timeout.ms", 1_000);
    try (Admin admin = Admin.create(settings)) {
      return admin.listTopics().names().get();
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    try (EmbeddedZooKeeper zooKeeper =
        EmbeddedZooKeeper.start(dir.resolve("zookeeper"), Address.ANY_LOOPBACK)) {
      Address taken = zooKeeper.address();
      assertTaken(() -> EmbeddedKafka.start(dir.resolve("kafka"), taken).close(), taken);
      assertTaken(() -> EmbeddedZooKeeper.start(dir.resolve("second"), taken).close(), taken);
    }
  }

  private static void assertTaken(Runnable start, Address taken) {
    assertThatThrownBy(start::run)
        .isInstanceOfSatisfying(
            ThetisException.class,
            error -> assertThat(error.code()).isEqualTo(ErrorCode.PORT_IN_USE))
        .hasMessageContaining(taken.toString());
  }

  @Test
  void kafkaDoesNotEndTheProcess() {
    Inbox<String> faults = new Inbox<>();
    KafkaFaults.listen(faults::put);
    assertThatThrownBy(() -> Exit.halt(1)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Exit.exit(1, "because")).isInstanceOf(IllegalStateException.class);
    assertThat(faults.next()).contains("status 1");
    assertThat(faults.next()).isEqualTo("because");
  }
}
