package org.thetisdb.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a trace of a real cluster over a placement to a cluster that serves it. */
@Tag("cluster")
class SchismClusterTest {
  private static final String BANK =
      "bench smallbank --sites 3 --accounts 3000 --locality 20 --clients 16 --duration 4"
          + " --warm-up 1";

  private static final Pattern DISTRIBUTED = Pattern.compile("distributed +([0-9,]+) transactions");
  private static final Pattern COMMITTED = Pattern.compile("\\n *all +([0-9,]+) ");

  @TempDir private Path directory;

  @Test
  void aPlacementFromATraceLeavesFewTransactionsDistributed() {
    Path trace = directory.resolve("trace.txt");
    Path placement = directory.resolve("placement.txt");
    double byHash = distributedShare(run(BANK + " --scheme partition-store --trace " + trace));

    CommandRun place = run("admin place --from " + trace + " --sites 3 --out " + placement);
    assertThat(place.out()).contains("hash", "this one");

    double placed = distributedShare(run(BANK + " --scheme schism --placement " + placement));
    assertThat(byHash).isGreaterThan(0.1);
    assertThat(placed).isLessThan(byHash / 4);
  }

  @Test
  void schismWithoutAPlacementIsRefused() {
    CommandRun bench = CommandRun.of((BANK + " --scheme schism").split(" "));
    assertThat(bench.status()).isNotZero();
    assertThat(bench.err()).contains("needs a file that thetis admin place wrote");
  }

  private static CommandRun run(String line) {
    CommandRun run = CommandRun.of(line.split(" "));
    assertThat(run.status()).as(run.out() + run.err()).isZero();
    return run;
  }

  private static double distributedShare(CommandRun bench) {
    Matcher matcher = DISTRIBUTED.matcher(bench.out());
    assertThat(matcher.find()).as(bench.out()).isTrue();
    double distributed = Double.parseDouble(matcher.group(1).replace(",", ""));
    Matcher each = COMMITTED.matcher(bench.out());
    assertThat(each.find()).as(bench.out()).isTrue();
    return distributed / Double.parseDouble(each.group(1).replace(",", ""));
  }
}
