package org.thetisdb.sql.function.number;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.SpecialDecimals;

/**
 * TO_CHAR of numbers, as PostgreSQL's manual (section 9.8) has it, in its locale C: {@code 9 0 . D
 * , G S MI PL SG PR L FM} and texts. For one number. Not thread-safe.
 */
public final class NumberFormat {
  private static final List<String> KEYWORDS = List.of("FM", "MI", "PL", "SG", "PR");
  private static final List<String> REFUSED = List.of("EEEE", "RN", "TH", "V");
  private static final int LONGEST = 200;

  private final String format;
  private final List<String> parts = new ArrayList<>();
  private final StringBuilder out = new StringBuilder();
  private boolean filled;
  private boolean signed;
  private boolean brackets;
  private int before;
  private int behind;
  private int firstZero = Integer.MAX_VALUE;
  private int lastZero = -1;
  private boolean negative;
  private boolean tooLong;
  private boolean wordOnly;
  private String whole = "";
  private String fraction = "";
  private boolean begun;

  private NumberFormat(String format) {
    this.format = format;
  }

  /**
   * A number as a text.
   *
   * @throws ThetisException BAD_VALUE for a format that is not known
   */
  public static String toChar(Number value, String format) {
    if (format.length() > LONGEST) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_VALUE, "A format of a number has at most " + LONGEST + " characters.");
    }
    NumberFormat run = new NumberFormat(format);
    run.read();
    run.measure();
    BigDecimal special = special(value);
    if (special == null) {
      run.fill(new BigDecimal(value.toString()));
    } else {
      run.fillSpecial(special);
    }
    return run.text();
  }

  private static BigDecimal special(Number value) {
    if (value instanceof BigDecimal decimal) {
      return SpecialDecimals.isFinite(decimal) ? null : decimal;
    }
    return null;
  }

  /** Hexadecimal digits of a number of 32 or 64 bits. */
  public static String toHex(Number value) {
    return value instanceof Long || value instanceof BigDecimal
        ? Long.toHexString(value.longValue())
        : Integer.toHexString(value.intValue());
  }

  private void read() {
    int at = 0;
    while (at < format.length()) {
      if (format.charAt(at) == '"') {
        int end = format.indexOf('"', at + 1);
        int last = end < 0 ? format.length() : end;
        parts.add('"' + format.substring(at + 1, last));
        at = last + 1;
        continue;
      }
      String rest = format.substring(at).toUpperCase(Locale.ROOT);
      for (String refused : REFUSED) {
        if (rest.startsWith(refused)) {
          throw ThetisException.withMessage(
              ErrorCode.BAD_VALUE, "TO_CHAR of numbers does not know the pattern " + refused + ".");
        }
      }
      String word = KEYWORDS.stream().filter(rest::startsWith).findFirst().orElse(null);
      String part = word == null ? rest.substring(0, 1) : word;
      boolean known = word != null || "90.D,GSL".contains(part);
      parts.add(known ? part : '"' + format.substring(at, at + 1));
      at += part.length();
    }
  }

  /** Counts digits before and behind the point; from the first 0 to the last all are shown. */
  private void measure() {
    boolean point = false;
    for (String part : parts) {
      switch (part) {
        case ".", "D" -> point = true;
        case "9", "0" -> {
          if (part.equals("0")) {
            firstZero = Math.min(firstZero, before + behind);
            lastZero = before + behind;
          }
          before += point ? 0 : 1;
          behind += point ? 1 : 0;
        }
        case "FM" -> filled = true;
        case "S", "MI", "PL", "SG" -> signed = true;
        case "PR" -> {
          signed = true;
          brackets = true;
        }
        default -> {
          // it does not count
        }
      }
    }
  }

  private void fill(BigDecimal value) {
    BigDecimal rounded = value.setScale(behind, RoundingMode.HALF_UP);
    negative = rounded.signum() < 0;
    BigInteger integer = rounded.abs().toBigInteger();
    whole = integer.signum() == 0 ? "" : integer.toString();
    if (whole.length() > before) {
      tooLong = true;
      whole = "#".repeat(before);
      fraction = "#".repeat(behind);
      return;
    }
    String digits = rounded.abs().remainder(BigDecimal.ONE).unscaledValue().toString();
    fraction = behind == 0 ? "" : "0".repeat(Math.max(0, behind - digits.length())) + digits;
    if (behind == 0 && whole.isEmpty() && before > 0) {
      whole = "0";
    }
  }

  /** The word takes the places of digits before the point, behind which nothing is shown. */
  private void fillSpecial(BigDecimal value) {
    negative = value.signum() < 0;
    whole = SpecialDecimals.text(value.abs());
    if (whole.length() > before) {
      tooLong = true;
      whole = "#".repeat(before);
      fraction = "#".repeat(behind);
    } else {
      wordOnly = true;
    }
  }

  private String text() {
    int digit = 0;
    boolean point = false;
    int shown = lastShown();
    for (String part : parts) {
      switch (part) {
        case "9", "0" -> {
          digit(digit, point, shown);
          digit++;
        }
        case ".", "D" -> {
          begin();
          if (!point && !wordOnly && (behind > 0 || filled)) {
            out.append('.');
          }
          point = true;
        }
        case ",", "G" -> out.append(begun ? "," : filled ? "" : " ");
        case "FM" -> {
          // is known by now
        }
        case "S" -> sign(digit);
        case "MI" -> out.append(negative ? "-" : filled ? "" : " ");
        case "PL" -> out.append(negative ? filled ? "" : " " : "+");
        case "SG" -> out.append(negative ? "-" : "+");
        case "PR" -> out.append(negative ? ">" : filled ? "" : " ");
        case "L" -> out.append(filled ? "" : " ");
        default -> out.append(part, 1, part.length());
      }
    }
    return out.toString();
  }

  /** With FM zeros at the end go, unless a 0 holds their place. */
  private int lastShown() {
    int last = before + behind - 1;
    if (filled && !tooLong && !wordOnly) {
      int kept = before + fraction.length() - 1;
      while (kept >= before && kept > lastZero && fraction.charAt(kept - before) == '0') {
        kept--;
      }
      last = kept;
    }
    return last;
  }

  private void digit(int place, boolean point, int shown) {
    if (point) {
      if (place <= shown && !wordOnly) {
        out.append(fraction.charAt(place - before));
      }
      return;
    }
    int first = before - whole.length();
    if (place >= first || place >= firstZero) {
      begin();
      out.append(place >= first ? whole.charAt(place - first) : '0');
    } else if (!filled) {
      out.append(' ');
    }
  }

  /** The sign stands right before the number, unless the format gives it a place behind. */
  private void begin() {
    if (begun) {
      return;
    }
    begun = true;
    if (brackets) {
      out.append(negative ? "<" : filled ? "" : " ");
    } else if (!signed) {
      out.append(negative ? "-" : filled ? "" : " ");
    } else if (parts.contains("S") && !isBehind()) {
      out.append(negative ? '-' : '+');
    }
  }

  private boolean isBehind() {
    int first = Math.max(0, parts.indexOf("9"));
    int zero = parts.indexOf("0");
    int digits = zero < 0 ? first : parts.contains("9") ? Math.min(first, zero) : zero;
    return parts.indexOf("S") > digits;
  }

  private void sign(int digit) {
    if (digit > 0 && isBehind()) {
      out.append(negative ? '-' : '+');
    }
  }
}
