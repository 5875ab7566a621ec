package org.thetisdb.sql.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.script.ScriptDatabase;
import org.thetisdb.sql.statement.SqlResult;

/** A constant beside a column of each type means the same whether its text shares a statement. */
final class SharedConstantsTest {
  /** Columns by name, each with the values of its rows. */
  private static final Map<String, String[]> COLUMNS =
      new TreeMap<>(
          Map.ofEntries(
              column("SMALLINT", "5", "-32768", "32767", "6"),
              column("INTEGER", "5", "-2147483648", "2147483647", "6"),
              column("BIGINT", "5", "-9223372036854775808", "9223372036854775807", "6"),
              column("REAL", "0.1", "5", "16777216", "5.005"),
              column("DOUBLE PRECISION", "0.1", "5", "1e300"),
              column("NUMERIC", "0.1", "5.00", "12345678901234567890"),
              column("NUMERIC(5,2)", "0.1", "5.01", "999.99", "5"),
              column("BOOLEAN", "TRUE", "FALSE", "NULL"),
              column("CHAR(4)", "'5'", "'ab'", "'abcd'"),
              column("VARCHAR(4)", "'5'", "'ab'", "'ab  '"),
              column("TEXT", "'5'", "'ab'", "'ab  '"),
              column("DATE", "'2026-01-05'", "'1999-12-31'", "NULL"),
              column("TIME", "'10:00:00'", "'23:59:59'", "NULL"),
              column("TIMESTAMP", "'2026-01-05'", "'2026-01-05 10:00:00.000001'", "NULL"),
              column("TIMESTAMPTZ", "'2026-01-05 00:00:00+00'", "'2026-01-05 10:00:00+02'", "NULL"),
              column("UUID", "'00000000-0000-0000-0000-000000000005'", "NULL", "NULL"),
              column("JSONB", "'5'", "'{\"a\": 1}'", "NULL"),
              column("BYTEA", "'\\x05'", "'ab'", "NULL"),
              column("INTERVAL", "'1 day'", "'24 hours'", "NULL")));

  private static final List<String> CONSTANTS =
      List.of(
          "5",
          "-5",
          "5.0",
          "5.005",
          "5.5",
          "0.1",
          "-0.0",
          ".5",
          "5.",
          "05",
          "70000",
          "16777217",
          "2147483648",
          "-2147483648",
          "9223372036854775807",
          "9223372036854775808",
          "12345678901234567890.5",
          "1e2",
          "1000000",
          "'5'",
          "'ab'",
          "'ab  '",
          "'abcde'",
          "''",
          "' 5 '",
          "'5.5'",
          "'5.005'",
          "'70000'",
          "'-0'",
          "'2026-01-05'",
          "'2026-1-5'",
          "'2026-01-05 10:00:00.0000014'",
          "'10:00'",
          "'2026-01-05 10:00:00+02'",
          "'00000000-0000-0000-0000-000000000005'",
          "'{\"a\":1}'",
          "'\\x05'",
          "'1 day'",
          "'t'",
          "'now'",
          "'NaN'",
          "$$5$$",
          "E'a\\142'");

  private static Map.Entry<String, String[]> column(String type, String... values) {
    return Map.entry(type, values);
  }

  /** One of so many constants is tried; {@code -Dthetis.constants=1} tries all. */
  private static final int EACH = Integer.getInteger("thetis.constants", 9);

  private final ScriptDatabase alone = new ScriptDatabase();
  private final ScriptDatabase sharing = new ScriptDatabase();

  @BeforeEach
  void share() {
    sharing.compilingBy(new SharingCompiler(100));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id, c <= %1$s FROM t WHERE c IN (%1$s, %1$s) OR c > %1$s AND id = 2 ORDER BY id",
        "UPDATE t SET c = %1$s WHERE c BETWEEN %1$s AND %1$s RETURNING id, c",
        "INSERT INTO t (id, c) VALUES (9, %1$s) RETURNING c",
      })
  void besideAnyColumn(String form) {
    int next = form.hashCode() & 0xff;
    List<String> differences = new ArrayList<>();
    for (Map.Entry<String, String[]> column : COLUMNS.entrySet()) {
      database("CREATE TABLE t (id INT PRIMARY KEY, c " + column.getKey() + ")");
      for (int i = 0; i < column.getValue().length; i++) {
        database("INSERT INTO t VALUES (" + (i + 1) + ", " + column.getValue()[i] + ")");
      }
      for (int i = next++ % EACH; i < CONSTANTS.size(); i += EACH) {
        String text = form.formatted(CONSTANTS.get(i));
        compare(text, column.getKey(), differences);
      }
      database("DROP TABLE t");
    }
    assertThat(differences).isEmpty();
  }

  private void database(String text) {
    alone.run(text);
    sharing.run(text);
  }

  private void compare(String text, String type, List<String> differences) {
    List<String> wanted = alone.rolledBack(() -> outcome(alone, text));
    List<String> found = sharing.rolledBack(() -> outcome(sharing, text));
    if (!found.equals(wanted)) {
      differences.add("%s: %s: alone %s, shared %s".formatted(type, text, wanted, found));
    }
  }

  private static List<String> outcome(ScriptDatabase database, String text) {
    try {
      SqlResult result = database.runInterpreted(text);
      List<String> rows = new ArrayList<>();
      rows.add(result.updateCount() + " rows");
      result.rows().forEach(row -> rows.add(Arrays.deepToString(row)));
      return rows;
    } catch (ThetisException e) {
      return List.of(e.code() + " " + e.getMessage());
    }
  }
}
