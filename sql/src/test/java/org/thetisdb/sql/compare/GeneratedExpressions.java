package org.thetisdb.sql.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Expressions of a seed, over the columns of one table, with parameters among them. What is made
 * means the same to Thetis and PostgreSQL, as far as anybody knows. Not thread-safe.
 */
final class GeneratedExpressions {
  /** A parameter: its type in PostgreSQL, and its value as a literal there and as an argument. */
  record Parameter(String type, String literal, Object value) {}

  private static final List<String> WORDS =
      List.of("apple", "Pear", "plum", "", "fig tree", "a%b", "x_y", "APPLE", "zz");

  private final SplittableRandom random;
  private final List<Parameter> parameters = new ArrayList<>();

  GeneratedExpressions(SplittableRandom random) {
    this.random = random;
  }

  /** The parameters that were made, in the order in which they stand in the text. */
  List<Parameter> parameters() {
    return parameters;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  String oneOf(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** A parameter, with its value as a literal in PostgreSQL and as an argument. */
  String parameter(String type, String literal, Object value) {
    parameters.add(new Parameter(type, literal, value));
    return "?";
  }

  private int smallNumber() {
    return random.nextInt(-3, 12);
  }

  private String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  /** A whole number that may be given as a parameter. */
  private String wholeValue() {
    int number = smallNumber();
    return random.nextInt(3) == 0
        ? parameter("int", "" + number, number)
        : number < 0 ? "(" + number + ")" : "" + number;
  }

  private String textValue() {
    String word = word();
    return random.nextInt(3) == 0 ? parameter("text", "'" + word + "'", word) : "'" + word + "'";
  }

  String whole(int depth) {
    if (depth == 0) {
      return random.nextInt(3) == 0 ? wholeValue() : oneOf("id", "i", "i", "k");
    }
    return switch (random.nextInt(13)) {
      case 0 -> "(" + whole(depth - 1) + " + " + whole(depth - 1) + ")";
      case 1 -> "(" + whole(depth - 1) + " - " + whole(depth - 1) + ")";
      case 2 -> "(" + whole(depth - 1) + " * " + whole(0) + ")";
      case 3 -> "(" + whole(depth - 1) + " / " + oneOf("2", "3", "7", "i") + ")";
      case 4 -> "MOD(" + whole(depth - 1) + ", " + oneOf("2", "5") + ")";
      case 5 -> "ABS(" + whole(depth - 1) + ")";
      case 6 -> "LENGTH(" + text(depth - 1) + ")";
      case 7 -> "COALESCE(" + whole(depth - 1) + ", " + whole(0) + ")";
      case 8 ->
          "CASE WHEN " + truth(depth - 1) + " THEN " + whole(0) + " ELSE " + whole(0) + " END";
      case 9 -> "NULLIF(" + whole(depth - 1) + ", " + whole(0) + ")";
      case 10 -> "(" + date(0) + " - " + date(0) + ")";
      case 11 -> oneOf("GREATEST", "LEAST") + "(" + whole(0) + ", " + whole(depth - 1) + ")";
      default ->
          "CAST(EXTRACT(" + oneOf("YEAR", "MONTH", "DAY", "DOW") + " FROM " + date(0) + ") AS INT)";
    };
  }

  String decimal(int depth) {
    if (depth == 0) {
      return oneOf("n", "n", "1.50", "0.25", "CAST(i AS DECIMAL(9, 2))");
    }
    return switch (random.nextInt(6)) {
      case 0 -> "(" + decimal(depth - 1) + " + " + decimal(0) + ")";
      case 1 -> "(" + decimal(depth - 1) + " - " + whole(0) + ")";
      case 2 -> "(" + decimal(0) + " * " + whole(0) + ")";
      case 3 -> "COALESCE(" + decimal(0) + ", " + decimal(depth - 1) + ")";
      case 4 -> "ABS(" + decimal(depth - 1) + ")";
      default -> "CASE WHEN " + truth(0) + " THEN " + decimal(0) + " END";
    };
  }

  String text(int depth) {
    if (depth == 0) {
      return random.nextInt(3) == 0 ? textValue() : "s";
    }
    return switch (random.nextInt(12)) {
      case 0 -> "(" + text(depth - 1) + " || " + text(0) + ")";
      case 1 -> oneOf("UPPER", "LOWER", "TRIM", "INITCAP", "REVERSE") + "(" + text(depth - 1) + ")";
      case 2 -> "SUBSTRING(" + text(depth - 1) + " FROM " + oneOf("1", "2", "3") + " FOR 3)";
      case 3 -> "REPLACE(" + text(depth - 1) + ", 'p', " + textValue() + ")";
      case 4 -> "COALESCE(" + text(depth - 1) + ", " + textValue() + ")";
      case 5 -> oneOf("LEFT", "RIGHT") + "(" + text(depth - 1) + ", 2)";
      case 6 -> oneOf("LPAD", "RPAD") + "(" + text(depth - 1) + ", 6, '*')";
      case 7 -> "CAST(" + whole(depth - 1) + " AS VARCHAR)";
      case 8 ->
          "TO_CHAR(" + date(0) + ", '" + oneOf("YYYY-MM-DD", "FMDay", "Mon DDD", "IYYY-IW") + "')";
      case 9 ->
          "TO_CHAR(" + whole(depth - 1) + ", '" + oneOf("999", "FM000", "S99", "9,999.9") + "')";
      case 10 -> "BTRIM(" + text(depth - 1) + ", 'ape')";
      default -> "CASE WHEN " + truth(depth - 1) + " THEN " + text(0) + " ELSE " + text(0) + " END";
    };
  }

  String date(int depth) {
    if (depth == 0) {
      return random.nextInt(4) == 0
          ? "DATE '2024-0" + (1 + random.nextInt(9)) + "-1" + random.nextInt(10) + "'"
          : "da";
    }
    return switch (random.nextInt(3)) {
      case 0 -> "(" + date(depth - 1) + " + " + wholeValue() + ")";
      case 1 -> "(" + date(depth - 1) + " - " + oneOf("1", "31", "i") + ")";
      default -> "COALESCE(" + date(0) + ", " + date(0) + ")";
    };
  }

  String truth(int depth) {
    if (depth == 0) {
      return switch (random.nextInt(7)) {
        case 0 -> "b";
        case 1 -> "i IS NULL";
        case 2 -> "s IS NOT NULL";
        case 3 -> "i = " + wholeValue();
        case 4 -> "s = " + textValue();
        case 5 -> "n > 2.5";
        default -> "id <> " + wholeValue();
      };
    }
    return switch (random.nextInt(11)) {
      case 0 -> "(" + truth(depth - 1) + " AND " + truth(depth - 1) + ")";
      case 1 -> "(" + truth(depth - 1) + " OR " + truth(0) + ")";
      case 2 -> "NOT (" + truth(depth - 1) + ")";
      case 3 -> whole(depth - 1) + oneOf(" < ", " <= ", " > ", " >= ", " = ", " <> ") + whole(0);
      case 4 -> whole(depth - 1) + " BETWEEN " + whole(0) + " AND " + wholeValue();
      case 5 ->
          whole(0) + oneOf(" IN (", " NOT IN (") + wholeValue() + ", " + wholeValue() + ", 4)";
      case 6 -> text(depth - 1) + " LIKE " + oneOf("'%p%'", "'_p%'", "'%'", "'a\\%b'", "'%e'");
      case 7 -> text(depth - 1) + oneOf(" = ", " <> ") + text(0);
      case 8 -> date(0) + oneOf(" < ", " >= ") + date(depth - 1);
      case 9 -> "(" + truth(depth - 1) + oneOf(") IS TRUE", ") IS NOT FALSE");
      default -> decimal(depth - 1) + oneOf(" < ", " > ") + decimal(0);
    };
  }

  /** A value of any type. */
  String any(int depth) {
    return switch (random.nextInt(5)) {
      case 0 -> whole(depth);
      case 1 -> decimal(depth);
      case 2 -> text(depth);
      case 3 -> date(depth);
      default -> truth(depth);
    };
  }
}
