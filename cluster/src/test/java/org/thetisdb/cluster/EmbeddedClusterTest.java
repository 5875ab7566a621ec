package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.utils.Exit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.ServiceSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** A cluster in one process that loses for good what it cannot do without. */
@Tag("cluster")
@Timeout(120)
final class EmbeddedClusterTest {
  @TempDir private Path directory;

  @Test
  void workOnAClusterWhoseKafkaGaveUpEndsWithTheReason() {
    Settings settings = ThetisSettings.builder().build().with(NetworkSettings.LISTEN_PORT, 0);
    try (EmbeddedCluster cluster = EmbeddedCluster.start(settings, directory, (what, s) -> {})) {
      Thread kafka = new Thread(EmbeddedClusterTest::kafkaWantsToEnd);
      assertThatThrownBy(() -> cluster.whileItRuns(() -> waitWhile(kafka)))
          .isInstanceOfSatisfying(
              ThetisException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.KAFKA_UNREACHABLE))
          .hasMessageContaining(cluster.settings().get(ServiceSettings.KAFKA_ADDRESS))
          .hasMessageContaining("the disk is full");
    }
  }

  @Test
  void aClientOfAClusterWhoseKafkaGaveUpHearsThatItIsGone() throws Exception {
    Settings settings = ThetisSettings.builder().build().with(NetworkSettings.LISTEN_PORT, 0);
    try (EmbeddedCluster cluster = EmbeddedCluster.start(settings, directory, (what, s) -> {});
        Connection client =
            DriverManager.getConnection(
                "jdbc:thetis://" + cluster.clientAddress() + "/?reconnectTimeoutMs=500");
        Statement statement = client.createStatement()) {
      statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
      kafkaWantsToEnd();
      assertThat(cluster.awaitEnd().code()).isEqualTo(ErrorCode.KAFKA_UNREACHABLE);
      assertThatThrownBy(() -> insertUntilRefused(statement))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).startsWith("08"));
    }
  }

  private static void insertUntilRefused(Statement statement) throws SQLException {
    for (int id = 0; ; id++) {
      statement.execute("INSERT INTO t VALUES (" + id + ")");
    }
  }

  private static Object waitWhile(Thread kafka) throws InterruptedException {
    kafka.start();
    new CountDownLatch(1).await();
    return null;
  }

  /** As a broker does that cannot write: alone in its process it would end it. */
  private static void kafkaWantsToEnd() {
    try {
      Exit.halt(1, "the disk is full");
    } catch (IllegalStateException refused) {
      assertThat(refused).hasMessageContaining("status 1");
    }
  }
}
