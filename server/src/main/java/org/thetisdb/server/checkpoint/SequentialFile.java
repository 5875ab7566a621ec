package org.thetisdb.server.checkpoint;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A new file that is written from its beginning to its end, past the system's cache where the
 * system allows it.
 *
 * <p>A checkpoint is gigabytes that nobody reads soon. In the cache they would take the place of
 * what is read, and the system would keep them until they are much, and then write all of them at
 * once: what writes to the same disk, such as a broker, is held up meanwhile. Where the cache
 * cannot be passed, it is flushed in small parts.
 *
 * <p>Bytes are gathered, and written by {@link #flush}, or when there is no room for more. Calls
 * may wait for the disk. Not thread-safe.
 */
final class SequentialFile implements Closeable {
  private static final int BUFFER_BYTES = 4 << 20;

  /** Null where the JVM has none: it is not Java's own, but its module jdk.unsupported's. */
  private static final OpenOption DIRECT = direct();

  private final FileChannel channel;
  private final boolean isDirect;
  private final int blockBytes;
  private final ByteBuffer gathered;
  private long lengthBytes;

  private SequentialFile(FileChannel channel, boolean isDirect, int blockBytes) {
    this.channel = channel;
    this.isDirect = isDirect;
    this.blockBytes = blockBytes;
    this.gathered =
        ByteBuffer.allocateDirect(BUFFER_BYTES + blockBytes)
            .alignedSlice(blockBytes)
            .limit(BUFFER_BYTES);
  }

  private static OpenOption direct() {
    try {
      Class<?> options = Class.forName("com.sun.nio.file.ExtendedOpenOption");
      return (OpenOption) options.getField("DIRECT").get(null);
    } catch (ReflectiveOperationException none) {
      return null;
    }
  }

  /**
   * Makes a file.
   *
   * @throws FileAlreadyExistsException if it is there
   */
  static SequentialFile create(Path path) throws IOException {
    long blockBytes = Files.getFileStore(path.toAbsolutePath().getParent()).getBlockSize();
    if (DIRECT != null && Long.bitCount(blockBytes) == 1 && blockBytes <= BUFFER_BYTES) {
      try {
        return new SequentialFile(
            FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, DIRECT),
            true,
            (int) blockBytes);
      } catch (FileAlreadyExistsException e) {
        throw e;
      } catch (IOException | UnsupportedOperationException e) {
        Files.deleteIfExists(path); // some systems make the file before they refuse
      }
    }
    return new SequentialFile(
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), false, 1);
  }

  /** Adds bytes; the first {@code length} ones count. */
  void write(byte[] bytes, int length) throws IOException {
    int from = 0;
    while (from < length) {
      if (!gathered.hasRemaining()) {
        flush();
      }
      int part = Math.min(length - from, gathered.remaining());
      gathered.put(bytes, from, part);
      from += part;
    }
    lengthBytes += length;
  }

  /** How many bytes wait to be written. */
  int gatheredBytes() {
    return gathered.position();
  }

  /** Writes what was gathered; a part of a block waits for the rest of it. */
  void flush() throws IOException {
    int rest = gathered.position() % blockBytes;
    int whole = gathered.position() - rest;
    writeFirst(whole);
    for (int i = 0; i < rest; i++) {
      gathered.put(i, gathered.get(whole + i));
    }
    gathered.position(rest);
    if (!isDirect) {
      channel.force(false);
    }
  }

  private void writeFirst(int bytes) throws IOException {
    gathered.limit(bytes).position(0);
    while (gathered.hasRemaining()) {
      channel.write(gathered);
    }
    gathered.limit(BUFFER_BYTES);
  }

  /** Writes the rest: when this returns, the file outlives a failure of power. */
  void finish() throws IOException {
    flush();
    int rest = gathered.position();
    if (rest > 0) {
      while (gathered.position() < blockBytes) {
        gathered.put((byte) 0);
      }
      writeFirst(blockBytes);
      gathered.position(0);
      channel.truncate(lengthBytes);
    }
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
