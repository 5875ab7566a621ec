package org.thetisdb.core.security;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.function.Supplier;

/** Texts that nobody can guess, of the machine's randomness. Thread-safe. */
public final class SystemNonces implements Supplier<String> {
  private static final int BYTES = 18;

  private final SecureRandom random = new SecureRandom();

  @Override
  public String get() {
    return Base64.getEncoder().encodeToString(bytes(BYTES));
  }

  /** Some bytes that nobody can guess. */
  public byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
