package org.thetisdb.sql.rewrite.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.rewrite.name.Labels;
import org.thetisdb.sql.rewrite.name.SelectForms;

/**
 * SELECT DISTINCT of rows as values that are ordered by them, too: {@code SELECT DISTINCT t FROM t
 * ORDER BY t}. A row is listed as its text, which has another order, so the query becomes one
 * around the texts and what they are made of. Stateless.
 */
public final class DistinctRows {
  private static final String LISTED = "rows listed";

  private DistinctRows() {}

  /** The same query, of which no key is a row beside DISTINCT. */
  public static SqlOrderBy ordered(SqlOrderBy written, WholeRows rows) {
    if (!(written.query instanceof SqlSelect select)
        || !select.isDistinct()
        || written.orderList.stream().noneMatch(key -> RowValues.isRow(key, select))) {
      return written;
    }
    List<SqlNode> within = new ArrayList<>();
    List<SqlNode> listed = new ArrayList<>();
    for (String label : Labels.of(select)) {
      SqlNode item = select.getSelectList().get(within.size());
      if (item instanceof SqlIdentifier name && name.isStar()) {
        throw new ThetisException(
            ErrorCode.NOT_SUPPORTED,
            "* beside a row by which a SELECT DISTINCT is ordered (name the columns)");
      }
      listed.add(as(listedColumn(within.size()), label));
      within.add(as(SqlUtil.stripAs(item), nameOf(within.size())));
    }
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : written.orderList) {
      if (RowValues.isRow(key, select)) {
        for (SqlNode column : RowValues.columns(key, select, rows)) {
          keys.add(RowValues.directed(key, listedColumn(within.size())));
          within.add(as(column, nameOf(within.size())));
        }
      } else {
        keys.add(RowValues.directed(key, listedColumn(placeOf(key, select))));
      }
    }
    SqlParserPos place = select.getParserPosition();
    select.setSelectList(new SqlNodeList(within, place));
    SqlSelect around = SelectForms.star(as(select, LISTED));
    around.setSelectList(new SqlNodeList(listed, place));
    return new SqlOrderBy(
        written.getParserPosition(),
        around,
        new SqlNodeList(keys, written.orderList.getParserPosition()),
        written.offset,
        written.fetch);
  }

  private static int placeOf(SqlNode key, SqlSelect select) {
    SqlNodeList items = select.getSelectList();
    SqlNode value = RowValues.withoutDirection(key);
    if (value instanceof SqlNumericLiteral number && number.isInteger()) {
      return number.intValue(true) - 1;
    }
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      boolean named =
          item.getKind() == SqlKind.AS
              && ((SqlCall) item).operand(1).equalsDeep(value, Litmus.IGNORE);
      if (named || SqlUtil.stripAs(item).equalsDeep(value, Litmus.IGNORE)) {
        return i;
      }
    }
    throw ThetisException.withMessage(
        ErrorCode.INVALID_COLUMN_REFERENCE,
        "What a SELECT DISTINCT is ordered by has to stand in its list.");
  }

  private static String nameOf(int place) {
    return "item " + place;
  }

  private static SqlNode listedColumn(int place) {
    return new SqlIdentifier(List.of(LISTED, nameOf(place)), SqlParserPos.ZERO);
  }

  private static SqlNode as(SqlNode value, String name) {
    SqlParserPos place = value.getParserPosition();
    return SqlStdOperatorTable.AS.createCall(place, value, new SqlIdentifier(name, place));
  }
}
