package org.thetisdb.sql.catalog;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * A secret that each leader knows, since it is a row of the catalog: as hidden as the passwords of
 * users, which lie beside it. Immutable, safe for all threads.
 */
public final class ClusterSecret {
  /** Where it is. */
  public static final ObjectId ID = new ObjectId(ObjectKind.SECRET, 0);

  private static final int FORMAT = 1;
  private static final int BYTES = 32;

  private final byte[] bytes;

  private ClusterSecret(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * One that nobody knows who does not know the verifier of a password. So it needs no randomness
   * of its own, and a repeated definition makes the same one.
   */
  public static ClusterSecret of(String verifier) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update("thetis cluster secret:".getBytes(StandardCharsets.US_ASCII));
      return new ClusterSecret(digest.digest(verifier.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each JVM has SHA-256", e);
    }
  }

  /** A copy of it. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** The stored form. */
  public byte[] encode() {
    return new ByteWriter(BYTES + 1).putByte(FORMAT).putBytes(bytes).toByteArray();
  }

  static ClusterSecret decode(byte[] row) {
    ByteReader in = new ByteReader(row);
    if (in.getUnsignedByte() != FORMAT || in.remaining() != BYTES) {
      throw new CodecException("a secret of another form");
    }
    return new ClusterSecret(in.getBytes(BYTES));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ClusterSecret secret && MessageDigest.isEqual(bytes, secret.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "a secret";
  }
}
