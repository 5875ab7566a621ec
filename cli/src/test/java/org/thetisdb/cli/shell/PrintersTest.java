package org.thetisdb.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import javax.sql.rowset.CachedRowSet;
import javax.sql.rowset.RowSetMetaDataImpl;
import javax.sql.rowset.RowSetProvider;
import org.junit.jupiter.api.Test;

/** How rows look, and errors. */
class PrintersTest {
  private static CachedRowSet rows() throws SQLException {
    RowSetMetaDataImpl columns = new RowSetMetaDataImpl();
    columns.setColumnCount(3);
    String[] labels = {"id", "name", "price"};
    int[] types = {Types.BIGINT, Types.VARCHAR, Types.DECIMAL};
    for (int i = 0; i < labels.length; i++) {
      columns.setColumnName(i + 1, labels[i]);
      columns.setColumnLabel(i + 1, labels[i]);
      columns.setColumnType(i + 1, types[i]);
    }
    CachedRowSet rows = RowSetProvider.newFactory().createCachedRowSet();
    rows.setMetaData(columns);
    add(rows, 10L, null, new BigDecimal("0.50"));
    add(rows, 1L, "a, \"b\"\n", new BigDecimal("12.00"));
    rows.beforeFirst();
    return rows;
  }

  /** New rows go in before the present one. */
  private static void add(CachedRowSet rows, Long id, String name, BigDecimal price)
      throws SQLException {
    rows.moveToInsertRow();
    rows.updateLong(1, id);
    if (name == null) {
      rows.updateNull(2);
    } else {
      rows.updateString(2, name);
    }
    rows.updateBigDecimal(3, price);
    rows.insertRow();
    rows.moveToCurrentRow();
    rows.beforeFirst();
  }

  private static String print(OutputFormat format) throws SQLException, IOException {
    StringWriter text = new StringWriter();
    try (PrintWriter out = new PrintWriter(text);
        CachedRowSet rows = rows()) {
      assertThat(RowPrinter.of(format).print(rows, out)).isEqualTo(2);
    }
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  @Test
  void tableIsAlignedAndControlCharactersCannotBreakIt() throws SQLException, IOException {
    assertThat(print(OutputFormat.ALIGNED))
        .isEqualTo(
            """
             id | name     | price
            ----+----------+-------
              1 | a, "b"\\n | 12.00
             10 | NULL     |  0.50
            (2 rows)
            """);
  }

  @Test
  void csvQuotesWhatItMust() throws SQLException, IOException {
    assertThat(print(OutputFormat.CSV))
        .isEqualTo("id,name,price\n1,\"a, \"\"b\"\"\n\",12.00\n10,,0.50\n");
  }

  @Test
  void jsonHasBareNumbers() throws SQLException, IOException {
    assertThat(print(OutputFormat.JSON))
        .isEqualToIgnoringWhitespace(
            """
            [{"id":1,"name":"a, \\"b\\"\\n","price":12.00},
             {"id":10,"name":null,"price":0.50}]
            """);
  }

  @Test
  void errorShowsItsPlaceWithCaret() {
    SQLException error =
        new SQLException("T8001: Syntax error at line 2, column 3: expected a name", "42601");

    assertThat(ErrorText.of(error, "SELECT\n  , 1").replace(System.lineSeparator(), "\n"))
        .isEqualTo(
            """
            T8001: Syntax error at line 2, column 3: expected a name (SQLState 42601)
                , 1
                ^
            """);
  }

  @Test
  void errorWithPlaceOutsideTheStatementHasNoCaret() {
    SQLException error = new SQLException("at line 7, column 99", "42601");

    assertThat(ErrorText.of(error, "SELECT 1").lines()).hasSize(1);
  }
}
