package org.thetisdb.cli.shell;

import java.util.ArrayList;
import java.util.List;

/** Values of rows that {@link CopyStatement} reads. Stateless. */
final class CopiedRow {
  private static final int HEX = 16;
  private static final int OCTAL = 8;

  private CopiedRow() {}

  /** The values of a line; null for NULL. */
  static List<String> of(CopyStatement copy, String line) {
    return copy.csv() ? ofCsv(copy, line) : ofText(copy, line);
  }

  /** Whether a line begins or ends a value in quotes that has line ends: of CSV alone. */
  static boolean opensOrCloses(CopyStatement copy, String line) {
    return copy.csv() && line.chars().filter(c -> c == '"').count() % 2 != 0;
  }

  private static List<String> ofText(CopyStatement copy, String line) {
    List<String> values = new ArrayList<>();
    int begin = 0;
    for (int at = 0; at <= line.length(); at++) {
      if (at == line.length() || line.charAt(at) == copy.delimiter()) {
        String written = line.substring(begin, at);
        values.add(written.equals(copy.nullText()) ? null : unescaped(written));
        begin = at + 1;
      } else if (line.charAt(at) == '\\') {
        at++; // what stands behind it is part of the value
      }
    }
    return values;
  }

  private static String unescaped(String written) {
    if (written.indexOf('\\') < 0) {
      return written;
    }
    StringBuilder value = new StringBuilder();
    int at = 0;
    while (at < written.length()) {
      char c = written.charAt(at++);
      if (c != '\\' || at == written.length()) {
        value.append(c);
        continue;
      }
      char escaped = written.charAt(at++);
      int radix = escaped == 'x' ? HEX : OCTAL;
      int begin = escaped == 'x' ? at : at - 1;
      int end = endOfDigits(written, begin, radix);
      if (end > begin) {
        value.append((char) Integer.parseInt(written.substring(begin, end), radix));
        at = end;
      } else {
        value.append(plain(escaped));
      }
    }
    return value.toString();
  }

  /** Two digits at most of a hexadecimal number, three of an octal one. */
  private static int endOfDigits(String written, int begin, int radix) {
    int most = Math.min(written.length(), begin + (radix == HEX ? 2 : 3));
    int end = begin;
    while (end < most && Character.digit(written.charAt(end), radix) >= 0) {
      end++;
    }
    return end;
  }

  private static char plain(char escaped) {
    return switch (escaped) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> '\u000b';
      default -> escaped;
    };
  }

  private static List<String> ofCsv(CopyStatement copy, String line) {
    List<String> values = new ArrayList<>();
    StringBuilder value = new StringBuilder();
    boolean quoted = false;
    boolean within = false;
    for (int at = 0; at <= line.length(); at++) {
      char c = at == line.length() ? copy.delimiter() : line.charAt(at);
      boolean ends = at == line.length() || (!within && c == copy.delimiter());
      if (ends) {
        boolean isNull = !quoted && value.toString().equals(copy.nullText());
        values.add(isNull ? null : value.toString());
        value.setLength(0);
        quoted = false;
      } else if (c == '"' && within && at + 1 < line.length() && line.charAt(at + 1) == '"') {
        value.append(c);
        at++;
      } else if (c == '"') {
        within = !within;
        quoted = true;
      } else {
        value.append(c);
      }
    }
    return values;
  }
}
