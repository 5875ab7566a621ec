package org.thetisdb.sql.integrity;

import java.util.List;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;

/**
 * The keys that inserting a row of one table writes beside the row itself: entries of indexes, and
 * parents, which children write as they are if these may vanish. Immutable, safe for all threads.
 */
public final class InsertKeys {
  private final List<TableRules.Index> indexes;
  private final List<ForeignKeyRule> parents;

  private InsertKeys(List<TableRules.Index> indexes, List<ForeignKeyRule> parents) {
    this.indexes = indexes;
    this.parents = parents;
  }

  /** The keys for a table; {@code compiler} makes code of expressions of its indexes. */
  public static InsertKeys of(SqlCatalog catalog, TableDef table, CheckCompiler compiler) {
    KeyRules rules = new KeyRules(catalog);
    return new InsertKeys(rules.indexesAsOfAllRows(table, compiler), rules.parentsToFind(table));
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return indexes.isEmpty() && parents.isEmpty();
  }

  /** Names them for a row. A parent behind a unique index is met while running. */
  public void plan(Plan plan, Row row) {
    for (TableRules.Index index : indexes) {
      plan.write(index.keys().entries(), index.keys().keyOf(row));
    }
    for (ForeignKeyRule parent : parents) {
      if (parent.refers(row)) {
        parent.planParent(plan, row);
      }
    }
  }
}
