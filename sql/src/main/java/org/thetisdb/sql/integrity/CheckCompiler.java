package org.thetisdb.sql.integrity;

import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexExpression;
import org.thetisdb.sql.catalog.TableDef;

/** Makes code of CHECK conditions and calculated columns. Safe for all threads. */
@FunctionalInterface
public interface CheckCompiler {
  /**
   * Compiles a condition over the columns of a table.
   *
   * @throws org.thetisdb.core.error.ThetisException if it is none
   */
  RowCheck compile(TableDef table, CheckDef check);

  /**
   * Compiles the expression of a calculated column.
   *
   * @throws org.thetisdb.core.error.ThetisException if it is none
   */
  default RowValue compile(TableDef table, ColumnDef column) {
    throw new UnsupportedOperationException("calculated columns of " + table.name());
  }

  /**
   * Compiles what fills a column once: an expression over the columns of a row, which may ask for
   * time and randomness.
   *
   * @throws org.thetisdb.core.error.ThetisException if it is none
   */
  default RowValue filling(TableDef table, ColumnDef column) {
    return compile(table, column);
  }

  /**
   * Compiles an expression of an index.
   *
   * @throws org.thetisdb.core.error.ThetisException if it is none
   */
  default RowValue compile(TableDef table, IndexExpression expression) {
    throw new UnsupportedOperationException("indexes of expressions of " + table.name());
  }
}
