package org.thetisdb.core.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.text.Normalizer;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a password becomes with a salt (RFC 5802): the keys by which client and server prove that
 * they know it. To make them takes milliseconds, on purpose. Immutable, safe for all threads.
 */
public final class ScramKeys {
  /** Bytes of SHA-256. */
  static final int HASH_BYTES = 32;

  private static final String MAC = "HmacSHA256";

  private final byte[] clientKey;
  private final byte[] serverKey;

  private ScramKeys(byte[] clientKey, byte[] serverKey) {
    this.clientKey = clientKey;
    this.serverKey = serverKey;
  }

  /**
   * The keys of a password. Takes about a millisecond for 4,096 iterations.
   *
   * @param iterations how often it is hashed
   */
  public static ScramKeys of(String password, byte[] salt, int iterations) {
    PBEKeySpec spec =
        new PBEKeySpec(prepared(password).toCharArray(), salt, iterations, 8 * HASH_BYTES);
    try {
      byte[] salted =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      return new ScramKeys(hmac(salted, ascii("Client Key")), hmac(salted, ascii("Server Key")));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("each JVM has PBKDF2 with SHA-256", e);
    } finally {
      spec.clearPassword();
    }
  }

  /** One password has one form, however its characters are put together (as RFC 4013). */
  private static String prepared(String password) {
    if (isAscii(password)) {
      return password; // And the tables of Unicode need not be loaded.
    }
    StringBuilder mapped = new StringBuilder(password.length());
    password
        .codePoints()
        .filter(c -> c != 0x00ad && c != 0x200b && c != 0x2060 && c != 0xfeff)
        .map(c -> Character.isSpaceChar(c) ? ' ' : c)
        .forEach(mapped::appendCodePoint);
    return Normalizer.normalize(mapped, Normalizer.Form.NFKC);
  }

  private static boolean isAscii(String password) {
    for (int i = 0; i < password.length(); i++) {
      if (password.charAt(i) > 0x7f) {
        return false;
      }
    }
    return true;
  }

  byte[] clientKey() {
    return clientKey;
  }

  byte[] serverKey() {
    return serverKey;
  }

  /** What the server keeps, which does not tell the client's key. */
  byte[] storedKey() {
    return sha256(clientKey);
  }

  /** A code of a text that only who knows the key can make. */
  public static byte[] mac(byte[] key, byte[] text) {
    return hmac(key, text);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] hmac(byte[] key, byte[] text) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key, MAC));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("each JVM has HMAC with SHA-256", e);
    }
  }

  static byte[] sha256(byte[] text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("each JVM has SHA-256", e);
    }
  }

  static byte[] xor(byte[] one, byte[] other) {
    byte[] result = new byte[one.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = (byte) (one[i] ^ other[i]);
    }
    return result;
  }
}
