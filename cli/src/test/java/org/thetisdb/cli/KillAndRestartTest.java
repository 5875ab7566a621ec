package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.client.CallException;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.process.ThetisProcess;
import org.thetisdb.server.checkpoint.DirectoryCheckpoints;

/** A whole cluster in one process is killed while it works, and starts again on its data. */
@Tag("cluster")
final class KillAndRestartTest {
  private static final String MAIN = "org.thetisdb.cli.Main";
  private static final int CUSTOMERS = 100;

  /** Between two looks; the clusters need the processors. */
  private static final long LOOK_MS = 2;

  @TempDir private Path data;

  @Test
  @InTurn(oneIn = 13, from = 4)
  void everyAcknowledgedDepositIsThereAfterAKill() throws Exception {
    AtomicLong acknowledged = new AtomicLong();
    AtomicLong begun = new AtomicLong();
    try (ThetisProcess cluster = start();
        ThetisClient client = ThetisClient.connect(cluster.address())) {
      SmallBank bank = new SmallBank(SmallBankOptions.ofAccounts(CUSTOMERS));
      client.uploadJar("smallbank", bank.jar());
      try (Session session = client.session()) {
        session.call("LoadAccounts", 0L, CUSTOMERS, 0L, 0L);
        Thread depositor = new Thread(() -> deposit(client, begun, acknowledged), "depositor");
        depositor.setDaemon(true);
        depositor.start();
        while (acknowledged.get() < 500) {
          Thread.sleep(LOOK_MS);
        }
        cluster.kill();
      }
    }
    long atKill = acknowledged.get();
    try (ThetisProcess again = start();
        ThetisClient client = ThetisClient.connect(again.address());
        Session session = client.session()) {
      List<?> sum = (List<?>) session.call("SumBalances", 0L, (long) CUSTOMERS);
      assertThat((Long) sum.get(0)).isEqualTo(CUSTOMERS);
      assertThat((Long) sum.get(1)).isBetween(atKill, begun.get());
      assertThat(session.call("DepositChecking", 1L, 1L)).isEqualTo(1L);
    }
  }

  /** Each life is killed while it works; it starts from checkpoints and the logs behind them. */
  @Test
  @InTurn(oneIn = 13, from = 5)
  void noDepositIsLostByKillsWhileCheckpointsAreTaken() throws Exception {
    AtomicLong acknowledged = new AtomicLong();
    AtomicLong begun = new AtomicLong();
    String often = "checkpoint.interval_ms=200";
    try (ThetisProcess cluster = start("--set", often);
        ThetisClient client = ThetisClient.connect(cluster.address());
        Session session = client.session()) {
      client.uploadJar("smallbank", new SmallBank(SmallBankOptions.ofAccounts(CUSTOMERS)).jar());
      session.call("LoadAccounts", 0L, CUSTOMERS, 0L, 0L);
      depositUntilKilled(cluster, client, begun, acknowledged);
    }
    for (int life = 0; life < 2; life++) {
      long atKill = acknowledged.get();
      try (ThetisProcess cluster = start("--set", often);
          ThetisClient client = ThetisClient.connect(cluster.address());
          Session session = client.session()) {
        List<?> sum = (List<?>) session.call("SumBalances", 0L, (long) CUSTOMERS);
        assertThat((Long) sum.get(0)).isEqualTo(CUSTOMERS);
        assertThat((Long) sum.get(1)).isBetween(atKill, begun.get());
        depositUntilKilled(cluster, client, begun, acknowledged);
      }
    }
    Path checkpoints = data.resolve("d").resolve("checkpoints");
    for (int site = 1; site <= 3; site++) {
      assertThat(DirectoryCheckpoints.open(checkpoints).list()).extracting("site").contains(site);
    }
  }

  /**
   * The router writes a new table's rows, and changes the scheme; neither takes the other's place.
   */
  @Test
  @InTurn(oneIn = 13, from = 6)
  void aTableOfAQueryAndAChangeOfTheSchemeAreBothThereAfterAKill() throws Exception {
    try (ThetisProcess cluster = start();
        Statement sql = connect(cluster)) {
      sql.execute("CREATE TABLE before_change AS SELECT 1 AS a");
      assertThat(admin(cluster, "single-master")).contains("single-master is in force");
      cluster.kill();
    }
    try (ThetisProcess cluster = start();
        Statement sql = connect(cluster)) {
      assertThat(cluster.output()).contains("scheme single-master");
      assertThat(admin(cluster)).contains("single-master is in force, since change 1");
      assertThat(admin(cluster, "dynamast")).contains("dynamast is in force");
      sql.execute("CREATE TABLE behind_change AS SELECT a FROM before_change");
      try (ResultSet rows = sql.executeQuery("SELECT count(*) FROM behind_change")) {
        rows.next();
        assertThat(rows.getLong(1)).isEqualTo(1);
      }
      cluster.kill();
    }
    try (ThetisProcess cluster = start()) {
      assertThat(admin(cluster)).contains("dynamast is in force, since change 2");
    }
  }

  private static Statement connect(ThetisProcess cluster) throws SQLException {
    return DriverManager.getConnection("jdbc:thetis://" + cluster.address()).createStatement();
  }

  private static String admin(ThetisProcess cluster, String... arguments) {
    List<String> line =
        new ArrayList<>(List.of("admin", "scheme", "--url", String.valueOf(cluster.address())));
    line.addAll(List.of(arguments));
    CommandRun run = CommandRun.of(line.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return run.out();
  }

  private void depositUntilKilled(
      ThetisProcess cluster, ThetisClient client, AtomicLong begun, AtomicLong acknowledged)
      throws InterruptedException {
    long enough = acknowledged.get() + 1_000;
    Thread depositor = new Thread(() -> deposit(client, begun, acknowledged), "depositor");
    depositor.setDaemon(true);
    depositor.start();
    Path checkpoints = data.resolve("d").resolve("checkpoints");
    long before = newest(checkpoints);
    while (acknowledged.get() < enough || newest(checkpoints) == before) {
      Thread.sleep(LOOK_MS);
    }
    cluster.kill();
  }

  /** Rises with each checkpoint of any site. */
  private static long newest(Path checkpoints) {
    return DirectoryCheckpoints.open(checkpoints).list().stream()
        .mapToLong(id -> id.incarnation() * 1_000_000L + id.number())
        .sum();
  }

  private static void deposit(ThetisClient client, AtomicLong begun, AtomicLong acknowledged) {
    try (Session session = client.session()) {
      for (long i = 0; ; i++) {
        begun.incrementAndGet();
        session.call("DepositChecking", i % CUSTOMERS, 1L);
        acknowledged.incrementAndGet();
      }
    } catch (CallException | IllegalStateException killed) {
      // The last one may have committed or not.
    }
  }

  private ThetisProcess start(String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("start", "--data", data.resolve("d").toString(), "--port", "0"));
    arguments.addAll(List.of(more));
    return ThetisProcess.start(MAIN, arguments.toArray(String[]::new));
  }
}
