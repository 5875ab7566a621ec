package org.thetisdb.relational.log;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A place in a log.
 *
 * @param version how many records are before it
 * @param chain a hash of all of them, by which logs and databases with different pasts are told
 *     apart
 */
public record LogHead(long version, long chain) {
  /** Before the first record. */
  public static final LogHead START = new LogHead(0, 0);

  /** The place behind one more record. */
  public LogHead next(byte[] record) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, chain));
      return new LogHead(version + 1, ByteBuffer.wrap(digest.digest(record)).getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each Java platform has SHA-256", e);
    }
  }
}
