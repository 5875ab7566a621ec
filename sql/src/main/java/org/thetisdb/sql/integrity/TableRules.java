package org.thetisdb.sql.integrity;

import java.util.List;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;

/**
 * What holds for the rows of one table. Immutable, safe for all threads.
 *
 * @param notNull stored columns that may not be null, though the stored table would allow it
 * @param checks compiled conditions
 * @param indexes all indexes, complete or not
 * @param parents foreign keys of this table
 * @param children foreign keys of tables that refer to this one
 */
record TableRules(
    TableDef table,
    int[] notNull,
    List<Check> checks,
    List<Index> indexes,
    List<ForeignKeyRule> parents,
    List<ForeignKeyRule> children) {

  /** A CHECK. */
  record Check(CheckDef definition, RowCheck condition) {}

  /** An index. */
  record Index(IndexDef definition, IndexKeys keys) {}

  /** Whether a write must know the row that was there before. */
  boolean needOldRow() {
    return !indexes.isEmpty() || !parents.isEmpty() || !children.isEmpty();
  }

  /** Names all that inserting a row writes beside the row itself. */
  void planInsert(Plan plan, Row row) {
    for (Index index : indexes) {
      plan.write(index.keys().entries(), index.keys().keyOf(row));
    }
    for (ForeignKeyRule parent : parents) {
      if (parent.refers(row)) {
        parent.planParent(plan, row);
      }
    }
  }
}
