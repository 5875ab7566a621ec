package org.thetisdb.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.client.CallException;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;

/** A whole cluster in one process is killed while it works, and starts again on its data. */
@Tag("cluster")
final class KillAndRestartTest {
  private static final String MAIN = "org.thetisdb.launcher.Main";
  private static final int CUSTOMERS = 100;

  @TempDir private Path data;

  @Test
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
          Thread.onSpinWait();
        }
        cluster.kill();
      }
    }
    long atKill = acknowledged.get();
    try (ThetisProcess again = start();
        ThetisClient client = ThetisClient.connect(again.address());
        Session session = client.session()) {
      java.util.List<?> sum = (java.util.List<?>) session.call("SumBalances", 0L, (long) CUSTOMERS);
      assertThat((Long) sum.get(0)).isEqualTo(CUSTOMERS);
      assertThat((Long) sum.get(1)).isBetween(atKill, begun.get());
      assertThat(session.call("DepositChecking", 1L, 1L)).isEqualTo(1L);
    }
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

  private ThetisProcess start() throws Exception {
    return ThetisProcess.start(
        MAIN, "start", "--data", data.resolve("d").toString(), "--port", "0");
  }
}
