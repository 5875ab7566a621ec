package org.thetisdb.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real cluster keeps the isolation that it claims, and the file says the same as the run. */
@Tag("cluster")
class ListAppendClusterTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dynamast",
        "single-master",
        "multi-master",
        "partition-store",
        "aria",
        "calvin",
        "bohm",
        "pwv",
        "star",
        "dist-occ",
        "pb-occ",
        "coco-pt",
        "coco-lt",
        "epoch-s2pl",
        "epoch-pb-occ"
      })
  void theHistoryOfAClusterHolds(String scheme) {
    String history = directory.resolve("history.jsonl").toString();
    CommandRun bench =
        CommandRun.of(
            ("bench list-append --sites 3 --clients 16 --duration 2 --warm-up 1 --scheme "
                    + scheme
                    + " --history "
                    + history)
                .split(" "));
    assertThat(bench.status()).as(bench.out() + bench.err()).isZero();
    assertThat(bench.out()).containsPattern("invariants +ok");

    CommandRun check = CommandRun.of("check", history);
    assertThat(check.status()).isZero();
    assertThat(bench.out()).endsWith(check.out());
  }
}
