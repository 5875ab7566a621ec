package org.thetisdb.sql.rewrite.row;

import java.util.HashSet;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;

/**
 * Looks whether a query names a row of its tables, or has ROW(…) as an item of its list or an
 * operand of a function. For one query; not thread-safe.
 */
final class RowFinder extends SqlBasicVisitor<Void> {
  private final SqlSelect select;
  private final Set<String> tables = new HashSet<>();

  /** Of a query. */
  RowFinder(SqlSelect select) {
    this.select = select;
    addNames(select.getFrom());
  }

  /** Whether a table of the query has this name. */
  boolean isTable(String name) {
    return tables.contains(name);
  }

  /** Whether there is such a name or item. */
  boolean finds() {
    try {
      for (SqlNode item : select.getSelectList()) {
        if (item.getKind() == SqlKind.ROW) {
          return true;
        }
        if (!(item instanceof SqlIdentifier star) || !star.isStar()) {
          item.accept(this);
        }
      }
      look(select.getWhere());
      look(select.getGroup());
      look(select.getHaving());
      inConditions(select.getFrom());
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }

  private void look(SqlNode node) {
    if (node != null) {
      node.accept(this);
    }
  }

  private void inConditions(SqlNode from) {
    if (from instanceof SqlJoin join) {
      inConditions(join.getLeft());
      inConditions(join.getRight());
      if (join.getCondition() != null && !(join.getCondition() instanceof SqlNodeList)) {
        join.getCondition().accept(this);
      }
    }
  }

  private void addNames(SqlNode from) {
    if (from instanceof SqlJoin join) {
      addNames(join.getLeft());
      addNames(join.getRight());
    } else if (from instanceof SqlIdentifier table) {
      tables.add(Util.last(table.names));
    } else if (from != null && from.getKind() == SqlKind.AS) {
      tables.add(((SqlIdentifier) ((SqlCall) from).operand(1)).getSimple());
    }
  }

  @Override
  public Void visit(SqlIdentifier name) {
    if (tables.contains(name.names.get(0))
        && (name.isSimple() || (name.isStar() && name.names.size() == 2))) {
      throw Util.FoundOne.NULL;
    }
    return null;
  }

  @Override
  public Void visit(SqlCall call) {
    if (call.isA(SqlKind.QUERY)) {
      return null;
    }
    if (call.getKind() == SqlKind.AS) {
      SqlNode value = call.operand(0);
      if (value.getKind() == SqlKind.ROW) {
        throw Util.FoundOne.NULL;
      }
      return value.accept(this);
    }
    if (call.getOperator() instanceof SqlFunction || call.getKind() == SqlKind.CAST) {
      for (SqlNode operand : call.getOperandList()) {
        if (operand != null && operand.getKind() == SqlKind.ROW) {
          throw Util.FoundOne.NULL;
        }
      }
    }
    return super.visit(call);
  }
}
