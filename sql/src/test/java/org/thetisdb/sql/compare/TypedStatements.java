package org.thetisdb.sql.compare;

import java.util.List;

/**
 * Queries of a seed over intervals, documents and arrays, with parameters among them. What is made
 * means the same to Thetis and PostgreSQL, as far as anybody knows. Not thread-safe.
 */
final class TypedStatements {
  /** The table that they look at, and its rows. */
  static final List<String> TABLES =
      List.of(
          "CREATE TABLE x (id INT PRIMARY KEY, iv INTERVAL, ts TIMESTAMP, d DATE, ti TIME, j JSONB, a INTEGER[], w TEXT[])",
          "INSERT INTO x VALUES (1, '1 day 02:30', TIMESTAMP '2024-01-31 20:00:00', DATE '2024-02-29', TIME '10:00:00', '{\"a\": 1, \"b\": [1, 2], \"c\": \"x\"}', '{1,2,3}', '{x,y}'), (2, '-1 mon 3 days', TIMESTAMP '2023-12-31 23:59:59.5', DATE '2023-03-01', TIME '23:59:59', '[1, \"a\", null]', '{}', '{}'), (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL), (4, '24:00:00', TIMESTAMP '2024-02-29 00:00:00', DATE '2024-01-31', TIME '00:00:00', '\"a\"', '{5,NULL}', '{\"a b\",NULL}'), (5, '1 year -2 days', TIMESTAMP '2020-02-29 12:00:00', DATE '1999-12-31', TIME '12:34:56', '{\"a\": {\"b\": null}, \"d\": 2.50}', '{2}', '{y}'), (6, '1 day', TIMESTAMP '2024-03-31 01:02:03', DATE '2024-03-31', TIME '06:00:00', '{}', '{3,1,2}', '{x}')");

  private final GeneratedExpressions make;

  TypedStatements(GeneratedExpressions make) {
    this.make = make;
  }

  /** A query. */
  String query() {
    return switch (make.below(6)) {
      case 0, 1, 2 -> plain();
      case 3 -> aggregated();
      case 4 -> grouped();
      default -> rows();
    };
  }

  private String plain() {
    return "SELECT id, "
        + any(2)
        + " AS one, "
        + any(2)
        + " AS other FROM x"
        + (make.below(3) == 0 ? "" : " WHERE " + truth(1))
        + " ORDER BY "
        + make.oneOf("id", "iv, id", "iv DESC, id", "a, id", "j, id")
        + make.oneOf("", " LIMIT 4");
  }

  private String aggregated() {
    return "SELECT " + aggregate() + ", " + aggregate() + " FROM x WHERE " + truth(1);
  }

  private String aggregate() {
    return switch (make.below(6)) {
      case 0, 1 -> make.oneOf("SUM", "AVG", "MIN", "MAX") + "(" + interval(1) + ")";
      case 2 -> "COUNT(DISTINCT " + make.oneOf("iv", "j", "a") + ")";
      case 3 -> "array_agg(" + make.oneOf("id", "iv", "d") + " ORDER BY id)";
      case 4 -> "jsonb_agg(" + make.oneOf("id", "j", "iv", "w") + " ORDER BY id)";
      default -> make.oneOf("MIN", "MAX") + "(" + clock(1) + ")";
    };
  }

  private String grouped() {
    String by = make.oneOf("iv", "justify_hours(iv)", "a", "j -> 'a'", "iv > '1 day'");
    return "SELECT " + by + " AS g, COUNT(*), MIN(id) FROM x GROUP BY " + by + " ORDER BY 3";
  }

  private String rows() {
    return make.oneOf(
            "SELECT id, e FROM x, unnest(a) AS e WHERE ",
            "SELECT id, e FROM x, unnest(w) AS e WHERE ",
            "SELECT id, e FROM x, jsonb_array_elements(CASE WHEN id = 2 THEN j ELSE '[7]' END) AS e WHERE ")
        + truth(1)
        + " ORDER BY 1, 2";
  }

  private String span() {
    return make.oneOf(
        "1 day",
        "02:00",
        "1 mon",
        "-1 day 12:00",
        "1 year 2 mons",
        "90 min",
        "30 days",
        "1.5 days");
  }

  private String interval(int depth) {
    if (depth == 0) {
      return switch (make.below(4)) {
        case 0 -> "INTERVAL '" + span() + "'";
        case 1 -> spanValue();
        default -> "iv";
      };
    }
    return switch (make.below(12)) {
      case 0 -> "(" + clock(depth - 1) + " - " + clock(0) + ")";
      case 1 -> "(" + interval(depth - 1) + make.oneOf(" + ", " - ") + interval(0) + ")";
      case 2 -> "(" + interval(depth - 1) + " * " + make.oneOf("2", "1.5", "0.1", "id") + ")";
      case 3 -> "(" + interval(depth - 1) + " / " + make.oneOf("2", "3", "0.5") + ")";
      case 4 -> "(-" + interval(depth - 1) + ")";
      case 5 -> "age(" + clock(depth - 1) + ", " + clock(0) + ")";
      case 6 ->
          make.oneOf("justify_hours", "justify_days", "justify_interval")
              + "("
              + interval(depth - 1)
              + ")";
      case 7 -> "COALESCE(" + interval(depth - 1) + ", " + interval(0) + ")";
      case 8 -> "CASE WHEN " + truth(0) + " THEN " + interval(0) + " END";
      case 9 -> "make_interval(days => id, hours => 30)";
      case 10 -> make.oneOf("GREATEST", "LEAST") + "(" + interval(0) + ", " + interval(0) + ")";
      default -> "(ti - TIME '01:00:00')";
    };
  }

  private String spanValue() {
    String span = span();
    return make.parameter("interval", "'" + span + "'", span);
  }

  private String clock(int depth) {
    if (depth == 0) {
      return make.oneOf("ts", "ts", "TIMESTAMP '2024-01-01 10:00:00'", "(d + ti)");
    }
    return switch (make.below(3)) {
      case 0 -> "(" + clock(depth - 1) + make.oneOf(" + ", " - ") + interval(0) + ")";
      case 1 -> "(d" + make.oneOf(" + ", " - ") + "INTERVAL '" + span() + "')";
      default -> "COALESCE(" + clock(0) + ", " + clock(0) + ")";
    };
  }

  private String document(int depth) {
    if (depth == 0) {
      return make.oneOf("j", "j", "'{\"a\": 1}'::jsonb", "to_jsonb(id)", "to_jsonb(iv)");
    }
    return switch (make.below(7)) {
      case 0 -> "(" + document(depth - 1) + " -> 'a')";
      case 1 -> "(" + document(depth - 1) + " -> 0)";
      case 2 -> "(" + document(0) + " || " + document(depth - 1) + ")";
      case 3 -> "(" + document(0) + " #> '{a,b}')";
      case 4 -> "jsonb_build_object('k', " + make.oneOf("id", "iv", "a", "d", "j") + ")";
      case 5 -> "jsonb_strip_nulls(" + document(depth - 1) + ")";
      default -> "jsonb_build_array(" + document(0) + ", w)";
    };
  }

  private String array(int depth) {
    if (depth == 0) {
      return make.oneOf("a", "a", "ARRAY[1, 2]", "'{3}'::integer[]");
    }
    return switch (make.below(5)) {
      case 0 -> "(" + array(depth - 1) + " || " + array(0) + ")";
      case 1 -> "array_append(" + array(depth - 1) + ", id)";
      case 2 -> "array_remove(" + array(depth - 1) + ", 2)";
      case 3 -> "array_cat(" + array(0) + ", " + array(0) + ")";
      default -> "(0 || " + array(depth - 1) + ")";
    };
  }

  private String number(int depth) {
    return switch (make.below(6)) {
      case 0 -> "EXTRACT(" + part() + " FROM " + interval(depth) + ")";
      case 1 -> "EXTRACT(EPOCH FROM " + clock(0) + " - " + clock(0) + ")";
      case 2 -> "array_length(" + array(depth) + ", 1)";
      case 3 -> "cardinality(" + array(depth) + ")";
      case 4 -> "array_position(" + array(depth) + ", 2)";
      default -> "a[" + make.oneOf("1", "2", "9") + "]";
    };
  }

  private String part() {
    return make.oneOf("DAY", "HOUR", "MINUTE", "SECOND", "MONTH", "YEAR", "EPOCH");
  }

  private String text(int depth) {
    return switch (make.below(5)) {
      case 0 -> "CAST(" + interval(depth) + " AS VARCHAR)";
      case 1 -> "(" + document(0) + " ->> 'a')";
      case 2 -> "(" + document(0) + " #>> '{b,0}')";
      case 3 -> "array_to_string(w, '+')";
      default -> "jsonb_typeof(" + document(depth) + ")";
    };
  }

  private String truth(int depth) {
    return switch (make.below(10)) {
      case 0 -> interval(depth) + make.oneOf(" < ", " >= ", " = ", " <> ") + interval(0);
      case 1 -> "iv BETWEEN " + interval(0) + " AND " + interval(0);
      case 2 -> "iv IN (INTERVAL '1 day', " + spanValue() + ")";
      case 3 -> clock(depth) + " > " + clock(0);
      case 4 -> document(0) + make.oneOf(" @> ", " <@ ") + "'{\"a\": 1}'";
      case 5 -> array(depth) + make.oneOf(" @> ", " <@ ", " && ", " = ") + array(0);
      case 6 -> make.oneOf("1", "5", "id") + make.oneOf(" = ANY(", " <> ALL(") + array(0) + ")";
      case 7 -> "j " + make.oneOf("IS NULL", "= '{}'", "> '[]'");
      case 8 -> "id < " + make.parameter("int", "5", 5);
      default -> interval(0) + " IS NOT NULL";
    };
  }

  private String any(int depth) {
    return switch (make.below(8)) {
      case 0, 1 -> interval(depth);
      case 2 -> clock(depth);
      case 3 -> document(depth);
      case 4 -> array(depth);
      case 5 -> number(1);
      case 6 -> text(1);
      default -> truth(1);
    };
  }
}
