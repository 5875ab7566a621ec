package org.thetisdb.client.jdbc.result;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.wire.SqlReply.ColumnInfo;
import org.thetisdb.core.wire.SqlReply.Result;

/**
 * The generated keys of a batch, which is sent in several pieces: each answers with its own.
 *
 * @param rows those of all pieces so far; grows
 */
public record BatchKeys(List<ColumnInfo> columns, List<List<Object>> rows) {
  /** Those of one more piece behind those of the others; null if there are none at all. */
  public static BatchKeys with(BatchKeys before, Result result) throws SQLException {
    if (result.columns().isEmpty()) {
      return before;
    }
    BatchKeys keys = before == null ? new BatchKeys(result.columns(), new ArrayList<>()) : before;
    keys.rows.addAll(WireRows.decode(result.rows(), result.columns().size()));
    return keys;
  }
}
