package org.thetisdb.sql.ddl;

import java.util.List;
import org.thetisdb.sql.catalog.OnCommit;

/**
 * CREATE TABLE.
 *
 * @param constraints of the table, those that were written with a column among them
 * @param indexes beside those of constraints; they have no names and tables
 * @param onCommit what becomes of a temporary one when a transaction ends
 */
public record CreateTable(
    String name,
    boolean ifNotExists,
    List<ColumnSpec> columns,
    List<ConstraintSpec> constraints,
    List<CreateIndex> indexes,
    OnCommit onCommit)
    implements Ddl {
  /** A table that no end of a transaction changes. */
  public CreateTable(
      String name,
      boolean ifNotExists,
      List<ColumnSpec> columns,
      List<ConstraintSpec> constraints) {
    this(name, ifNotExists, columns, constraints, List.of(), OnCommit.PRESERVE_ROWS);
  }
}
