package org.thetisdb.sql.type;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Bytes as PostgreSQL writes them in texts. Stateless. */
public final class ByteText {
  private ByteText() {}

  /** As they are shown: {@code \x} and hexadecimal digits. */
  public static String of(byte[] bytes) {
    return "\\x" + HexFormat.of().formatHex(bytes);
  }

  /** The bytes that a text names: in hexadecimal digits, or escaped; null if it names none. */
  public static byte[] read(String text) {
    if (!text.startsWith("\\x")) {
      return text.indexOf('\\') < 0 ? text.getBytes(StandardCharsets.UTF_8) : unescaped(text);
    }
    try {
      return HexFormat.of().parseHex(text.substring(2).replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Octal digits behind a backslash for bytes that are no ASCII, and for 0. */
  public static String escaped(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (byte one : bytes) {
      int value = one & 0xff;
      if (value == 0 || value > 127) {
        text.append('\\').append((char) ('0' + (value >> 6)));
        text.append((char) ('0' + ((value >> 3) & 7))).append((char) ('0' + (value & 7)));
      } else {
        text.append(value == '\\' ? "\\\\" : String.valueOf((char) value));
      }
    }
    return text.toString();
  }

  /** The bytes of such a text; null if a backslash stands before anything else. */
  public static byte[] unescaped(String text) {
    byte[] given = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(given.length);
    int at = 0;
    while (at < given.length) {
      byte one = given[at++];
      if (one != '\\') {
        bytes.write(one);
      } else if (at < given.length && given[at] == '\\') {
        bytes.write('\\');
        at++;
      } else if (at + 2 < given.length
          && isOctal(given[at], '3')
          && isOctal(given[at + 1], '7')
          && isOctal(given[at + 2], '7')) {
        int high = (given[at] - '0') << 6;
        int middle = (given[at + 1] - '0') << 3;
        bytes.write(high | middle | (given[at + 2] - '0'));
        at += 3;
      } else {
        return null;
      }
    }
    return bytes.toByteArray();
  }

  private static boolean isOctal(byte digit, char last) {
    return digit >= '0' && digit <= last;
  }
}
