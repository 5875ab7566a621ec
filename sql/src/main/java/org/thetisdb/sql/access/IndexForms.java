package org.thetisdb.sql.access;

import org.apache.calcite.rex.RexNode;
import org.thetisdb.sql.catalog.TableDef;

/**
 * Brings what an index says in words of SQL into the form that plans of queries have, so that both
 * can be compared. Safe for all threads.
 */
public interface IndexForms {
  /** The form of an expression over a table's columns. */
  String expression(TableDef table, String expressionSql);

  /** The form of a condition over a table's columns; null if it says nothing. */
  RexNode condition(TableDef table, String conditionSql);
}
