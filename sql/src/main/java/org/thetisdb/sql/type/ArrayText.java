package org.thetisdb.sql.type;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.NumberText;
import org.thetisdb.core.value.TimeTexts;
import org.thetisdb.sql.memory.GrowingText;

/**
 * Arrays of one dimension as texts: {@code {1,NULL,"two words"}}, as PostgreSQL writes them.
 * Stateless.
 */
public final class ArrayText {
  private static final String QUOTED_IF_FOUND = "{},\"\\ \t\n\r\u000b\f";

  private ArrayText() {}

  /** The text of an array of values in clients' form. */
  public static String of(List<?> elements) {
    GrowingText out = new GrowingText();
    String separator = "{";
    for (Object element : elements) {
      append(element, out.append(separator));
      separator = ",";
    }
    return out.append(elements.isEmpty() ? "{}" : "}").toString();
  }

  private static void append(Object element, GrowingText out) {
    if (element == null) {
      out.append("NULL");
      return;
    }
    String text = text(element);
    boolean quoted = text.isEmpty() || text.equalsIgnoreCase("null");
    for (int i = 0; !quoted && i < text.length(); i++) {
      quoted = QUOTED_IF_FOUND.indexOf(text.charAt(i)) >= 0;
    }
    if (quoted) {
      out.append('"').append(text.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
    } else {
      out.append(text);
    }
  }

  private static String text(Object element) {
    if (element instanceof Boolean bool) {
      return bool ? "t" : "f";
    }
    if (element instanceof BigDecimal decimal) {
      return NumberText.of(decimal);
    }
    if (element instanceof byte[] bytes) {
      return "\\x" + HexFormat.of().formatHex(bytes);
    }
    if (element instanceof Instant instant) {
      return ZonedText.of(instant);
    }
    if (element instanceof LocalDate date) {
      return TimeTexts.of(date);
    }
    if (element instanceof LocalTime time) {
      return TimeTexts.of(time);
    }
    return element instanceof LocalDateTime time ? TimeTexts.of(time) : element.toString();
  }

  /**
   * The elements of such a text, each a text or null.
   *
   * @throws ThetisException BAD_ARRAY if it is none
   */
  public static List<String> read(String text) {
    return new Reader(text.strip()).read();
  }

  /** For one text; not thread-safe. */
  private static final class Reader {
    private final String text;
    private int at = 1;

    Reader(String text) {
      this.text = text;
    }

    List<String> read() {
      if (!text.startsWith("{")) {
        throw error("it begins with {");
      }
      List<String> elements = new ArrayList<>();
      skipSpace();
      if (peek() == '}') {
        at++;
      } else {
        char behind;
        do {
          if (elements.size() == Arrays.MAX_ELEMENTS) {
            throw Arrays.tooMany(elements.size() + 1);
          }
          elements.add(element());
          skipSpace();
          behind = peek();
          at++;
        } while (behind == ',');
        if (behind != '}') {
          throw error("elements are parted by commas");
        }
      }
      if (at < text.length()) {
        throw error("it ends with }");
      }
      return elements;
    }

    private String element() {
      skipSpace();
      if (peek() == '{') {
        throw new ThetisException(ErrorCode.NOT_SUPPORTED, "An array of arrays");
      }
      return peek() == '"' ? quoted() : bare();
    }

    private String quoted() {
      StringBuilder element = new StringBuilder();
      at++;
      while (peek() != '"') {
        at += peek() == '\\' ? 1 : 0;
        element.append(peek());
        at++;
      }
      at++;
      return element.toString();
    }

    private String bare() {
      StringBuilder element = new StringBuilder();
      boolean escaped = false;
      while (peek() != ',' && peek() != '}') {
        if (peek() == '"' || peek() == '{') {
          throw error("an element with quotes or braces stands in quotes");
        }
        if (peek() == '\\') {
          escaped = true;
          at++;
        }
        element.append(peek());
        at++;
      }
      String found = element.toString().strip();
      if (found.isEmpty()) {
        throw error("an empty element is written as \"\"");
      }
      return !escaped && found.toUpperCase(Locale.ROOT).equals("NULL") ? null : found;
    }

    private void skipSpace() {
      while (Character.isWhitespace(peek())) {
        at++;
      }
    }

    private char peek() {
      if (at >= text.length()) {
        throw error("it ends with }");
      }
      return text.charAt(at);
    }

    private ThetisException error(String rule) {
      String shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
      return ThetisException.withMessage(
          ErrorCode.BAD_ARRAY, "\"%s\" is no array: %s.".formatted(shown, rule));
    }
  }
}
