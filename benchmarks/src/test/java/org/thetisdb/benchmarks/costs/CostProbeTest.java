package org.thetisdb.benchmarks.costs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a probe tells of a thread that is known to have written, slept and allocated. */
class CostProbeTest {
  private static final int WRITES = 5_000;

  @TempDir private Path directory;

  private void writeAll() {
    try (OutputStream out = Files.newOutputStream(directory.resolve("file"))) {
      for (int i = 0; i < WRITES; i++) {
        out.write(i);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void eachWriteIsCountedForTheStageOfItsThread() throws InterruptedException {
    assumeTrue(Files.isReadable(Path.of("/proc/self/io")), "this system counts none");
    CostProbe probe = new CostProbe();
    CountDownLatch written = new CountDownLatch(1);
    CountDownLatch counted = new CountDownLatch(1);
    Thread writer =
        new Thread(
            () -> {
              writeAll();
              written.countDown();
              await(counted);
            },
            "bench-terminal-1");
    probe.begin();
    writer.start();
    await(written);
    CostSheet sheet = probe.end(WRITES);
    counted.countDown();
    writer.join();

    CostSheet.Cost cost = sheet.byStage().get(Stage.CLIENT);
    assertThat(cost.transfers()).isBetween((long) WRITES, WRITES + 100L);
    assertThat(CostTable.of(sheet)).contains("reads, writes");
    assertThat(sheet.total().transfers()).isGreaterThanOrEqualTo(WRITES);
  }
}
