package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** JDBC's escapes, functions of dates with parameters, and names of columns, over the driver. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class JdbcEscapesTest {
  private Connection connection;

  @BeforeEach
  void connect(EmbeddedCluster cluster) throws SQLException {
    connection = DriverManager.getConnection("jdbc:thetis://" + cluster.clientAddress() + "/");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  /** The only row of a query. */
  private List<String> row(String text, Object... arguments) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      List<String> values = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          values.add(rows.getString(i));
        }
        assertThat(rows.next()).isFalse();
      }
      return values;
    }
  }

  private List<String> labels(String text) throws SQLException {
    List<String> labels = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(text)) {
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        labels.add(rows.getMetaData().getColumnLabel(i));
      }
    }
    return labels;
  }

  @Test
  void convertMakesAValueOfAnotherType() throws SQLException {
    assertThat(
            row(
                "SELECT {fn CONVERT('12', SQL_INTEGER)} + 1, {fn CONVERT(?, SQL_VARCHAR)},"
                    + " {fn CONVERT('2024-02-03', SQL_DATE)}, {fn CONVERT(7, SQL_DOUBLE)},"
                    + " {fn CONVERT('abc', SQL_CHAR)}, {fn CONVERT('1.25', SQL_DECIMAL)}",
                5))
        .containsExactly("13", "5", "2024-02-03", "7", "abc", "1.25");
    java.sql.DatabaseMetaData data = connection.getMetaData();
    assertThat(data.supportsConvert()).isTrue();
    assertThat(data.supportsConvert(java.sql.Types.INTEGER, java.sql.Types.VARCHAR)).isTrue();
    assertThat(data.supportsConvert(java.sql.Types.DATE, java.sql.Types.INTEGER)).isFalse();
  }

  @Test
  void escapesOfDatesAndTimesAreLiterals() throws SQLException {
    assertThat(row("SELECT {d '2024-02-03'}, {t '04:05:06'}, {ts '2024-02-03 04:05:06.5'}"))
        .containsExactly("2024-02-03", "04:05:06", "2024-02-03 04:05:06.5");
    assertThat(
            row("SELECT {d '2024-02-28'} + ?, ? - {d '2024-02-01'}", 2, LocalDate.of(2024, 3, 1)))
        .containsExactly("2024-03-01", "29");
    assertThat(
            row("SELECT n FROM (VALUES (1)) v(n) WHERE 'a_b' LIKE 'a!_b' {escape '!'} {limit 1}"))
        .containsExactly("1");
    assertThat(
            row(
                "SELECT a.n, b.n FROM {oj (VALUES (1)) a(n) LEFT OUTER JOIN (VALUES (2)) b(n) ON a.n = b.n}"))
        .containsExactly("1", null);
  }

  @Test
  void escapesOfFunctionsTakeParametersAndEachOther() throws SQLException {
    assertThat(row("SELECT {fn UCASE({fn CONCAT(?, 'b')})}, {fn LOCATE(?, 'abc')}", "a", "c"))
        .containsExactly("AB", "3");
    assertThat(
            row("SELECT {fn YEAR({d '2024-02-03'})}, {fn DAYOFMONTH(?)}", LocalDate.of(2024, 2, 3)))
        .containsExactly("2024", "3");
    assertThat(
            row(
                "SELECT {fn TIMESTAMPADD(SQL_TSI_DAY, ?, {d '2024-02-28'})},"
                    + " {fn TIMESTAMPDIFF(SQL_TSI_HOUR, {ts '2024-02-01 00:00:00'}, {ts '2024-02-02 01:00:00'})}",
                2))
        .containsExactly("2024-03-01", "25");
    assertThat(row("SELECT {fn IFNULL(NULL, 'x')}, {fn LENGTH('abc')}, {fn MOD(?, 3)}", 7))
        .containsExactly("x", "3", "1");
  }

  @Test
  void functionsOfFormatsTakeParameters() throws SQLException {
    assertThat(
            row(
                "SELECT TO_CHAR(?, ?), TO_CHAR(CAST(? AS INT), '000'), TO_DATE(?, 'DD.MM.YYYY')",
                LocalDate.of(2024, 2, 3),
                "FMMonth DDth",
                7,
                "3.2.2024"))
        .containsExactly("February 03rd", " 007", "2024-02-03");
    assertThat(row("SELECT TO_HEX(?), MAKE_DATE(?, 2, ?), BTRIM(?, 'xy')", 255, 2024, 29, "xay"))
        .containsExactly("ff", "2024-02-29", "a");
  }

  @Test
  void columnsAreCalledAsInPostgreSql() throws SQLException {
    assertThat(
            labels(
                "SELECT TO_CHAR(1, '9'), BTRIM('a'), TRIM('a'), EXTRACT(DOW FROM DATE '2024-02-03'),"
                    + " DATE_TRUNC('week', TIMESTAMP '2024-02-03 00:00:00'), DATE '2024-02-03', TRUE,"
                    + " CAST('1' AS BIGINT), '1'::INT, CASE WHEN TRUE THEN 1 ELSE UPPER('a') END,"
                    + " CASE WHEN TRUE THEN 1 END, EXISTS (SELECT 1), (SELECT 1 AS one), NULL, 1 + 1"))
        .containsExactly(
            "to_char",
            "btrim",
            "btrim",
            "extract",
            "date_trunc",
            "date",
            "?column?",
            "int8",
            "int4",
            "upper",
            "case",
            "exists",
            "one",
            "?column?",
            "?column?");
    assertThat(labels("VALUES (1, 'a')")).containsExactly("column1", "column2");
  }
}
