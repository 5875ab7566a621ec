package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * A router or a site meets a fault that nobody foresaw: it stops, another life of it recovers, and
 * the clients go on.
 */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class EngineFaultTest {
  private EmbeddedCluster cluster;
  private Bystanders bystanders;

  /** What nobody foresaw. */
  private static final class TestFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TestFault() {
      super("a fault that a test made");
    }
  }

  private static void fault() {
    throw new TestFault();
  }

  @BeforeEach
  void open(EmbeddedCluster running) throws InterruptedException {
    cluster = running;
    bystanders = Bystanders.start(cluster.clientAddress().toString(), 4);
    bystanders.goOn(100);
  }

  @AfterEach
  void nothingIsLost() throws InterruptedException {
    try {
      bystanders.assertUnharmed();
      assertThat(cluster.failed()).isNotDone();
    } finally {
      bystanders.close();
    }
  }

  private StatusView status() {
    try (ThetisClient client = ThetisClient.connect(cluster.clientAddress().toString())) {
      return StatusView.parse(client.status());
    }
  }

  @Test
  void anotherRouterLeadsAtTheSameAddress() throws InterruptedException {
    String address = cluster.clientAddress().toString();
    int epoch = status().root().get("epoch").asInt();
    ((RouterProcess) cluster.router().current()).execute(EngineFaultTest::fault);
    bystanders.goOn(200);
    assertThat(status().root().get("epoch").asInt()).isGreaterThan(epoch);
    assertThat(cluster.clientAddress()).hasToString(address);
  }

  @Test
  void anotherIncarnationOfTheSiteServes() throws InterruptedException {
    int before = incarnation(2);
    cluster.site(2).execute(EngineFaultTest::fault);
    bystanders.goOn(400);
    while (incarnation(2) == before) {
      bystanders.goOn(10);
    }
  }

  private int incarnation(int site) {
    return status().root().get("per_site").get(site - 1).get("incarnation").asInt();
  }

  @Test
  void aRouterOfItsOwnProcessEndsWithTheReason() {
    RouterProcess standby =
        RouterProcess.start(cluster.settings().with(NetworkSettings.LISTEN_PORT, 0));
    try {
      standby.execute(EngineFaultTest::fault);
      ThetisException reason = standby.awaitEnd();
      assertThat(reason.code()).isEqualTo(ErrorCode.INTERNAL);
      assertThat(reason).hasMessageContaining("a fault that a test made");
      assertThat(reason).hasCauseInstanceOf(TestFault.class);
    } finally {
      standby.close();
    }
  }
}
