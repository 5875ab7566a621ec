package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.testing.InTurn;

/** A real cluster keeps the isolation that it claims, and the file says the same as the run. */
@Tag("cluster")
class ListAppendClusterTest {
  @TempDir private Path directory;

  /** Masters that move and that stay, one call after the other, in batches and in epochs. */
  private static final List<String> DISTINCT =
      List.of("dynamast", "multi-master", "aria", "coco-pt");

  static List<String> distinct() {
    return DISTINCT;
  }

  /** What needs a placement has {@link SchismClusterTest}. */
  static List<String> others() {
    return SchemeRegistry.all().stream()
        .filter(scheme -> !scheme.has(Trait.NEEDS_PLACEMENT))
        .map(SchemeSpec::name)
        .filter(name -> !DISTINCT.contains(name))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("distinct")
  @InTurn(oneIn = 4)
  void theHistoryOfAClusterHolds(String scheme) {
    assertHistoryHolds(scheme);
  }

  @ParameterizedTest
  @Tag("night")
  @MethodSource("others")
  void soDoesThatOfEachOtherScheme(String scheme) {
    assertHistoryHolds(scheme);
  }

  private void assertHistoryHolds(String scheme) {
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
