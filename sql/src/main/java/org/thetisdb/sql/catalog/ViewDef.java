package org.thetisdb.sql.catalog;

import java.util.List;

/**
 * A view.
 *
 * @param id its number
 * @param columns the names of its columns; empty for those of the query
 * @param querySql the text of its query
 * @param seen the tables as they were when the view was made, of a query with a star: columns that
 *     came later are not the view's; empty for those as they are
 */
public record ViewDef(String name, int id, List<String> columns, String querySql, List<Seen> seen) {
  /**
   * A table of a view's query.
   *
   * @param columns in order
   */
  public record Seen(String table, List<SeenColumn> columns) {
    /** The same after a column was renamed. */
    Seen renamed(String from, String to) {
      return new Seen(table, columns.stream().map(column -> column.renamed(from, to)).toList());
    }
  }

  /**
   * A column of such a table.
   *
   * @param now what it is called in the table
   * @param then what it was called when the view was made
   */
  public record SeenColumn(String now, String then) {
    private SeenColumn renamed(String from, String to) {
      return now.equals(from) ? new SeenColumn(to, then) : this;
    }
  }

  /** The table as the view sees it; null for one that is seen as it is. */
  public Seen seen(String table) {
    return seen.stream().filter(each -> each.table.equals(table)).findFirst().orElse(null);
  }

  /** The same view under another name. */
  public ViewDef withName(String newName) {
    return new ViewDef(newName, id, columns, querySql, seen);
  }

  /** The same view after a column of a table was renamed. */
  public ViewDef withRenamed(String table, String from, String to) {
    return new ViewDef(
        name,
        id,
        columns,
        querySql,
        seen.stream()
            .map(each -> each.table.equals(table) ? each.renamed(from, to) : each)
            .toList());
  }
}
