package org.thetisdb.procedures.runtime;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Unpacks a jar in memory, within limits that hold while it is unpacked, so that a small jar cannot
 * take all memory. For one use by one thread.
 */
final class JarContents {
  private static final int CHUNK_BYTES = 8192;
  private static final int END_BYTES = 22;
  private static final int MAX_COMMENT_BYTES = 0xffff;
  private static final int ZIP64_COUNT = 0xffff;

  private final byte[] jar;
  private final JarLimits limits;
  private final TreeMap<String, byte[]> files = new TreeMap<>();
  private long unpackedBytes;
  private int entries;

  private JarContents(byte[] jar, JarLimits limits) {
    this.jar = jar;
    this.limits = limits;
  }

  /**
   * The files of a jar by their paths.
   *
   * @throws ThetisException BAD_JAR or JAR_TOO_LARGE
   */
  static SortedMap<String, byte[]> unpack(byte[] jar, JarLimits limits) {
    if (jar.length > limits.jarBytes()) {
      throw new ThetisException(ErrorCode.JAR_TOO_LARGE, jar.length, limits.jarBytes());
    }
    return new JarContents(jar, limits).unpack();
  }

  static ThetisException bad(String problem) {
    return new ThetisException(ErrorCode.BAD_JAR, problem);
  }

  private SortedMap<String, byte[]> unpack() {
    int promised = promisedEntries();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
        add(e, zip);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw bad("it is damaged (" + e.getMessage() + ")").causedBy(e);
    }
    if (promised != entries && promised != ZIP64_COUNT) {
      throw bad("it is damaged (" + entries + " files where " + promised + " are listed)");
    }
    return files;
  }

  private void add(ZipEntry entry, ZipInputStream zip) throws IOException {
    if (++entries > limits.entries()) {
      throw tooLarge("has more than " + limits.entries() + " files");
    }
    byte[] bytes = read(zip);
    if (!entry.isDirectory() && files.put(entry.getName(), bytes) != null) {
      throw bad("it has two files named " + entry.getName());
    }
  }

  private byte[] read(ZipInputStream zip) throws IOException {
    byte[] bytes = zip.readNBytes(CHUNK_BYTES);
    count(bytes.length);
    int read = bytes.length;
    while (read == bytes.length && read > 0) {
      bytes = Arrays.copyOf(bytes, Math.min(2 * read, limits.unpackedBytes() + 1));
      int more = zip.readNBytes(bytes, read, bytes.length - read);
      count(more);
      read += more;
    }
    return Arrays.copyOf(bytes, read);
  }

  private void count(int bytes) {
    unpackedBytes += bytes;
    if (unpackedBytes > limits.unpackedBytes()) {
      throw tooLarge("unpacks to more than " + limits.unpackedBytes() + " bytes");
    }
  }

  private static ThetisException tooLarge(String problem) {
    return ThetisException.withMessage(ErrorCode.JAR_TOO_LARGE, "The jar " + problem + ".");
  }

  /** How many files the directory at the end of the jar lists. */
  private int promisedEntries() {
    int lowest = Math.max(0, jar.length - END_BYTES - MAX_COMMENT_BYTES);
    for (int at = jar.length - END_BYTES; at >= lowest; at--) {
      if (jar[at] == 'P' && jar[at + 1] == 'K' && jar[at + 2] == 5 && jar[at + 3] == 6) {
        return (jar[at + 10] & 0xff) | (jar[at + 11] & 0xff) << 8;
      }
    }
    throw bad("it is no zip file, or its end is missing");
  }

  /** Whether a file is a class that can be loaded. */
  static boolean isClass(Map.Entry<String, byte[]> file) {
    String path = file.getKey();
    return path.endsWith(".class")
        && !path.endsWith("module-info.class")
        && !path.startsWith("META-INF/");
  }
}
