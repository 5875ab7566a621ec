package org.thetisdb.replication.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.kafka.common.utils.Exit;
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
