package org.thetisdb.cli.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads a procedure's argument from a word of the shell. Stateless. */
final class ValueParser {
  private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,18}");
  private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]*\\.[0-9]+([eE][+-]?[0-9]+)?");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Map<String, Function<String, Object>> TYPES =
      Map.of(
          "int", Integer::valueOf,
          "long", Long::valueOf,
          "double", Double::valueOf,
          "decimal", BigDecimal::new,
          "text", text -> text,
          "bytes", text -> HexFormat.of().parseHex(text),
          "uuid", UUID::fromString,
          "time", Instant::parse,
          "json", ValueParser::json);

  private ValueParser() {}

  /**
   * The value of a word. Whole numbers come in the smallest type that holds them; the cluster
   * widens them to what the procedure takes.
   *
   * @throws IllegalArgumentException if the word names a type that it does not fit
   */
  static Object parse(String word) {
    int colon = word.indexOf(':');
    Function<String, Object> type = colon < 0 ? null : TYPES.get(word.substring(0, colon));
    if (type == null) {
      return guess(word);
    }
    try {
      return type.apply(word.substring(colon + 1));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "Argument \"%s\" is no %s.".formatted(word, word.substring(0, colon)), e);
    }
  }

  private static Object guess(String word) {
    if (WHOLE.matcher(word).matches()) {
      long number = Long.parseLong(word);
      return number == (int) number ? (Object) (int) number : (Object) number;
    }
    if (DECIMAL.matcher(word).matches()) {
      return Double.valueOf(word);
    }
    return switch (word) {
      case "null" -> null;
      case "true" -> true;
      case "false" -> false;
      default -> word;
    };
  }

  private static Object json(String text) {
    try {
      return JSON.readValue(text, Object.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
