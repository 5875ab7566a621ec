package org.thetisdb.core.security;

import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the cluster keeps of a password, in PostgreSQL's form: {@code
 * SCRAM-SHA-256$4096:<salt>$<StoredKey>:<ServerKey>}. Nobody can log in with it alone. Immutable,
 * safe for all threads.
 *
 * @param iterations how often the password was hashed
 */
public record ScramVerifier(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
  /** Fewest iterations: those of RFC 7677. */
  public static final int MIN_ITERATIONS = 4_096;

  /** Most iterations: a client derives for some tenths of a second. */
  public static final int MAX_ITERATIONS = 1_000_000;

  /** Bytes of a new salt. */
  public static final int SALT_BYTES = 16;

  private static final int MAX_SALT_BYTES = 64;
  private static final String MECHANISM = "SCRAM-SHA-256";
  private static final Pattern TEXT =
      Pattern.compile(
          "SCRAM-SHA-256\\$([0-9]{1,7}):([A-Za-z0-9+/=]{4,88})"
              + "\\$([A-Za-z0-9+/]{43}=):([A-Za-z0-9+/]{43}=)");

  /** The verifier of a password. Takes about a millisecond for 4,096 iterations. */
  public static ScramVerifier of(String password, byte[] salt, int iterations) {
    ScramKeys keys = ScramKeys.of(password, salt, iterations);
    return new ScramVerifier(iterations, salt, keys.storedKey(), keys.serverKey());
  }

  /** Whether a text is one. */
  public static boolean isOne(String text) {
    return read(text) != null;
  }

  /** The one of a text; null if it is none. */
  public static ScramVerifier read(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    int iterations = Integer.parseInt(matcher.group(1));
    byte[] salt = decoded(matcher.group(2));
    byte[] storedKey = decoded(matcher.group(3));
    byte[] serverKey = decoded(matcher.group(4));
    boolean fits =
        iterations >= MIN_ITERATIONS
            && iterations <= MAX_ITERATIONS
            && salt != null
            && salt.length <= MAX_SALT_BYTES
            && storedKey != null
            && serverKey != null;
    return fits ? new ScramVerifier(iterations, salt, storedKey, serverKey) : null;
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** The text of it. */
  public String text() {
    Base64.Encoder encoder = Base64.getEncoder();
    return MECHANISM
        + '$'
        + iterations
        + ':'
        + encoder.encodeToString(salt)
        + '$'
        + encoder.encodeToString(storedKey)
        + ':'
        + encoder.encodeToString(serverKey);
  }

  /** No part of it. */
  @Override
  public String toString() {
    return MECHANISM + " verifier";
  }
}
