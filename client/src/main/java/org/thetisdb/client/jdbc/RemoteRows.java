package org.thetisdb.client.jdbc;

import java.sql.SQLException;
import java.util.List;
import org.thetisdb.client.jdbc.result.JdbcRowCursor;
import org.thetisdb.client.jdbc.result.WireRows;
import org.thetisdb.core.wire.SqlReply.Result;

/** The rest of a result, which the router keeps until it is asked for. */
final class RemoteRows implements JdbcRowCursor.Source {
  private final ThetisStatement statement;
  private final int width;
  private long cursor;

  RemoteRows(ThetisStatement statement, long cursor, int width) {
    this.statement = statement;
    this.cursor = cursor;
    this.width = width;
  }

  @Override
  public List<List<Object>> next() throws SQLException {
    List<List<Object>> rows = List.of();
    // A batch without rows that is not the last one would read as the end.
    while (cursor != 0 && rows.isEmpty()) {
      Result more = statement.fetch(cursor);
      cursor = more.cursor();
      rows = WireRows.decode(more.rows(), width);
    }
    return rows;
  }

  @Override
  public void close() {
    if (cursor != 0) {
      statement.closeCursor(cursor);
      cursor = 0;
    }
  }
}
