package org.thetisdb.sql.info;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * A table that can only be read, and whose rows follow from the catalog alone. Immutable, safe for
 * all threads.
 */
public final class VirtualTable {
  /** The schema that these tables are in. */
  public static final String SCHEMA = "information_schema";

  private static final String SCHEMA_NAME = "schema_name";
  private static final String OF_SCHEMA = "_schema";

  private final String name;
  private final List<Column> columns;
  private final BiConsumer<SqlCatalog, Consumer<Object[]>> source;

  /** Where the schema stands that a row is about; -1 for nowhere. */
  private final int schemaAt;

  /**
   * A table.
   *
   * @param columns names, each with its type behind a colon if it is not a text
   */
  VirtualTable(
      String name, List<String> columns, BiConsumer<SqlCatalog, Consumer<Object[]>> source) {
    this.name = name;
    this.columns = columns.stream().map(Column::of).toList();
    this.source = source;
    this.schemaAt =
        IntStream.range(0, columns.size())
            .filter(place -> isSchema(columns.get(place)))
            .findFirst()
            .orElse(-1);
  }

  private static boolean isSchema(String column) {
    return column.equals(SCHEMA_NAME) || column.endsWith(OF_SCHEMA);
  }

  /** The name, in lower case. */
  public String name() {
    return name;
  }

  /** The columns, in order; any may be null. */
  public List<Column> columns() {
    return columns;
  }

  /**
   * All rows but those of temporary tables of others, in the classes that {@link SqlTypeName}
   * names; the list is the caller's.
   *
   * @param temporary the schema of the temporary tables of whoever asks; null if he has none
   */
  public List<Object[]> rows(SqlCatalog catalog, String temporary) {
    List<Object[]> rows = new ArrayList<>();
    source.accept(
        catalog,
        row -> {
          if (isSeen(checked(row), temporary)) {
            rows.add(row);
          }
        });
    return rows;
  }

  private boolean isSeen(Object[] row, String temporary) {
    Object schema = schemaAt < 0 ? null : row[schemaAt];
    return !(schema instanceof String name)
        || !TemporarySchema.isOne(name)
        || name.equals(temporary);
  }

  private Object[] checked(Object[] row) {
    if (row.length != columns.size()) {
      throw new IllegalStateException(
          "a row of " + row.length + " columns in " + name + ", which has " + columns.size());
    }
    return row;
  }

  /** A column. */
  public record Column(String name, SqlType type) {
    static Column of(String text) {
      int colon = text.indexOf(':');
      return colon < 0
          ? new Column(text, SqlType.of(SqlTypeName.VARCHAR))
          : new Column(
              text.substring(0, colon), SqlType.of(SqlTypeName.valueOf(text.substring(colon + 1))));
    }
  }
}
