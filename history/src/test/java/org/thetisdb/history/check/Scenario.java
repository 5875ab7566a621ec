package org.thetisdb.history.check;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.history.History;
import org.thetisdb.history.HistoryBuilder;
import org.thetisdb.history.Status;

/**
 * Histories in short words, one transaction a line: a session and a colon, then operations. {@code
 * +x1} appends 1 to x, {@code x[1 2]} reads x, {@code x?} reads it and nobody knows what. A mark
 * before the colon says what became of it: {@code !} failed, {@code ?} unknown. {@code @3-5} says
 * when it began and ended; without it, it ran all the time.
 */
final class Scenario {
  private static final long ALWAYS_NS = 1_000_000;
  private static final Pattern LINE =
      Pattern.compile("(\\d+)([!?]?)(?:@(\\d+)-(\\d+))?:((?: .*)?)");
  private static final Pattern OP =
      Pattern.compile("\\+([a-z])(\\d+)|([a-z])\\[([ \\d]*)]|([a-z])\\?");

  private final HistoryBuilder builder = new HistoryBuilder();
  private final Map<Long, Long> indexes = new HashMap<>();

  static History of(String... lines) {
    Scenario scenario = new Scenario();
    for (String line : lines) {
      scenario.line(line);
    }
    return scenario.builder.build();
  }

  private void line(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw new IllegalArgumentException(line);
    }
    long session = Long.parseLong(parts.group(1));
    Status status =
        switch (parts.group(2)) {
          case "!" -> Status.FAIL;
          case "?" -> Status.INFO;
          default -> Status.OK;
        };
    long beginNs = parts.group(3) == null ? 0 : Long.parseLong(parts.group(3));
    long endNs = parts.group(4) == null ? ALWAYS_NS : Long.parseLong(parts.group(4));
    builder.begin(session, indexes.merge(session, 1L, Long::sum), beginNs, endNs, status);
    ops(parts.group(5));
    builder.end();
  }

  private void ops(String text) {
    Matcher op = OP.matcher(text);
    int end = 0;
    while (op.find()) {
      if (!text.substring(end, op.start()).isBlank()) {
        throw new IllegalArgumentException(text);
      }
      end = op.end();
      op(op);
    }
    if (!text.substring(end).isBlank()) {
      throw new IllegalArgumentException(text);
    }
  }

  private void op(Matcher op) {
    if (op.group(1) != null) {
      builder.append(op.group(1).charAt(0), Long.parseLong(op.group(2)));
    } else if (op.group(3) != null) {
      builder.read(op.group(3).charAt(0), list(op.group(4)));
    } else {
      builder.readUnknown(op.group(5).charAt(0));
    }
  }

  private static long[] list(String text) {
    return text.isBlank()
        ? new long[0]
        : Pattern.compile(" +").splitAsStream(text.strip()).mapToLong(Long::parseLong).toArray();
  }
}
