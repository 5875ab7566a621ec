package org.thetisdb.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.listappend.ListAppend;
import org.thetisdb.benchmarks.listappend.ListAppendOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.history.HistoryReader;
import org.thetisdb.history.check.Checker;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.history.verdict.Verdict;

/** List-append against a router in memory, an honest and a cheating one. */
@Tag("slow")
class ListAppendRunTest {
  private static final RunOptions SHORT = new RunOptions(8, 1, 0, 0, 5);

  @TempDir private Path directory;

  private ListAppendOptions options(int transactions, Level level) {
    return new ListAppendOptions(
        10, 4, 20, 30, 10, transactions, level, directory.resolve("h.jsonl"));
  }

  private BenchResult run(MemoryRouter router, ListAppend lists) throws InterruptedException {
    try (lists;
        ThetisClient client = ThetisClient.connect(router.address())) {
      Benchmark benchmark = new Benchmark(client, lists, SHORT, RunListener.NONE);
      benchmark.prepare();
      return benchmark.run();
    }
  }

  private Verdict checkFile(Level level) throws IOException {
    try (InputStream in = Files.newInputStream(directory.resolve("h.jsonl"))) {
      return Checker.check(HistoryReader.read(in), level);
    }
  }

  @Test
  void oneThreadIsStrictlySerializable() throws InterruptedException, IOException {
    ListAppend lists = new ListAppend(options(1_000_000, Level.STRICT_SERIALIZABLE));
    try (MemoryRouter router = new MemoryRouter(lists)) {
      BenchResult result = run(router, lists);

      assertThat(result.invariants()).isEqualTo("ok");
      assertThat(lists.report()).startsWith("strict-serializable holds");
      assertThat(checkFile(Level.STRICT_SERIALIZABLE).toString()).isEqualTo(lists.report());
    }
  }

  @Test
  void whatIsWrittenElsewhereIsMissed() throws InterruptedException, IOException {
    ListAppend lists = new ListAppend(options(1_000_000, Level.STRONG_SESSION_SI));
    try (MemoryRouter router = new MemoryRouter(lists)) {
      router.strayEvery = 50;
      BenchResult result = run(router, lists);

      assertThat(result.isGood()).isFalse();
      assertThat(result.invariants())
          .contains("acknowledged appends are gone; strong-session-si is VIOLATED");
      assertThat(checkFile(Level.STRONG_SESSION_SI).toString()).isEqualTo(lists.report());
    }
  }

  @Test
  void lostConnectionsAreNoAnomalies() throws InterruptedException {
    ListAppend lists = new ListAppend(options(1_000_000, Level.STRICT_SERIALIZABLE));
    try (MemoryRouter router = new MemoryRouter(lists)) {
      router.breakEvery = 500;

      assertThat(run(router, lists).invariants()).isEqualTo("ok");
    }
  }

  @Test
  void aFullRecordEndsTheWritingNotTheRun() throws InterruptedException, IOException {
    ListAppend lists = new ListAppend(options(500, Level.STRICT_SERIALIZABLE));
    try (MemoryRouter router = new MemoryRouter(lists)) {
      BenchResult result = run(router, lists);

      assertThat(result.invariants()).isEqualTo("ok");
      assertThat(result.totals().count(Ending.COMMITTED)).isGreaterThan(500);
      assertThat(checkFile(Level.STRICT_SERIALIZABLE).transactions()).isBetween(500, 600);
    }
  }
}
