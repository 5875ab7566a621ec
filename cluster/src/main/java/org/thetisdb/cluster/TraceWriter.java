package org.thetisdb.cluster;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.router.schism.TraceFile;
import org.thetisdb.router.schism.TraceRecorder;

/**
 * Writes what a router traces to a file: every ten seconds in which something came, and a last time
 * when the router has ended. A file that is read meanwhile is whole, since each takes the place of
 * the one before. The router's event loop only copies its ring, 16 MB; a thread of its own does the
 * rest. Thread-safe.
 */
final class TraceWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TraceWriter.class);
  private static final long INTERVAL_MS = 10_000;

  private final TraceRecorder recorder;
  private final String file;
  private final long intervalMs;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work, "router-trace");
            made.setDaemon(true);
            return made;
          });
  private long writtenSeen;

  TraceWriter(TraceRecorder recorder, String file) {
    this(recorder, file, INTERVAL_MS);
  }

  /** One that writes so often. */
  TraceWriter(TraceRecorder recorder, String file, long intervalMs) {
    this.recorder = recorder;
    this.file = file;
    this.intervalMs = intervalMs;
  }

  /** Begins to write; the recorder is touched on the router's event loop alone. */
  @SuppressWarnings("FutureReturnValueIgnored") // it goes on until it is shut down
  void start(Executor line) {
    thread.scheduleWithFixedDelay(
        () -> line.execute(this::copy), intervalMs, intervalMs, TimeUnit.MILLISECONDS);
  }

  private void copy() {
    if (recorder.seen() != writtenSeen && !thread.isShutdown()) {
      writtenSeen = recorder.seen();
      TraceRecorder copy = recorder.copy();
      thread.execute(() -> write(copy));
    }
  }

  private void write(TraceRecorder kept) {
    try {
      Path wanted = Path.of(file);
      Path whole = wanted.resolveSibling(wanted.getFileName() + ".part");
      TraceFile.write(kept.trace(), whole);
      replace(wanted, whole);
    } catch (IOException | InvalidPathException e) {
      LOG.error("The trace could not be written to {}.", file, e);
    }
  }

  private static void replace(Path wanted, Path whole) throws IOException {
    try {
      Files.move(whole, wanted, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(whole, wanted, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Writes a last time; the router's event loop has ended. One that has met nothing leaves the file
   * of an earlier one as it is.
   */
  @Override
  public void close() {
    thread.shutdown();
    try {
      thread.awaitTermination(INTERVAL_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (recorder.seen() > 0) {
      write(recorder);
    }
  }
}
