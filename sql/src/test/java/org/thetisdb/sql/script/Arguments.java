package org.thetisdb.sql.script;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Arguments as they stand in scripts: 1, 2L, 2.5, 2.5d, 'text', date 2026-03-04, null, true. */
final class Arguments {
  private static final Pattern PART = Pattern.compile("\\s*'([^']*)'|[^,]+");

  private Arguments() {}

  static Object[] of(String line) {
    List<Object> arguments = new ArrayList<>();
    Matcher matcher = PART.matcher(line);
    while (matcher.find()) {
      String part = matcher.group().strip();
      if (!part.isEmpty()) {
        arguments.add(part.startsWith("'") ? part.substring(1, part.length() - 1) : bare(part));
      }
    }
    return arguments.toArray();
  }

  private static Object bare(String text) {
    if (text.equals("null")) {
      return null;
    }
    if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    if (text.startsWith("date ")) {
      return LocalDate.parse(text.substring(5));
    }
    if (text.startsWith("timestamp ")) {
      return LocalDateTime.parse(text.substring(10));
    }
    if (text.endsWith("L")) {
      return Long.valueOf(text.substring(0, text.length() - 1));
    }
    if (text.endsWith("d")) {
      return Double.valueOf(text.substring(0, text.length() - 1));
    }
    return text.contains(".") ? (Object) new BigDecimal(text) : (Object) Integer.valueOf(text);
  }
}
