package org.thetisdb.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.result.ResultJson;
import org.thetisdb.benchmarks.driver.result.ResultTable;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.testing.InTurn;

/** Whole runs against a router in memory, over real sockets. */
@Tag("slow")
@InTurn(oneIn = 3)
class BenchmarkTest {
  private static final SmallBankOptions BANK = SmallBankOptions.ofAccounts(1_000);
  private static final RunOptions SHORT = new RunOptions(16, 1, 1, 0, 11);

  private BenchResult run(MemoryRouter router, RunOptions options, RunListener listener)
      throws InterruptedException {
    try (ThetisClient client = ThetisClient.connect(router.address())) {
      Benchmark benchmark = new Benchmark(client, new SmallBank(BANK), options, listener);
      benchmark.prepare();
      return benchmark.run();
    }
  }

  @Test
  void runCountsTimesAndChecks() throws InterruptedException {
    List<Second> seconds = new ArrayList<>();
    RunListener listener =
        new RunListener() {
          @Override
          public void onSecond(Second second) {
            seconds.add(second);
          }
        };
    try (MemoryRouter router = new MemoryRouter(new SmallBank(BANK))) {
      BenchResult result = run(router, SHORT, listener);

      assertThat(result.invariants()).isEqualTo("ok");
      assertThat(result.totals().count(Ending.COMMITTED)).isGreaterThan(1_000);
      assertThat(result.totals().latency().max()).isPositive();
      assertThat(result.totals().count(Ending.UNKNOWN)).isZero();
      assertThat(seconds).extracting(Second::warmUp).containsExactly(true, false);
      assertThat(result.cluster().remasteredPercent()).isBetween(8.0, 12.0);
      assertThat(ResultTable.of(result)).contains("SendPayment", "invariants", "ok");
    }
  }

  @Test
  void jsonHasTheFieldsThatProgramsRead() throws InterruptedException {
    try (MemoryRouter router = new MemoryRouter(new SmallBank(BANK))) {
      JsonNode json = ResultJson.of(run(router, SHORT, RunListener.NONE).withBound(5e5));

      for (String field :
          List.of(
              "workload",
              "scheme",
              "sites",
              "clients",
              "duration_s",
              "seed",
              "committed",
              "aborted",
              "retried",
              "throughput_txn_s",
              "latency_us",
              "remastered_txns",
              "distributed_txns",
              "decided_in_epoch_views",
              "decided_earlier",
              "decided_in_doubt",
              "per_site_committed",
              "invariants",
              "bytes_logged",
              "durability",
              "bound_txn_s",
              "seconds",
              "mastership_share",
              "failed",
              "unbegun",
              "java")) {
        assertThat(json.has(field)).as(field).isTrue();
      }
      for (String field : List.of("p50", "p95", "p99", "p999", "max")) {
        assertThat(json.at("/latency_us/" + field).isNumber()).as(field).isTrue();
        assertThat(json.at("/types/WriteCheck/latency_us/" + field).isNumber()).isTrue();
      }
      assertThat(json.path("workload").asText()).isEqualTo("smallbank");
      assertThat(json.path("bytes_logged").asLong()).isPositive();
      assertThat(json.path("per_site_committed").size()).isEqualTo(1);
      assertThat(json.path("seconds").size()).isEqualTo(2);
      assertThat(json.at("/seconds/1/remastered_percent").isNumber()).isTrue();
    }
  }

  @Test
  void lostConnectionsCostNoMoney() throws InterruptedException {
    try (MemoryRouter router = new MemoryRouter(new SmallBank(BANK))) {
      router.breakEvery = 5_000;
      BenchResult result = run(router, SHORT, RunListener.NONE);

      assertThat(result.invariants()).isEqualTo("ok");
      assertThat(result.totals().count(Ending.UNKNOWN)).isZero();
    }
  }

  @Test
  void missingMoneyIsFound() throws InterruptedException {
    try (MemoryRouter router = new MemoryRouter(new SmallBank(BANK))) {
      RunListener thief =
          new RunListener() {
            @Override
            public void onChecking() {
              router.cheat("WriteCheck", 7L, 1L);
            }
          };
      BenchResult result = run(router, SHORT, thief);

      assertThat(result.isGood()).isFalse();
      assertThat(result.invariants()).contains("the balances add up to", "but should be");
    }
  }

  @Test
  @InTurn(oneIn = 4, from = 2)
  void conflictsAreCountedAndAreNoFailureAndOtherErrorsAre() throws InterruptedException {
    try (MemoryRouter router = new MemoryRouter(new SmallBank(BANK))) {
      router.refuseEvery = 1_000;
      BenchResult result = run(router, SHORT, RunListener.NONE);
      assertThat(result.isGood()).isTrue();
      assertThat(result.expectedErrors()).isPositive();
      assertThat(ResultTable.of(result))
          .contains("× T2005: ", "that ask for another try, 0 others");

      router.refusal = ErrorCode.PROCEDURE_FAILED;
      result = run(router, SHORT, RunListener.NONE);
      assertThat(result.isGood()).isFalse();
      assertThat(result.invariants()).isEqualTo("ok");
      assertThat(result.verdict()).contains("errors that the workload does not foresee");
      assertThat(ResultTable.of(result)).contains("× T2002 (not foreseen): ");
    }
  }

  @Test
  @InTurn(oneIn = 4)
  @SuppressWarnings("try") // the cluster goes while the run still counts on it
  void aClusterThatIsGoneEndsTheRunInTimeAndSaysSo() throws InterruptedException {
    try (MemoryRouter router = new MemoryRouter(new SmallBank(BANK))) {
      RunListener killer =
          new RunListener() {
            @Override
            public void onSecond(Second second) {
              if (second.number() == 1) {
                router.close();
              }
            }
          };
      long beganNs = System.nanoTime();
      BenchResult result = run(router, new RunOptions(16, 600, 1, 0, 11), killer);

      assertThat(Duration.ofNanos(System.nanoTime() - beganNs)).isLessThan(Duration.ofSeconds(30));
      assertThat(result.isGood()).isFalse();
      assertThat(result.verdict()).startsWith("failed: the cluster has not answered for 1");
    }
  }

  @Test
  @InTurn(oneIn = 4, from = 3)
  void openLoopKeepsItsRate() throws InterruptedException {
    try (MemoryRouter router = new MemoryRouter(new SmallBank(BANK))) {
      BenchResult result = run(router, new RunOptions(16, 2, 1, 500, 3), RunListener.NONE);

      long calls = result.totals().count(Ending.COMMITTED) + result.totals().count(Ending.ABORTED);
      assertThat(calls).isBetween(900L, 1_100L);
    }
  }

  @Test
  @InTurn(oneIn = 4, from = 1)
  void oneConnectionCarriesManyCalls() throws InterruptedException {
    try (MemoryRouter router = new MemoryRouter(new SmallBank(BANK))) {
      BenchResult result = run(router, new RunOptions(64, 4, 4, 0, 3), RunListener.NONE);

      assertThat(result.throughput()).isGreaterThan(20_000);
    }
  }
}
