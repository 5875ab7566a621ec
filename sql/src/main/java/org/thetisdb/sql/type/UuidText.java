package org.thetisdb.sql.type;

import java.util.HexFormat;
import java.util.UUID;

/** Texts of UUIDs, in all the forms that PostgreSQL reads. Stateless. */
final class UuidText {
  private static final int DIGITS = 32;
  private static final int DIGITS_OF_GROUP = 4;

  private UuidText() {}

  /**
   * 32 digits of base 16, with a hyphen behind any four of them or none, in braces or not; null for
   * any other text.
   */
  static UUID read(String text) {
    boolean braces = text.startsWith("{");
    if (braces && !text.endsWith("}")) {
      return null;
    }
    String bare = braces ? text.substring(1, text.length() - 1) : text;
    StringBuilder digits = new StringBuilder(DIGITS);
    for (int i = 0; i < bare.length(); i++) {
      char c = bare.charAt(i);
      boolean afterGroup = digits.length() % DIGITS_OF_GROUP == 0 && digits.length() > 0;
      boolean hyphen =
          c == '-' && afterGroup && digits.length() < DIGITS && bare.charAt(i - 1) != '-';
      if (!hyphen && !HexFormat.isHexDigit(c)) {
        return null;
      }
      if (!hyphen) {
        digits.append(c);
      }
      if (digits.length() > DIGITS) {
        return null;
      }
    }
    if (digits.length() != DIGITS) {
      return null;
    }
    return new UUID(
        Long.parseUnsignedLong(digits, 0, DIGITS / 2, 16),
        Long.parseUnsignedLong(digits, DIGITS / 2, DIGITS, 16));
  }
}
