package org.thetisdb.sql.define.step;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.sql.catalog.Existence;
import org.thetisdb.sql.catalog.Existence.Right;
import org.thetisdb.sql.catalog.Existence.State;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;

/**
 * What a definition does to the right of rows to exist (decision 0019). A table whose rows may not
 * vanish is kept so by all sites for the foreign keys that they know. If these become others, sites
 * that do not know them yet could let a row vanish that others rely on. So with the definition the
 * table goes to the state in which nobody relies on anything, and back when all sites know. A table
 * that nobody refers to any more needs no right. Stateless.
 */
public final class ExistenceChanges {
  private ExistenceChanges() {}

  /** The rows that have to be written with a definition. */
  public static List<SystemRow> of(SqlCatalog before, SqlCatalog after, Existence rights) {
    List<SystemRow> rows = new ArrayList<>(0);
    long version = rights.version();
    for (var each : rights.all().entrySet()) {
      Right right = each.getValue();
      if (right.state() != State.THAWED) {
        List<Object> referrers = referrers(after, each.getKey());
        if (!referrers.equals(referrers(before, each.getKey()))) {
          State next = referrers.isEmpty() ? State.THAWED : State.BETWEEN;
          Right changed = right.to(next, ++version);
          rows.add(new SystemRow(Existence.key(each.getKey()), changed.encode()));
        }
      }
    }
    return rows;
  }

  /** Whether foreign keys that are kept refer to a table. */
  public static boolean isParent(SqlCatalog catalog, int tableId) {
    return !referrers(catalog, tableId).isEmpty();
  }

  /** The foreign keys that refer to a table, as values that can be compared. */
  private static List<Object> referrers(SqlCatalog catalog, int tableId) {
    TableDef parent = catalog.tableById(tableId);
    List<Object> referrers = new ArrayList<>();
    for (TableDef child : parent == null ? List.<TableDef>of() : catalog.children(parent)) {
      for (ForeignKeyDef key : child.foreignKeys()) {
        if (key.enforced() && key.parent().equals(parent.name())) {
          referrers.add(List.of(child.tableId(), key));
        }
      }
    }
    return referrers;
  }
}
