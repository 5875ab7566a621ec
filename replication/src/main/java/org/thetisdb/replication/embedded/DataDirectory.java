package org.thetisdb.replication.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * A directory that belongs to one process at a time and to one cluster for ever.
 *
 * <p>The lock is one of the operating system, so it goes with the process however that ends. The
 * cluster's name is in a file of its own, written whole or not at all.
 *
 * <p>Opening and closing do file I/O. Thread-safe.
 */
public final class DataDirectory implements AutoCloseable {
  private static final String LOCK_FILE = "thetis.lock";
  private static final String CLUSTER_FILE = "cluster-id";

  private final Path path;
  private final FileChannel lockFile;

  private DataDirectory(Path path, FileChannel lockFile) {
    this.path = path;
    this.lockFile = lockFile;
  }

  /**
   * Makes the directory if it is not there, locks it, and marks it as the cluster's, or checks that
   * it is.
   *
   * @throws ThetisException DATA_LOCKED, DATA_OF_OTHER_CLUSTER or DATA_NOT_WRITABLE
   */
  public static DataDirectory open(Path path, String cluster) {
    FileChannel lockFile = null;
    try {
      Files.createDirectories(path);
      lockFile =
          FileChannel.open(
              path.resolve(LOCK_FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      lock(path, lockFile);
      checkCluster(path, cluster);
      return new DataDirectory(path, lockFile);
    } catch (IOException e) {
      release(lockFile);
      throw new ThetisException(ErrorCode.DATA_NOT_WRITABLE, path, reason(e)).causedBy(e);
    } catch (ThetisException e) {
      release(lockFile);
      throw e;
    }
  }

  private static void lock(Path path, FileChannel lockFile) throws IOException {
    FileLock lock;
    try {
      lock = lockFile.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null; // this very process has it
    }
    if (lock == null) {
      throw new ThetisException(ErrorCode.DATA_LOCKED, path);
    }
  }

  private static void checkCluster(Path path, String cluster) throws IOException {
    Path file = path.resolve(CLUSTER_FILE);
    if (!Files.exists(file)) {
      write(file, cluster);
      return;
    }
    String owner = Files.readString(file).strip();
    if (!owner.equals(cluster)) {
      throw new ThetisException(ErrorCode.DATA_OF_OTHER_CLUSTER, path, owner, cluster);
    }
  }

  private static void write(Path file, String cluster) throws IOException {
    Path draft = file.resolveSibling(CLUSTER_FILE + ".new");
    try (FileChannel channel =
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      int written = channel.write(StandardCharsets.UTF_8.encode(cluster + "\n"));
      if (written <= cluster.length()) {
        throw new IOException("the disk is full");
      }
      channel.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String reason(IOException e) {
    String text = e.getMessage() == null ? "" : ": " + e.getMessage();
    return e.getClass().getSimpleName() + text;
  }

  private static void release(FileChannel lockFile) {
    if (lockFile != null) {
      StartFailure.closeQuietly(lockFile);
    }
  }

  /** The directory. */
  public Path path() {
    return path;
  }

  /** Gives the directory free for another process. */
  @Override
  public void close() {
    release(lockFile);
  }
}
