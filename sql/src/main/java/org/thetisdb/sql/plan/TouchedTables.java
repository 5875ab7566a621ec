package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.catalog.Looked;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.rights.Privilege;

/** Whether a change reads the table that it changes, so that it needs the right to. Stateless. */
final class TouchedTables {
  private TouchedTables() {}

  /** An INSERT reads its table if its query, its ON CONFLICT or its RETURNING does. */
  static void note(
      SqlCatalog catalog,
      int mark,
      TableDef table,
      SqlInsert insert,
      Statement.Rows rows,
      SqlSelect returning) {
    boolean updates = rows.conflict() != null && rows.conflict().updateSql() != null;
    int privileges = Privilege.INSERT.bit();
    if (updates || rows.replaces()) {
      privileges |= Privilege.UPDATE.bit();
    }
    boolean reads = updates || returning != null || names(insert.getSource(), table);
    Looked.changed(catalog, mark, table, privileges, reads);
  }

  private static boolean names(SqlNode tree, TableDef table) {
    String simple = ObjectName.simple(table.name());
    boolean[] found = new boolean[1];
    tree.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlIdentifier name) {
            found[0] |= !name.isStar() && Util.last(name.names).equals(simple);
            return null;
          }
        });
    return found[0];
  }

  /** Whether an UPDATE looks at columns: for its condition, or for what it sets. */
  static boolean reads(SqlUpdate update) {
    boolean[] found = {update.getCondition() != null};
    update
        .getSourceExpressionList()
        .accept(
            new SqlBasicVisitor<Void>() {
              @Override
              public Void visit(SqlIdentifier name) {
                found[0] = true;
                return null;
              }
            });
    return found[0];
  }

  /** What a MERGE does to its table. */
  static Privilege[] of(Statement.Merge merge) {
    List<Privilege> privileges = new ArrayList<>();
    privileges.add(Privilege.SELECT);
    for (Statement.MergeClause clause : merge.clauses()) {
      switch (clause.action()) {
        case UPDATE -> privileges.add(Privilege.UPDATE);
        case DELETE -> privileges.add(Privilege.DELETE);
        case INSERT -> privileges.add(Privilege.INSERT);
        case NOTHING -> {
          // it changes nothing
        }
      }
    }
    return privileges.toArray(Privilege[]::new);
  }
}
