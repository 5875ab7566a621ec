package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.schism.TraceFile;
import org.thetisdb.router.schism.TraceRecorder;

/** A trace is there while the router runs, and whole when it has ended. */
class TraceWriterTest {
  @TempDir private Path directory;

  private final TraceRecorder recorder = new TraceRecorder();
  private final ExecutorService line = Executors.newSingleThreadExecutor();

  private void write(long cell) {
    long[] written = {PartitionId.of(16, cell)};
    line.execute(() -> recorder.note(Footprint.of(written, new long[0])));
  }

  @Test
  void itIsWrittenAgainAndAgainAndALastTime() throws Exception {
    Path file = directory.resolve("trace.txt");
    line.execute(() -> recorder.onGrid(100));
    TraceWriter writer = new TraceWriter(recorder, file.toString(), 5);
    writer.start(line);
    for (int seen = 1; seen <= 3; seen++) {
      write(seen);
      await(file, seen);
    }
    write(4);
    line.shutdown();
    assertThat(line.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    writer.close();
    assertThat(TraceFile.read(file).transactions()).hasSize(4);
    try (var files = Files.list(directory)) {
      assertThat(files).as("nothing else is left").containsExactly(file);
    }
  }

  private static void await(Path file, int seen) throws IOException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!Files.exists(file) || TraceFile.read(file).seen() < seen) {
      assertThat(System.nanoTime()).as("transaction %s is in the file", seen).isLessThan(endNs);
      Thread.sleep(2);
    }
  }

  @Test
  void whoHasMetNothingLeavesTheFileOfAnEarlierOne() throws IOException {
    Path file = directory.resolve("trace.txt");
    Files.writeString(file, "of yesterday");
    new TraceWriter(recorder, file.toString(), 5).close();
    line.shutdown();
    assertThat(file).hasContent("of yesterday");
  }
}
