package org.thetisdb.lab.compare.grammar;

import java.util.List;

/** The types of columns and values. */
public enum Type {
  /** Whole numbers of 32 bits. */
  INT("integer", "0", "1", "2", "3", "7", "(-1)", "2147483647"),
  /** Whole numbers of 64 bits. */
  BIGINT("bigint", "0::bigint", "5::bigint", "(-2)::bigint", "3000000000", "9007199254740993"),
  /** Decimal numbers. */
  NUMERIC("numeric", "0.00", "0.50", "1.5", "(-2.25)", "100.00", "99999999.99"),
  /** Binary fractions; all that are here can be added without an error of rounding. */
  DOUBLE("double precision", "0::float8", "0.5::float8", "(-1.5)::float8", "1024::float8"),
  /** Texts. */
  TEXT("text", "''", "'a'", "'A'", "'ab'", "'b '", "' a'", "'ä'", "'a_b'", "'x%'", "'🦆'", "'12'"),
  /** Truth values. */
  BOOLEAN("boolean", "true", "false"),
  /** Days. */
  DATE(
      "date",
      "DATE '2024-02-29'",
      "DATE '1999-12-31'",
      "DATE '2000-01-01'",
      "DATE '0001-01-01'",
      "DATE '9999-12-31'"),
  /** Days with a time. */
  TIMESTAMP(
      "timestamp",
      "TIMESTAMP '2024-02-29 12:00:00'",
      "TIMESTAMP '1999-12-31 23:59:59.999999'",
      "TIMESTAMP '2000-01-01 00:00:00'"),
  /** Documents. */
  JSON(
      "jsonb",
      "'null'::jsonb",
      "'1'::jsonb",
      "'\"a\"'::jsonb",
      "'[]'::jsonb",
      "'[1, null, \"b\"]'::jsonb",
      "'{}'::jsonb",
      "'{\"a\": 1, \"b\": null}'::jsonb",
      "'{\"a\": {\"b\": [true, 2.50]}}'::jsonb"),
  /** Arrays of whole numbers. */
  INTS(
      "integer[]",
      "'{}'::integer[]",
      "ARRAY[1]",
      "ARRAY[1, 2]",
      "ARRAY[2, 2, 0]",
      "ARRAY[3, NULL]",
      "'{NULL}'::integer[]");

  private final String sqlName;

  @SuppressWarnings("ImmutableEnumChecker") // List.of cannot be changed.
  private final List<String> constants;

  Type(String sqlName, String... constants) {
    this.sqlName = sqlName;
    this.constants = List.of(constants);
  }

  /** The name in SQL. */
  String sqlName() {
    return sqlName;
  }

  /** Constants, among them those at borders. */
  List<String> constants() {
    return constants;
  }

  /** NULL of this type. */
  String nothing() {
    return "NULL::" + sqlName;
  }
}
