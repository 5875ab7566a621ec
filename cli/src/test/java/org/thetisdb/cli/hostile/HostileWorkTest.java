package org.thetisdb.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.benchmarks.hostile.HostileKind;
import org.thetisdb.benchmarks.hostile.HostileListener;
import org.thetisdb.benchmarks.hostile.HostileOptions;
import org.thetisdb.benchmarks.hostile.HostileResult;
import org.thetisdb.benchmarks.hostile.HostileRun;
import org.thetisdb.benchmarks.hostile.HostileTable;
import org.thetisdb.benchmarks.hostile.KindResult;
import org.thetisdb.benchmarks.hostile.Marks;
import org.thetisdb.benchmarks.hostile.kind.HostileKinds;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.hostile.OwnCluster;

/** A short run of {@code bench hostile} on a real process. */
@Tag("cluster")
@Timeout(180)
final class HostileWorkTest implements HostileListener {
  private static final List<String> KINDS =
      List.of("comers", "killed", "strangers", "half-frames", "unread", "slow-readers");

  /** Nobody waits for somebody's end; how fast a test's machine is says nothing. */
  private static final Marks MARKS = new Marks(1_000, 5_000, 100);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  @InTurn(oneIn = 13, from = 11)
  void theBystanderGoesOnBesideCrowdsOfEachKind() throws Exception {
    List<HostileKind> kinds =
        KINDS.stream().map(name -> HostileKinds.of(name).orElseThrow()).toList();
    HostileOptions options = new HostileOptions(1, 18, 5, 2, kinds, MARKS);
    try (OwnCluster cluster = OwnCluster.start(directory, Map.of("store.memory_mib", "64"))) {
      HostileResult result = new HostileRun(options, cluster, this).run();
      assertThat(result.isGood()).as(HostileTable.of(result)).isTrue();
      assertThat(result.kinds()).allSatisfy(kind -> assertThat(kind.counts().sent()).isPositive());
    }
  }

  @Override
  public void onStep(String what) {}

  @Override
  public void onKind(KindResult result) {}
}
