package org.thetisdb.client.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.thetisdb.client.jdbc.sql.NamePattern;

/**
 * A query of one view of information_schema. What is looked for goes along as parameters, so that
 * the database looks it up, and knows the text the next time. For one use; not thread-safe.
 */
final class CatalogQuery {
  private final StringBuilder sql;
  private final List<Object> values = new ArrayList<>();

  private CatalogQuery(String columns, String view) {
    this.sql = new StringBuilder("SELECT " + columns + " FROM information_schema." + view);
  }

  /** A query of all rows. */
  static CatalogQuery of(String columns, String view) {
    return new CatalogQuery(columns, view);
  }

  /** Of rows with this value; null stands for any. */
  CatalogQuery with(String column, String value) {
    return value == null ? this : and(column + " = ?", value);
  }

  /** Of rows with one of these values. */
  CatalogQuery among(String column, Set<String> all) {
    return all.size() == 1
        ? with(column, all.iterator().next())
        : and(column + " = ANY (?)", all.toArray(String[]::new));
  }

  /** Of rows whose value matches. */
  CatalogQuery like(String column, NamePattern pattern) {
    String exact = pattern.exact();
    if (pattern.isAll() || exact != null) {
      return with(column, exact);
    }
    return and(column + " LIKE ? ESCAPE '" + NamePattern.ESCAPE + "'", pattern.like());
  }

  private CatalogQuery and(String condition, Object value) {
    sql.append(values.isEmpty() ? " WHERE " : " AND ").append(condition);
    values.add(value);
    return this;
  }

  /** Makes an object of a row. */
  @FunctionalInterface
  interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  /** All that is found. */
  <T> List<T> read(ThetisConnection connection, Reading<T> reading) throws SQLException {
    List<T> all = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql.toString())) {
      for (int i = 0; i < values.size(); i++) {
        statement.setObject(i + 1, values.get(i));
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          all.add(reading.of(rows));
        }
      }
    }
    return all;
  }
}
