package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.Bystanders;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.process.ProcessCluster;
import org.thetisdb.lab.process.ThetisProcess;

/**
 * Parts of a cluster of processes are killed, or stopped for a while, under load. Afterwards the
 * clients go on, each session has seen all of its own work at any time, all that was acknowledged
 * is there, and no money is lost.
 *
 * <p>{@code -Djvm.test="-Xmx2g -Dthetis.long=true"} adds those that stop parts instead of killing
 * them.
 */
@Tag("cluster")
@Timeout(180)
final class OutageTest {
  private static final int CUSTOMERS = 6;
  private static final long OUTAGE_S = 10;

  @TempDir private static Path directory;
  private static ProcessCluster cluster;
  private Bystanders bystanders;

  @AfterAll
  static void stopCluster() {
    if (cluster != null) {
      cluster.close();
    }
  }

  /** The first test that is run starts the cluster. */
  @BeforeEach
  void open() throws Exception {
    if (cluster == null) {
      cluster = ProcessCluster.start(directory);
    }
    try {
      bystanders = Bystanders.start(cluster.routers(), CUSTOMERS);
      bystanders.goOn(300);
    } catch (CallException | AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + cluster.output(), e);
    }
  }

  @AfterEach
  void nothingIsLost() throws InterruptedException {
    if (bystanders == null) {
      return;
    }
    try {
      bystanders.assertUnharmed();
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + cluster.output(), e);
    } finally {
      bystanders.close();
    }
  }

  private static String leader() {
    try (ThetisClient client = ThetisClient.connect(cluster.routers())) {
      return StatusView.parse(client.status()).text("leader");
    }
  }

  @Test
  @InTurn(oneIn = 13)
  void aRouterThatIsKilledIsFollowedByTheOneThatStoodBy() throws Exception {
    String leader = leader();
    String killed = leader.equals(cluster.address("router 1")) ? "router 1" : "router 2";
    cluster.kill(killed);
    bystanders.goOn(300);
    assertThat(leader()).isNotEqualTo(leader);
    cluster.startAgain(killed);
    bystanders.goOn(300);
  }

  @Test
  @InTurn(oneIn = 13, from = 1)
  void aSiteThatIsKilledRecoversFromTheLogs() throws Exception {
    cluster.kill("site 2");
    TimeUnit.SECONDS.sleep(1); // work that needs it piles up
    cluster.startAgain("site 2");
    bystanders.goOn(600);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Kafka", "ZooKeeper"})
  @InTurn(oneIn = 13, from = 2)
  void aServiceThatIsKilledForTenSecondsIsWaitedFor(String service) throws Exception {
    cluster.kill(service);
    TimeUnit.SECONDS.sleep(OUTAGE_S);
    cluster.startAgain(service);
    bystanders.goOn(600);
  }

  /** What a bank and a checker of histories see of one loss after the other. */
  @Test
  @EnabledIfSystemProperty(named = "thetis.long", matches = "true")
  void isolationHoldsWhileOnePartAfterTheOtherIsKilled() throws Exception {
    try (ThetisProcess bank = bench("smallbank", "--accounts", "2000");
        ThetisProcess lists = bench("list-append")) {
      for (String part : new String[] {"site 1", "Kafka", "router 1", "ZooKeeper", "router 2"}) {
        TimeUnit.SECONDS.sleep(4);
        cluster.kill(part);
        TimeUnit.SECONDS.sleep(1);
        cluster.startAgain(part);
        bystanders.goOn(100);
      }
      assertThat(bank.awaitExit()).as(bank.output()).isZero();
      assertThat(lists.awaitExit()).as(lists.output()).isZero();
    }
  }

  private static ThetisProcess bench(String... workload) throws Exception {
    String[] common = {
      "bench", "--url", cluster.routers(), "--clients", "8", "--warm-up", "1", "--duration", "40"
    };
    String[] command = new String[common.length + workload.length];
    System.arraycopy(common, 0, command, 0, common.length);
    System.arraycopy(workload, 0, command, common.length, workload.length);
    return ThetisProcess.start("org.thetisdb.cli.Main", command);
  }

  /** Commits wait for two minutes at most; then the sites begin anew as soon as they can. */
  @Test
  @EnabledIfSystemProperty(named = "thetis.long", matches = "true")
  @Timeout(300)
  void kafkaMayBeAwayForLongerThanCommitsWait() throws Exception {
    cluster.kill("Kafka");
    TimeUnit.SECONDS.sleep(140);
    cluster.startAgain("Kafka");
    bystanders.goOn(600);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Kafka", "ZooKeeper", "site 1", "router 1", "router 2"})
  @EnabledIfSystemProperty(named = "thetis.long", matches = "true")
  void aPartThatStandsStillForTenSecondsIsWaitedForOrReplaced(String part) throws Exception {
    cluster.part(part).signal("STOP");
    TimeUnit.SECONDS.sleep(OUTAGE_S);
    cluster.part(part).signal("CONT");
    bystanders.goOn(600);
  }
}
