package org.thetisdb.lab.compare;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a text says of a statement. Stateless. */
final class Texts {
  private static final String ORDER = "ORDER BY";
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,40}(\\.[0-9]{1,40})?");
  private static final MathContext FEW_DIGITS = new MathContext(5);

  private Texts() {}

  /** Whether the statement itself says ORDER BY, and not only a part of it in parentheses. */
  static boolean ordersRows(String sql) {
    String text = sql.toUpperCase(Locale.ROOT);
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'') {
        quoted = !quoted;
      } else if (!quoted) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (depth == 0 && text.startsWith(ORDER, i)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The rows, whose numbers have few digits. */
  static List<String> rounded(List<String> rows) {
    return rows.stream()
        .map(
            row ->
                Arrays.stream(row.split("\\|", -1))
                    .map(Texts::roundedValue)
                    .collect(Collectors.joining("|")))
        .sorted()
        .toList();
  }

  private static String roundedValue(String value) {
    if (!NUMBER.matcher(value).matches()) {
      return value;
    }
    BigDecimal rounded = new BigDecimal(value).round(FEW_DIGITS);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** The text without its names and constants: what is the same of two findings of one kind. */
  static String form(String sql) {
    return sql.replaceAll("'[^']*'", "?")
        .replaceAll("\\b[at]\\d+\\.\\w+", "x")
        .replaceAll("\\b[atw]\\d+\\b", "a")
        .replaceAll("\\d+", "0");
  }
}
