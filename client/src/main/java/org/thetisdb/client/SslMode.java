package org.thetisdb.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a client asks of its connections; words and meanings are those of PostgreSQL. */
public enum SslMode {
  /** No TLS. A cluster that asks for it refuses the client. */
  DISABLE,
  /** TLS with whomever; with a root certificate the same as {@link #VERIFY_CA}. */
  REQUIRE,
  /** TLS, and the router's certificate is of the authority that is trusted. */
  VERIFY_CA,
  /** The same, and it is for the host that the client connects to. */
  VERIFY_FULL;

  /** {@return the word in URLs and options, such as {@code verify-full}} */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads a word.
   *
   * @param word such as {@code verify-full}
   * @return the mode of that name
   * @throws IllegalArgumentException if there is none; the message is a sentence
   */
  public static SslMode of(String word) {
    for (SslMode mode : values()) {
      if (mode.word().equals(word)) {
        return mode;
      }
    }
    String known = Arrays.stream(values()).map(SslMode::word).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("sslmode is one of " + known + ", not \"" + word + "\".");
  }
}
