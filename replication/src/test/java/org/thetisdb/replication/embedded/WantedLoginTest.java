package org.thetisdb.replication.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.config.SecretProperties;
import org.thetisdb.core.config.ServiceSettings;
import org.thetisdb.core.config.Setting;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.security.PrivateFile;
import org.thetisdb.replication.log.kafka.Durability;
import org.thetisdb.replication.log.kafka.KafkaCommitLog;
import org.thetisdb.replication.log.kafka.KafkaLogSettings;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.zookeeper.ZooKeeperMembership;
import org.thetisdb.replication.membership.zookeeper.ZooKeeperSettings;
import org.thetisdb.replication.testing.Inbox;
import org.thetisdb.replication.testing.ThreadScheduler;

/** Processes that know nothing of the login that Kafka and ZooKeeper ask for, or a wrong one. */
@Tag("cluster")
final class WantedLoginTest {
  private static final int PATIENCE_MS = 4_000;

  @TempDir Path dir;
  private EmbeddedServices services;
  private final ThreadScheduler scheduler = new ThreadScheduler("stranger");

  @BeforeEach
  void start() {
    services = EmbeddedServices.start(dir, fault -> {});
  }

  @AfterEach
  void stop() {
    scheduler.close();
    services.close();
  }

  private SecretProperties secret(Setting<String> setting, String text) throws IOException {
    Path file = dir.resolve("guess");
    Files.deleteIfExists(file);
    PrivateFile.write(file, text);
    return SecretProperties.of(
        ThetisSettings.builder().flag(setting.name(), file.toString()).build(),
        setting,
        name -> true);
  }

  private ThetisException atZooKeeper(SecretProperties login) {
    ZooKeeperSettings settings =
        new ZooKeeperSettings(
                services.zooKeeper().toString(), "/thetis/bank", 10_000, PATIENCE_MS, login)
            .withSecurity(login);
    ClusterSettings wanted = new ClusterSettings("bank", 3, 100, FirstMaster.SCATTERED);
    Inbox<RuntimeException> answer = new Inbox<>();
    try (ZooKeeperMembership membership = new ZooKeeperMembership(settings, scheduler.clock())) {
      membership.cluster(wanted, scheduler, result -> answer.put(result.error()));
      return (ThetisException) answer.next();
    }
  }

  private ThetisException atKafka(SecretProperties login) {
    KafkaLogSettings settings =
        KafkaLogSettings.of(services.kafka().toString(), "bank", Durability.PROCESS)
            .withTimeouts(PATIENCE_MS, PATIENCE_MS)
            .withSecurity(login);
    Inbox<RuntimeException> answer = new Inbox<>();
    try (KafkaCommitLog log = new KafkaCommitLog(settings)) {
      log.ensureLog(1, scheduler, answer::put);
      return (ThetisException) answer.next();
    }
  }

  @Test
  void zooKeeperWithoutALoginNamesTheSetting() {
    ThetisException error = atZooKeeper(SecretProperties.none());
    assertThat(error.code()).isEqualTo(ErrorCode.ZOOKEEPER_UNREACHABLE);
    assertThat(error.getMessage())
        .contains("it asks for a login", "zookeeper.security_file", "kafka.security_file");
  }

  @Test
  void zooKeeperWithAWrongLoginSaysSo() throws IOException {
    ThetisException error =
        atZooKeeper(secret(ServiceSettings.ZOOKEEPER_SECURITY_FILE, "auth=thetis:guessed"));
    assertThat(error.getMessage()).contains("it refuses the login of zookeeper.security_file");
  }

  @Test
  void kafkaWithoutALoginNamesTheSetting() {
    ThetisException error = atKafka(SecretProperties.none());
    assertThat(error.code()).isEqualTo(ErrorCode.KAFKA_UNREACHABLE);
    assertThat(error.getMessage()).contains("if it asks for a login", "kafka.security_file");
  }

  @Test
  void kafkaWithAWrongLoginSaysSo() throws IOException {
    List<String> lines =
        List.of(
            "security.protocol=SASL_PLAINTEXT",
            "sasl.mechanism=PLAIN",
            "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required"
                + " username=\"thetis\" password=\"guessed\";");
    ThetisException error =
        atKafka(secret(ServiceSettings.KAFKA_SECURITY_FILE, String.join("\n", lines)));
    assertThat(error.getMessage()).contains("it refuses the login of kafka.security_file");
  }
}
