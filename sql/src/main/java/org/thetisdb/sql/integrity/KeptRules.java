package org.thetisdb.sql.integrity;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;
import org.thetisdb.sql.catalog.SqlCatalog;

/**
 * Under which rules an interactive transaction has written: for each table those that were in force
 * at its first write there. If others are in force at its COMMIT, its rows lack entries of an
 * index, or were never looked at by a constraint, and nobody would mend that later (hazard 15).
 *
 * <p>As long as its transaction, which has at most so many entries as there are tables. Not
 * thread-safe.
 */
public final class KeptRules {
  /** Null for a table without rules. */
  private final Map<Integer, TableRules> byTable = new HashMap<>();

  /** The catalog of the first note: as long as it is in force, nothing can have changed. */
  private SqlCatalog since;

  /** Takes note of the rules of a table that is written; only the first note counts. */
  void note(IntegrityRules rules, Table table, TableRules found) {
    since = since == null ? rules.catalog() : since;
    int id = rules.catalog().registry().of(table).id();
    if (!byTable.containsKey(id)) {
      byTable.put(id, found);
    }
  }

  /** The name of a table that was written under other rules than those in force; null if none. */
  @SuppressWarnings("ReferenceEquality")
  public String changedTable(IntegrityRules inForce) {
    if (since == null || since == inForce.catalog()) {
      return null;
    }
    for (Map.Entry<Integer, TableRules> noted : byTable.entrySet()) {
      if (isDropped(inForce.catalog(), noted.getKey())
          || !signature(inForce.of(noted.getKey())).equals(signature(noted.getValue()))) {
        RegisteredTable stored = inForce.catalog().registry().byId(noted.getKey());
        return stored == null ? "of number " + noted.getKey() : stored.schema().name();
      }
    }
    return null;
  }

  /** Its rows are about to go, or went, whatever the rules were. */
  private static boolean isDropped(SqlCatalog catalog, int tableId) {
    return catalog.has(new ObjectId(ObjectKind.DROPPED, tableId));
  }

  private static List<Object> signature(TableRules rules) {
    return rules == null ? List.of() : rules.signature();
  }
}
