package org.thetisdb.sql.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Decimals;
import org.thetisdb.sql.memory.StatementMemory;

/**
 * Reads the text of a document, as RFC 8259 has it. Of members with one name the last one counts.
 * Refuses what could not be stored: texts with a zero character or half a surrogate pair, numbers
 * of too many digits, and what is nested too deep. For one text; not thread-safe.
 */
final class JsonText {
  /** Deepest nesting of arrays and objects. */
  static final int MAX_DEPTH = 500;

  private final String text;
  private int at;
  private int depth;
  private int elementsRead;

  private JsonText(String text) {
    this.text = text;
  }

  /**
   * The document.
   *
   * @throws ThetisException BAD_JSON if it is none
   */
  static Object read(String text) {
    JsonText reader = new JsonText(text);
    Object value = reader.value();
    reader.skipSpace();
    if (reader.at < text.length()) {
      throw reader.unexpected("the end");
    }
    return value;
  }

  private Object value() {
    skipSpace();
    char c = peek();
    return switch (c) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", JsonNull.NULL);
      default -> number();
    };
  }

  private Map<String, Object> object() {
    enter();
    Map<String, Object> members = new TreeMap<>(JsonOrder.NAMES);
    if (!isClosed('}')) {
      do {
        skipSpace();
        if (peek() != '"') {
          throw unexpected("a name in double quotes");
        }
        String name = string();
        expect(':');
        members.put(name, value());
        StatementMemory.requireElements(++elementsRead);
      } while (isNext(','));
      expect('}');
    }
    depth--;
    return members;
  }

  private List<Object> array() {
    enter();
    List<Object> elements = new ArrayList<>();
    if (!isClosed(']')) {
      do {
        elements.add(value());
        StatementMemory.requireElements(++elementsRead);
      } while (isNext(','));
      expect(']');
    }
    depth--;
    return elements;
  }

  private void enter() {
    at++;
    if (++depth > MAX_DEPTH) {
      throw error("is nested more than " + MAX_DEPTH + " deep");
    }
  }

  private boolean isClosed(char bracket) {
    skipSpace();
    return isNext(bracket);
  }

  private boolean isNext(char c) {
    skipSpace();
    if (at == text.length() || text.charAt(at) != c) {
      return false;
    }
    at++;
    return true;
  }

  private void expect(char c) {
    if (!isNext(c)) {
      throw unexpected("\"" + c + "\"");
    }
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw unexpected("a value");
    }
    at += word.length();
    return value;
  }

  private BigDecimal number() {
    int begin = at;
    if (peek() == '-') {
      at++;
    }
    int whole = digits();
    boolean zeroAhead = whole > 1 && text.charAt(at - whole) == '0';
    if (whole > 0 && at < text.length() && text.charAt(at) == '.') {
      at++;
      whole = digits();
    }
    if (whole > 0 && at < text.length() && (text.charAt(at) | ' ') == 'e') {
      at++;
      if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
        at++;
      }
      whole = digits();
    }
    if (whole == 0 || zeroAhead) {
      at = whole == 0 && at > begin ? at : begin;
      throw unexpected("a value");
    }
    return decimal(text.substring(begin, at));
  }

  private int digits() {
    int begin = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at - begin;
  }

  private BigDecimal decimal(String number) {
    if (number.length() > Decimals.MAX_CHARACTERS) {
      throw error("has a number of too many digits");
    }
    try {
      BigDecimal value = new BigDecimal(number);
      if (!Decimals.isStorable(value)) {
        throw error("has a number of too many digits");
      }
      return value.scale() < 0 ? value.setScale(0) : value;
    } catch (NumberFormatException e) {
      throw error("has a number of too many digits").causedBy(e);
    }
  }

  private String string() {
    at++;
    int begin = at;
    StringBuilder built = null;
    while (true) {
      char c = peek();
      if (c == '"') {
        String part = text.substring(begin, at++);
        return requireStorable(built == null ? part : built.append(part).toString());
      }
      if (c < ' ') {
        throw error(
            "has a control character within a text; write it as \\u%04x".formatted((int) c));
      }
      if (c == '\\') {
        built = built == null ? new StringBuilder() : built;
        built.append(text, begin, at);
        at++;
        built.append(escaped());
        begin = at;
      } else {
        at++;
      }
    }
  }

  private char escaped() {
    char c = peek();
    at++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hex();
      default -> {
        at--;
        throw unexpected("an escape such as \\n");
      }
    };
  }

  private char hex() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0 || peek() > 'f') {
        throw unexpected("four hexadecimal digits");
      }
      value = value * 16 + digit;
      at++;
    }
    return (char) value;
  }

  private String requireStorable(String string) {
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      if (c == 0) {
        throw error("has the character \\u0000 within a text");
      }
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < string.length()
                && Character.isLowSurrogate(string.charAt(i + 1));
        if (!pair) {
          throw error("has half a surrogate pair within a text");
        }
        i++;
      }
    }
    return string;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at == text.length()) {
      throw unexpected("more");
    }
    return text.charAt(at);
  }

  private ThetisException unexpected(String expected) {
    String found = at < text.length() ? "\"" + text.charAt(at) + "\"" : "the end";
    return problem(
        "The text %s is no JSON: %s is not expected at character %d; expected: %s."
            .formatted(shown(), found, at + 1, expected));
  }

  private ThetisException error(String problem) {
    return problem("The text %s cannot be kept as JSON: it %s.".formatted(shown(), problem));
  }

  private String shown() {
    return text.length() > 40 ? text.substring(0, 40) + "…" : text;
  }

  private static ThetisException problem(String sentence) {
    return ThetisException.withMessage(ErrorCode.BAD_JSON, sentence);
  }
}
