package org.thetisdb.sql.ddl;

import java.util.List;

/**
 * CREATE [UNIQUE] INDEX.
 *
 * @param name null if it was given none
 * @param included columns that entries of other databases hold beside their keys
 * @param whereSql which rows it holds; null for all
 */
public record CreateIndex(
    String name,
    boolean ifNotExists,
    boolean unique,
    String table,
    List<IndexPart> parts,
    List<String> included,
    String whereSql)
    implements Ddl {
  /** An index of columns of all rows. */
  public CreateIndex(
      String name, boolean ifNotExists, boolean unique, String table, List<String> columns) {
    this(
        name,
        ifNotExists,
        unique,
        table,
        columns.stream().map(IndexPart::column).toList(),
        List.of(),
        null);
  }
}
