package org.thetisdb.sql.dialect.validation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;

/**
 * ORDER BY of SELECT DISTINCT by a place or a name of the list. Calcite looks into what stands
 * there for columns that are not in the list, and does not know some expressions again. Stateless.
 */
final class DistinctOrder {
  private DistinctOrder() {}

  /** The keys that are no such item of the list. */
  static SqlNodeList others(SqlSelect select) {
    SqlNodeList order = select.getOrderList();
    if (order == null || !select.isDistinct()) {
      return order;
    }
    List<SqlNode> others = new ArrayList<>();
    for (SqlNode key : order) {
      SqlNode item = item(bare(key), select.getSelectList());
      if (item == null) {
        others.add(key);
      }
    }
    return others.size() == order.size()
        ? order
        : new SqlNodeList(others, order.getParserPosition());
  }

  private static SqlNode bare(SqlNode key) {
    return switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> bare(((SqlCall) key).operand(0));
      default -> key;
    };
  }

  private static SqlNode item(SqlNode key, SqlNodeList items) {
    if (key instanceof SqlNumericLiteral number && number.isInteger()) {
      int place = number.intValue(true) - 1;
      return place >= 0 && place < items.size() ? items.get(place) : null;
    }
    if (key instanceof SqlIdentifier name && name.isSimple()) {
      for (SqlNode item : items) {
        if (item.getKind() == SqlKind.AS
            && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias
            && alias.getSimple().equals(name.getSimple())) {
          return item;
        }
      }
    }
    return null;
  }
}
