package org.thetisdb.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.server.disk.DiskSpace;

/**
 * The file system of a directory. The system is asked on a thread of its own, since a file system
 * may take its time.
 */
final class FileStoreSpace implements DiskSpace, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FileStoreSpace.class);

  private static final long NEARLY_NOTHING_BYTES = 16 << 20;

  private final Path directory;
  private final long reserveBytes;
  private final Ballast ballast;
  private final ExecutorService asking =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "disk-space");
            thread.setDaemon(true);
            return thread;
          });

  FileStoreSpace(Path directory, long reserveBytes) {
    this.directory = directory;
    this.reserveBytes = reserveBytes;
    this.ballast = new Ballast(directory, reserveBytes);
  }

  /** That of the data directory, with the reserve of the settings. */
  static FileStoreSpace of(Settings settings) {
    return new FileStoreSpace(
        Path.of(settings.get(SiteSettings.DATA_DIR)),
        settings.get(SiteSettings.DISK_RESERVE_BYTES));
  }

  @Override
  public long reserveBytes() {
    return reserveBytes;
  }

  @Override
  public void ask(Scheduler line, LongConsumer answer) {
    try {
      asking.execute(() -> askNow(line, answer));
    } catch (RejectedExecutionException closed) {
      // The process ends.
    }
  }

  private void askNow(Scheduler line, LongConsumer answer) {
    try {
      long freeBytes = freeBytes();
      ballast.balance(freeBytes);
      line.execute(() -> answer.accept(freeBytes));
    } catch (IOException e) {
      LOG.debug("How much room {} has is not known", directory, e);
    }
  }

  private long freeBytes() throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }

  /** Whether nearly nothing is free now. Blocks for as long as the file system takes. */
  boolean isFull() {
    try {
      return freeBytes() < Math.max(NEARLY_NOTHING_BYTES, reserveBytes / 2);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    asking.shutdownNow();
  }
}
