package org.thetisdb.core.security;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys of passwords that this process has derived: a pool of connections pays once, not once
 * for each. Thread-safe; who asks for a key that is being derived waits for it.
 */
public final class PasswordKeys {
  /** Most keys that are kept. */
  private static final int MOST = 64;

  /** Those of the process, by all that they follow from. */
  private static final Map<Origin, ScramKeys> KNOWN = new ConcurrentHashMap<>();

  private final String password;

  private record Origin(String password, String salt, int iterations) {
    @Override
    public String toString() {
      return "a password";
    }
  }

  /** Those of one password. */
  public PasswordKeys(String password) {
    this.password = password;
  }

  ScramKeys of(byte[] salt, int iterations) {
    Origin origin = new Origin(password, Arrays.toString(salt), iterations);
    if (KNOWN.size() >= MOST) {
      KNOWN.clear(); // who goes through so many passwords pays again
    }
    return KNOWN.computeIfAbsent(origin, missing -> ScramKeys.of(password, salt, iterations));
  }
}
