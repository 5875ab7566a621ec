package org.thetisdb.cluster;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that takes up a part of the reserve while a disk gets full, so that others cannot. It is
 * thrown off when the rest is nearly gone: then there is room for what is under way, though
 * somebody else has filled the disk. For one thread.
 */
final class Ballast {
  private static final Logger LOG = LoggerFactory.getLogger(Ballast.class);

  private static final String NAME = "disk.ballast";
  private static final int CHUNK_BYTES = 1 << 20;

  /** Parts of the reserve: what the file takes, and below what it is thrown off. */
  private static final int SIZE_PART = 4;

  private static final int OFF_PART = 2;

  /** How many times the reserve has to be free that nothing is taken up yet. */
  private static final int PLENTY = 8;

  private final Path file;
  private final long reserveBytes;
  private boolean isOn;

  /** None yet; what an earlier process left is taken over. */
  Ballast(Path directory, long reserveBytes) {
    this.file = directory.resolve(NAME);
    this.reserveBytes = reserveBytes;
    this.isOn = Files.exists(file);
  }

  /** Does what is to be done when so much is free. */
  void balance(long freeBytes) {
    try {
      if (isOn && (freeBytes < reserveBytes / OFF_PART || freeBytes > 2 * PLENTY * reserveBytes)) {
        Files.deleteIfExists(file);
        isOn = false;
      } else if (!isOn && freeBytes > 2 * reserveBytes && freeBytes < PLENTY * reserveBytes) {
        take();
      }
    } catch (IOException e) {
      LOG.debug("The ballast {} cannot be changed", file, e);
    }
  }

  private void take() throws IOException {
    isOn = true;
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      for (long rest = reserveBytes / SIZE_PART; rest > 0; rest -= CHUNK_BYTES) {
        chunk.clear().limit((int) Math.min(rest, CHUNK_BYTES));
        while (chunk.hasRemaining()) {
          int unused = out.write(chunk);
        }
      }
    }
  }
}
