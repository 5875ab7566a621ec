package org.thetisdb.cli.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Inserts the rows behind {@code COPY … FROM stdin}, some hundred at a time. Each of these is a
 * transaction of its own, unless one is open: a dump may have more rows than one can. For one
 * thread.
 */
final class CopyIn {
  private static final int ROWS_AT_ONCE = 500;
  private static final int MAX_ROW_CHARACTERS = 16 << 20;
  private static final String END = "\\.";

  private final Connection connection;
  private final CopyStatement copy;
  private long lines;
  private long rows;

  CopyIn(Connection connection, CopyStatement copy) {
    this.connection = connection;
    this.copy = copy;
  }

  /**
   * Reads rows to the end mark, or to the end of the text, and inserts them.
   *
   * @return how many
   * @throws SQLException with the line behind COPY up to which was read: the row stands in the
   *     batch that ends there; rows of earlier batches stay
   */
  long run(BufferedReader text) throws SQLException, IOException {
    List<String> types = types();
    try (PreparedStatement insert = connection.prepareStatement(insert(types))) {
      int waiting = 0;
      for (String line = next(text); line != null; line = next(text)) {
        set(insert, types.size(), line);
        insert.addBatch();
        waiting++;
        if (waiting == ROWS_AT_ONCE) {
          send(insert, waiting);
          waiting = 0;
        }
      }
      send(insert, waiting);
    }
    return rows;
  }

  /** The next row, which may have several lines; null behind the last. */
  private String next(BufferedReader text) throws SQLException, IOException {
    String line = nextLine(text);
    if (lines == 1 && copy.header() && !END.equals(line)) {
      line = nextLine(text);
    }
    if (line == null || line.equals(END)) {
      return null;
    }
    return CopiedRow.opensOrCloses(copy, line) ? withRest(line, text) : line;
  }

  private String nextLine(BufferedReader text) throws IOException {
    lines++;
    return text.readLine();
  }

  /** A row and the lines behind it, to the one that closes the value in quotes. */
  private String withRest(String first, BufferedReader text) throws SQLException, IOException {
    StringBuilder row = new StringBuilder(first);
    String line = null;
    while (line == null || !CopiedRow.opensOrCloses(copy, line)) {
      line = nextLine(text);
      if (line == null || row.length() + line.length() > MAX_ROW_CHARACTERS) {
        throw at(new SQLException("A value in quotes does not end.", "22P04"));
      }
      row.append('\n').append(line);
    }
    return row.toString();
  }

  private void set(PreparedStatement insert, int columns, String line) throws SQLException {
    List<String> values = CopiedRow.of(copy, line);
    if (values.size() != columns) {
      throw at(
          new SQLException(
              "The row has %d values, and %d columns are copied.".formatted(values.size(), columns),
              "22P04"));
    }
    for (int i = 0; i < columns; i++) {
      insert.setString(i + 1, values.get(i));
    }
  }

  private void send(PreparedStatement insert, int waiting) throws SQLException {
    if (waiting == 0) {
      return;
    }
    try {
      insert.executeBatch();
      rows += waiting;
    } catch (BatchUpdateException e) {
      throw at(e);
    }
  }

  private SQLException at(SQLException error) {
    String place = "COPY %s, near line %d: ".formatted(copy.table(), lines);
    SQLException told =
        new SQLException(place + error.getMessage(), error.getSQLState(), error.getErrorCode());
    told.initCause(error);
    return told;
  }

  /** The types of the columns, by their names. */
  private List<String> types() throws SQLException {
    String columns = copy.columns().isEmpty() ? "*" : copy.columns();
    String query = "SELECT %s FROM %s LIMIT 0".formatted(columns, copy.table());
    try (Statement statement = connection.createStatement();
        ResultSet none = statement.executeQuery(query)) {
      ResultSetMetaData meta = none.getMetaData();
      List<String> types = new ArrayList<>();
      for (int i = 1; i <= meta.getColumnCount(); i++) {
        types.add(meta.getColumnTypeName(i));
      }
      return types;
    }
  }

  /** Values come as texts, each of which is cast as a constant would be. */
  private String insert(List<String> types) {
    List<String> values = new ArrayList<>();
    for (String type : types) {
      // without its length a cast to CHAR would leave one character
      boolean text = type.equals("CHAR") || type.equals("VARCHAR");
      values.add(text ? "CAST(? AS VARCHAR)" : "CAST(CAST(? AS VARCHAR) AS " + type + ")");
    }
    String columns = copy.columns().isEmpty() ? "" : " (" + copy.columns() + ")";
    return "INSERT INTO %s%s VALUES (%s)"
        .formatted(copy.table(), columns, String.join(", ", values));
  }
}
