package org.thetisdb.cli.shell;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes keywords, and the names of tables and columns, which are asked for now and then. */
final class WordCompleter implements Completer {
  private static final long KEEP_NS = 5_000_000_000L;
  private static final Set<String> KEYWORDS =
      Set.of(
          ("ADD ALL ALTER AND AS ASC AVG BEGIN BETWEEN BIGINT BOOLEAN BY CALL CASE CAST CHECK"
                  + " COLUMN COMMIT CONSTRAINT COUNT CREATE CROSS DATE DECIMAL DEFAULT DELETE DESC"
                  + " DISTINCT DOUBLE DROP ELSE END EXISTS EXPLAIN FALSE FOR FOREIGN FROM FULL"
                  + " GENERATED GROUP HAVING IDENTITY IF IN INDEX INNER INSERT INTEGER INTO IS JOIN"
                  + " KEY LEFT LIKE LIMIT MAX MIN NOT NULL OFFSET ON OR ORDER OUTER PRIMARY"
                  + " PROCEDURE REFERENCES RENAME RIGHT ROLLBACK SAVEPOINT SELECT SEQUENCE SET"
                  + " SMALLINT SUM TABLE THEN TIME TIMESTAMP TO TRUE UNION UNIQUE UPDATE UPSERT"
                  + " UUID VALUES VARCHAR VIEW WHEN WHERE WITH")
              .split(" "));

  private final Connection connection;
  private Set<String> names = Set.of();
  private long readAtNs;
  private boolean everRead;

  WordCompleter(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    String word = line.word();
    boolean small = word.equals(word.toLowerCase(Locale.ROOT));
    for (String keyword : KEYWORDS) {
      candidates.add(new Candidate(small ? keyword.toLowerCase(Locale.ROOT) : keyword));
    }
    for (String name : names()) {
      candidates.add(new Candidate(name));
    }
  }

  /**
   * What was read last, if that was a moment ago or reading fails: help must not get in the way.
   */
  private Set<String> names() {
    long nowNs = System.nanoTime();
    if (!everRead || nowNs - readAtNs > KEEP_NS) {
      everRead = true;
      readAtNs = nowNs;
      try {
        names = read();
      } catch (SQLException e) {
        return names;
      }
    }
    return names;
  }

  private Set<String> read() throws SQLException {
    Set<String> found = new TreeSet<>();
    DatabaseMetaData data = connection.getMetaData();
    try (ResultSet columns = data.getColumns(null, null, null, null)) {
      while (columns.next()) {
        found.add(columns.getString("TABLE_NAME"));
        found.add(columns.getString("COLUMN_NAME"));
      }
    }
    return found;
  }
}
