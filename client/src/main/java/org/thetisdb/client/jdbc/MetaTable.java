package org.thetisdb.client.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A result of DatabaseMetaData while it is made: columns as JDBC names them, and rows. */
final class MetaTable {
  private final List<String> labels = new ArrayList<>();
  private final List<JdbcType> types = new ArrayList<>();
  private final List<List<Object>> rows = new ArrayList<>();

  MetaTable text(String... names) {
    return columns(JdbcType.VARCHAR, names);
  }

  MetaTable number(String... names) {
    return columns(JdbcType.INTEGER, names);
  }

  MetaTable truth(String... names) {
    return columns(JdbcType.BOOLEAN, names);
  }

  private MetaTable columns(JdbcType type, String... names) {
    for (String name : names) {
      labels.add(name);
      types.add(type);
    }
    return this;
  }

  void row(Object... values) {
    if (values.length != labels.size()) {
      throw new IllegalStateException(values.length + " values for " + labels.size() + " columns");
    }
    rows.add(Arrays.asList(values));
  }

  /** Puts the rows in order of these columns, as JDBC says for each result. */
  MetaTable sorted(String... by) {
    int[] columns = Arrays.stream(by).mapToInt(labels::indexOf).toArray();
    rows.sort((a, b) -> compare(a, b, columns));
    return this;
  }

  private static int compare(List<Object> a, List<Object> b, int[] columns) {
    int order = 0;
    for (int i = 0; i < columns.length && order == 0; i++) {
      order = compare(a.get(columns[i]), b.get(columns[i]));
    }
    return order;
  }

  private static int compare(Object a, Object b) {
    if (a == null || b == null) {
      return a == b ? 0 : a == null ? -1 : 1;
    }
    return a instanceof Integer x && b instanceof Integer y
        ? Integer.compare(x, y)
        : a.toString().compareTo(b.toString());
  }

  ResultSet result() throws SQLException {
    return ThetisResultSet.made(ResultColumns.made(labels, types), rows);
  }
}
