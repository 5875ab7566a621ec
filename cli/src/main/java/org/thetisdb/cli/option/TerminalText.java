package org.thetisdb.cli.option;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Properties;

/** Text as a terminal can show it: as it is, or in plain ASCII. Stateless. */
public enum TerminalText {
  /** All characters. */
  UTF_8,
  /** Blocks, lines and units become characters that look most like them. */
  ASCII;

  private static final int FIRST_BEYOND_ASCII = 128;
  private static final int FIRST_WITHOUT_NATIVE_DEFAULT = 18;

  private static final String DRAWN = "█▓▒░▁▂▃▄▅▆▇┤└─µ×…–";
  private static final String PLAIN = "#%=-..::++*|+-ux.-";

  /** What the standard output of this process can show. */
  static TerminalText ofThisProcess() {
    return of(System.getProperties(), Runtime.version().feature());
  }

  /** The same by the properties of a JVM of some release: each has other ones. */
  static TerminalText of(Properties properties, int release) {
    String fallback = release < FIRST_WITHOUT_NATIVE_DEFAULT ? "file.encoding" : "native.encoding";
    for (String name : new String[] {"stdout.encoding", "sun.stdout.encoding", fallback}) {
      String encoding = properties.getProperty(name);
      if (encoding != null) {
        return isUtf8(encoding) ? UTF_8 : ASCII;
      }
    }
    return ASCII;
  }

  private static boolean isUtf8(String encoding) {
    try {
      return Charset.forName(encoding).equals(StandardCharsets.UTF_8);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return false;
    }
  }

  /** The text for such a terminal; no character becomes two. */
  String of(String text) {
    if (this == UTF_8) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      plain.append(plainOf(text.charAt(i)));
    }
    return plain.toString();
  }

  private static char plainOf(char drawn) {
    if (drawn < FIRST_BEYOND_ASCII) {
      return drawn;
    }
    int at = DRAWN.indexOf(drawn);
    return at < 0 ? '?' : PLAIN.charAt(at);
  }
}
