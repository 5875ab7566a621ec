package org.thetisdb.store.slab.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.posix.PosixAPI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file without a name that is mapped into memory step by step. It is opened with the first step.
 * Its name is taken away at once: what stands in it is of use to this process alone, so nothing is
 * left of it when the process ends, however that happens.
 *
 * <p>Each step takes its blocks on the disk before it is mapped. A write into a mapped file for
 * which the disk has no block would end the process. No step takes of the disk's reserve, which is
 * for logs and checkpoints: rows that find no room stay in memory.
 */
public final class OverflowFile implements Backing {
  private static final Logger LOG = LoggerFactory.getLogger(OverflowFile.class);

  /** Of Linux: O_RDWR, O_CREAT, O_EXCL and O_CLOEXEC. */
  private static final int CREATE = 0x2 | 0x40 | 0x80 | 0x80000;

  private static final int OWNER_ONLY = 0600;

  /** Of Linux: PROT_READ and PROT_WRITE. */
  private static final int READ_WRITE = 0x3;

  /** Of Linux: MAP_SHARED and MAP_FIXED; MAP_PRIVATE, MAP_FIXED, MAP_ANONYMOUS, MAP_NORESERVE. */
  private static final int SHARED_FIXED = 0x11;

  private static final int EMPTY_FIXED = 0x4032;
  private static final int NONE = -1;

  /** A disk that was full is not asked again at once. */
  private static final int CALLS_PASSED = 256;

  private final Path directory;
  private final long reserveBytes;
  private int file = NONE;
  private long firstAddress;
  private long mappedBytes;
  private int callsToPass;
  private boolean closed;

  /** A file in a directory, which is made if need be; it leaves so much of the disk free. */
  public OverflowFile(Path directory, long reserveBytes) {
    this.directory = directory;
    this.reserveBytes = reserveBytes;
  }

  @Override
  public boolean needsMapping() {
    return true;
  }

  @Override
  public synchronized boolean back(long address, long offset, long bytes) {
    if (closed || callsToPass-- > 0) {
      return false;
    }
    callsToPass = 0;
    try {
      open();
      requireRoom(bytes);
      if (PosixAPI.posix().fallocate(file, 0, offset, bytes) != 0) {
        throw new IOException(PosixAPI.posix().lastErrorStr());
      }
      PosixAPI.posix().mmap(address, bytes, READ_WRITE, SHARED_FIXED, file, offset);
    } catch (IOException | RuntimeException | LinkageError noRoom) {
      LOG.warn(
          "cold rows find no more room in {} behind {} MiB: {}",
          directory,
          mappedBytes >> 20,
          noRoom.getMessage());
      callsToPass = CALLS_PASSED;
      return false;
    }
    if (mappedBytes == 0) {
      firstAddress = address;
    }
    mappedBytes += bytes;
    return true;
  }

  private void requireRoom(long bytes) throws IOException {
    long freeBytes = Files.getFileStore(directory).getUsableSpace();
    if (reserveBytes > 0 && freeBytes - bytes < reserveBytes) {
      throw new IOException("only " + (freeBytes >> 20) + " MiB of the disk are free");
    }
  }

  private void open() throws IOException {
    if (file != NONE) {
      return;
    }
    Files.createDirectories(directory);
    Path name = Files.createTempFile(directory, "overflow", ".rows");
    Files.delete(name);
    int opened = PosixAPI.posix().open(name.toString(), CREATE, OWNER_ONLY);
    if (opened < 0) {
      throw new IOException("cannot open " + name + ": " + PosixAPI.posix().lastErrorStr());
    }
    Files.delete(name);
    file = opened;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (mappedBytes > 0) {
      PosixAPI.posix().mmap(firstAddress, mappedBytes, READ_WRITE, EMPTY_FIXED, NONE, 0);
    }
    if (file != NONE) {
      PosixAPI.posix().close(file);
      file = NONE;
    }
  }
}
