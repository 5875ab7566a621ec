package org.thetisdb.sql.plan.change;

import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.thetisdb.sql.access.TableAccess;
import org.thetisdb.sql.catalog.ForeignKeyDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;

/** Which tables a statement changes, and whether a plan reads one of them. Stateless. */
public final class ChangedTables {
  private ChangedTables() {}

  /** The table, and those whose rows follow it by foreign keys. */
  public static Set<String> reachedFrom(TableDef table, SqlCatalog catalog) {
    Set<String> reached = new TreeSet<>();
    add(table, catalog, reached);
    return reached;
  }

  private static void add(TableDef table, SqlCatalog catalog, Set<String> reached) {
    if (reached.add(table.name())) {
      for (TableDef child : catalog.children(table)) {
        if (child.foreignKeys().stream().anyMatch(key -> follows(key, table))) {
          add(child, catalog, reached);
        }
      }
    }
  }

  private static boolean follows(ForeignKeyDef key, TableDef parent) {
    return key.parent().equals(parent.name()) && (acts(key.onDelete()) || acts(key.onUpdate()));
  }

  private static boolean acts(ForeignKeyDef.OnParent action) {
    return switch (action) {
      case CASCADE, SET_NULL, SET_DEFAULT -> true;
      case RESTRICT, NO_ACTION -> false;
    };
  }

  /** The first of some tables that a plan reads; null if it reads none of them. */
  public static String readBy(RelNode plan, Set<String> tables) {
    String[] found = new String[1];
    new RelVisitor() {
      @Override
      public void visit(RelNode node, int ordinal, RelNode parent) {
        if (found[0] == null
            && node instanceof TableAccess access
            && tables.contains(access.path().table().name())) {
          found[0] = access.path().table().name();
        }
        super.visit(node, ordinal, parent);
      }
    }.go(plan);
    return found[0];
  }
}
