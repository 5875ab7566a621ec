package org.thetisdb.benchmarks.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
  @TempDir private Path directory;

  private void write(String name, int throughput, String invariants) throws IOException {
    Files.writeString(
        directory.resolve(name + ".json"),
        """
        {"isolation":"serializable","clients":8,"throughput_txn_s":%d,"retried_share":0.25,
         "load":{"rows_s":1000,"connections":2},"invariants":"%s",
         "types":{"Vote":{"retried_share":0.25,"latency_us":{"p50":500,"p99":2000}}}}"""
            .formatted(throughput, invariants));
  }

  @Test
  void mediansAndTheSpreadOfBothStandSideBySide() throws IOException {
    write("voter-1-thetis", 100, "ok");
    write("voter-2-thetis", 300, "ok");
    write("voter-1-postgresql", 400, "ok");
    write("voter-2-postgresql", 400, "ok");
    assertThat(Comparison.of(directory))
        .contains("voter at serializable, 8 clients, data made over 2 connections")
        .containsPattern("transactions/s +200 +100 to 300 +400 +400 to 400 +0.50")
        .containsPattern("Vote p99 +2.00 ms")
        .containsPattern("Vote 40001 +25 %");
  }

  @Test
  void aRunWhoseInvariantsBrokeIsNamed() throws IOException {
    write("voter-1-thetis", 100, "a vote is gone");
    write("voter-1-postgresql", 400, "ok");
    assertThat(Comparison.of(directory)).contains("invariants of thetis: a vote is gone");
  }

  @Test
  void aWorkloadThatOnlyOneHasRunIsSaid() throws IOException {
    write("tatp-1-thetis", 100, "ok");
    assertThat(Comparison.of(directory)).contains("tatp: one of the two has no result");
  }
}
