package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.benchmarks.driver.Benchmark;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.process.ThetisProcess;

/** Two sites, a router, ZooKeeper and Kafka, each a process of its own. */
@Tag("cluster")
final class SeparateProcessesTest {
  private static final String MAIN = "org.thetisdb.cli.Main";
  private static final String SERVICES = "org.thetisdb.replication.embedded.Standalone";

  @TempDir private Path data;
  private final Deque<ThetisProcess> processes = new ArrayDeque<>();

  @Test
  @InTurn(oneIn = 13, from = 7)
  void aBankRunsAndNoMoneyIsLost() throws Exception {
    try {
      ThetisProcess zooKeeper =
          start(SERVICES + "ZooKeeper", "--port", "0", "--data-dir", data.resolve("z").toString());
      ThetisProcess kafka =
          start(SERVICES + "Kafka", "--port", "0", "--data-dir", data.resolve("k").toString());
      String[] where = {
        "--zookeeper", zooKeeper.address(), "--kafka", kafka.address(), "--sites", "2"
      };
      String sites = data.resolve("sites").toString();
      ThetisProcess first = start(MAIN, with(where, "site", "--id", "1", "--data", sites));
      ThetisProcess second = start(MAIN, with(where, "site", "--id", "2", "--data", sites));
      first.address();
      second.address();
      ThetisProcess router = start(MAIN, with(where, "router", "--port", "0"));
      BenchResult result = runBank(router.address());
      assertThat(result.invariants()).isEqualTo(BenchResult.OK);
      assertThat(result.throughput()).isPositive();
    } finally {
      processes.forEach(ThetisProcess::close);
    }
  }

  private static BenchResult runBank(String address) throws InterruptedException {
    SmallBankOptions options = SmallBankOptions.ofAccounts(2_000).withLocality(50);
    try (ThetisClient client = ThetisClient.connect(address)) {
      Benchmark benchmark =
          new Benchmark(
              client, new SmallBank(options), new RunOptions(8, 3, 0, 0, 1), RunListener.NONE);
      benchmark.prepare();
      return benchmark.run();
    }
  }

  private ThetisProcess start(String mainClass, String... arguments) throws Exception {
    ThetisProcess process = ThetisProcess.start(mainClass, arguments);
    processes.push(process);
    return process;
  }

  private static String[] with(String[] common, String... first) {
    String[] all = new String[first.length + common.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(common, 0, all, first.length, common.length);
    return all;
  }
}
