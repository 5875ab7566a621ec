package org.thetisdb.core.security;

import java.util.Base64;

/**
 * The texts that both ends of a login say, of RFC 5802: attributes with commas between them. What
 * comes from outside is distrusted; what does not fit is null. Stateless.
 */
final class ScramText {
  /** Longest text that is looked at. */
  static final int MAX_CHARS = 2_048;

  /** Longest name of a user. */
  static final int MAX_USER_CHARS = 128;

  /** How a client says that it binds the login to no channel. */
  static final String UNBOUND = "n,,";

  /** The same, for one that would have if it could. */
  static final String WOULD_BIND = "y,,";

  /** How a client says that it binds the login to the channel's certificate. */
  static final String BOUND = "p=tls-server-end-point,,";

  private ScramText() {}

  /**
   * The value of the attribute at a place of a text.
   *
   * @param name one letter
   * @return null if it is not there, or empty
   */
  static String attribute(String text, int place, char name) {
    if (text.length() > MAX_CHARS) {
      return null;
    }
    String[] parts = text.split(",", -1);
    boolean fits =
        place < parts.length
            && parts[place].length() > 2
            && parts[place].charAt(0) == name
            && parts[place].charAt(1) == '=';
    return fits ? parts[place].substring(2) : null;
  }

  /** The bytes of such an attribute; null if it is none in Base64. */
  static byte[] bytes(String text, int place, char name) {
    String value = attribute(text, place, name);
    try {
      return value == null ? null : Base64.getDecoder().decode(value);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  static String encoded(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** A name as it is written: commas and equals signs have meanings there. */
  static String escaped(String user) {
    return user.replace("=", "=3D").replace(",", "=2C");
  }

  /** The name that is written so; null if none is. */
  static String unescaped(String written) {
    String plain = written.replace("=2C", ",").replace("=3D", "=");
    boolean fits =
        !plain.isEmpty() && plain.length() <= MAX_USER_CHARS && escaped(plain).equals(written);
    return fits ? plain : null;
  }
}
