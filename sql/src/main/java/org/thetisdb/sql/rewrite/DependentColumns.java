package org.thetisdb.sql.rewrite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.parse.token.ObjectNames;

/**
 * Columns that a query uses though it groups by the primary key of their table alone: each group
 * has one value of them, so that grouping by them, too, changes no group (SQL:2003, functional
 * dependencies). For one statement; not thread-safe.
 */
final class DependentColumns {
  private final ObjectNames names;

  /** Queries of WITH, which hide tables of their names. */
  private final Set<String> hidden = new HashSet<>();

  DependentColumns(SqlNode tree, ObjectNames names) {
    this.names = names;
    tree.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (call instanceof SqlWithItem item) {
              hidden.add(item.name.getSimple());
            }
            return super.visit(call);
          }
        });
  }

  /**
   * Adds them to the GROUP BY of a query that has one.
   *
   * @param order what the query is ordered by
   */
  void add(SqlSelect select, SqlNodeList order) {
    SqlNodeList groups = select.getGroup();
    if (groups == null || groups.isEmpty() || select.getFrom() == null) {
      return;
    }
    Map<String, TableDef> tables = new LinkedHashMap<>();
    addTables(select.getFrom(), tables);
    List<SqlNode> all = new ArrayList<>(groups);
    for (Map.Entry<String, TableDef> table : tables.entrySet()) {
      if (isGroupedByKey(table.getKey(), table.getValue(), groups, tables)) {
        addUsed(table.getKey(), table.getValue(), select, order, all);
      }
    }
    if (all.size() > groups.size()) {
      select.setGroupBy(new SqlNodeList(all, groups.getParserPosition()));
    }
  }

  /** The tables with a primary key that a query reads, by the names that it gives them. */
  private void addTables(SqlNode from, Map<String, TableDef> tables) {
    if (from instanceof SqlJoin join) {
      addTables(join.getLeft(), tables);
      addTables(join.getRight(), tables);
      return;
    }
    SqlNode table = from;
    String alias = null;
    if (from.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) from;
      table = as.operand(0);
      alias = as.operandCount() == 2 ? ((SqlIdentifier) as.operand(1)).getSimple() : null;
      if (alias == null) {
        return; // columns have other names
      }
    }
    if (table instanceof SqlIdentifier name && !(name.isSimple() && isHidden(name))) {
      String schema = name.isSimple() ? null : name.names.get(name.names.size() - 2);
      TableDef found = names.table(schema, Util.last(name.names));
      if (found != null && !found.hasHiddenKey()) {
        tables.put(alias == null ? Util.last(name.names) : alias, found);
      }
    }
  }

  private boolean isHidden(SqlIdentifier name) {
    return hidden.contains(name.getSimple());
  }

  private static boolean isGroupedByKey(
      String alias, TableDef table, SqlNodeList groups, Map<String, TableDef> tables) {
    for (int place : table.primaryKey()) {
      ColumnDef key = table.columns().get(place);
      boolean unique =
          tables.values().stream().filter(other -> other.find(key.name()) >= 0).count() == 1;
      if (groups.stream().noneMatch(group -> isColumn(group, alias, key.name(), unique))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isColumn(SqlNode node, String alias, String column, boolean unique) {
    if (!(node instanceof SqlIdentifier name) || name.isStar()) {
      return false;
    }
    List<String> parts = name.names;
    return Util.last(parts).equals(column)
        && (parts.size() == 1 ? unique : parts.get(parts.size() - 2).equals(alias));
  }

  /** More than the validator asks for would do no harm. */
  private static void addUsed(
      String alias, TableDef table, SqlSelect select, SqlNodeList order, List<SqlNode> all) {
    Set<String> used = new HashSet<>();
    SqlBasicVisitor<Void> collector =
        new SqlBasicVisitor<>() {
          @Override
          public Void visit(SqlIdentifier name) {
            boolean own =
                name.names.size() == 1 || name.names.get(name.names.size() - 2).equals(alias);
            if (name.isStar()) {
              table.columns().stream().filter(c -> own).forEach(c -> used.add(c.name()));
            } else if (own) {
              used.add(Util.last(name.names));
            }
            return null;
          }
        };
    select.getSelectList().accept(collector);
    if (select.getHaving() != null) {
      select.getHaving().accept(collector);
    }
    order.accept(collector);
    for (ColumnDef column : table.columns()) {
      if (used.contains(column.name())
          && all.stream().noneMatch(group -> isColumn(group, alias, column.name(), true))) {
        all.add(new SqlIdentifier(List.of(alias, column.name()), SqlParserPos.ZERO));
      }
    }
  }
}
