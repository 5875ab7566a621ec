package org.thetisdb.sql.rewrite.name;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.form.QueryClauses;

/**
 * DISTINCT ON and WITH TIES by what Calcite has: a QUALIFY, which counts the rows of each group, or
 * those that come before. Stateless.
 */
public final class SelectForms {
  private SelectForms() {}

  /** Whether an item of a list only says that the query is a DISTINCT ON. */
  public static boolean isMark(SqlNode item) {
    return item instanceof SqlCall call
        && call.getOperator().getName().equals(QueryClauses.DISTINCT_ON);
  }

  /** A query with ORDER BY, without these forms. */
  public static SqlOrderBy plain(SqlOrderBy ordered) {
    SqlOrderBy result = ordered;
    if (ordered.query instanceof SqlSelect select) {
      distinctOn(select, ordered.orderList);
    }
    int last = ordered.orderList.size() - 1;
    if (last >= 0
        && ordered.orderList.get(last) instanceof SqlIdentifier column
        && column.isSimple()
        && column.getSimple().equals(QueryClauses.WITH_TIES)) {
      SqlNodeList list =
          new SqlNodeList(
              ordered.orderList.subList(0, last), ordered.orderList.getParserPosition());
      result = withTies(ordered, list);
    }
    return result;
  }

  /** Makes a query without ORDER BY one without DISTINCT ON. */
  public static void plain(SqlSelect select) {
    distinctOn(select, SqlNodeList.EMPTY);
  }

  private static void distinctOn(SqlSelect select, SqlNodeList order) {
    SqlNodeList items = select.getSelectList();
    if (items.isEmpty() || !isMark(items.get(0))) {
      return;
    }
    SqlCall mark = (SqlCall) items.get(0);
    SqlParserPos place = mark.getParserPosition();
    select.setSelectList(
        new SqlNodeList(items.subList(1, items.size()), items.getParserPosition()));
    SqlNodeList groups = expressions(new SqlNodeList(mark.getOperandList(), place), select);
    SqlNodeList within = expressions(order, select);
    requireFirst(groups, within);
    qualify(
        select,
        SqlStdOperatorTable.EQUALS.createCall(
            place,
            over(SqlStdOperatorTable.ROW_NUMBER, groups, within.isEmpty() ? groups : within),
            SqlLiteral.createExactNumeric("1", place)));
  }

  /** As in PostgreSQL, so that it is known which row of a group is the first. */
  private static void requireFirst(SqlNodeList groups, SqlNodeList order) {
    int most = Math.min(groups.size(), order.size());
    for (int i = 0; i < most; i++) {
      SqlNode key = withoutDirection(order.get(i));
      if (groups.stream()
          .noneMatch(group -> group.equalsDeep(key, org.apache.calcite.util.Litmus.IGNORE))) {
        throw ThetisException.withMessage(
            ErrorCode.INVALID_COLUMN_REFERENCE,
            "ORDER BY must begin with the expressions of DISTINCT ON, in any order.");
      }
    }
  }

  private static SqlNode withoutDirection(SqlNode key) {
    return switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> withoutDirection(((SqlCall) key).operand(0));
      default -> key;
    };
  }

  private static SqlOrderBy withTies(SqlOrderBy ordered, SqlNodeList list) {
    if (!(ordered.query instanceof SqlSelect select) || select.isDistinct()) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "WITH TIES of anything but a SELECT without DISTINCT");
    }
    SqlParserPos place = ordered.getParserPosition();
    SqlNodeList order = expressions(list, select);
    SqlNode most =
        ordered.offset == null
            ? ordered.fetch
            : SqlStdOperatorTable.PLUS.createCall(place, ordered.offset, ordered.fetch);
    SqlNode condition =
        SqlStdOperatorTable.LESS_THAN_OR_EQUAL.createCall(
            place, over(SqlStdOperatorTable.RANK, SqlNodeList.EMPTY, order), most);
    qualify(select, condition);
    return new SqlOrderBy(place, select, list, ordered.offset, null);
  }

  private static SqlNode over(SqlOperator function, SqlNodeList groups, SqlNodeList order) {
    SqlParserPos place = SqlParserPos.ZERO;
    SqlWindow window =
        SqlWindow.create(
            null,
            null,
            groups,
            order,
            SqlLiteral.createBoolean(false, place),
            null,
            null,
            null,
            SqlWindow.createExcludeNoOthers(place),
            place);
    return SqlStdOperatorTable.OVER.createCall(place, function.createCall(place), window);
  }

  /** The number of the row in an order of the query. */
  public static SqlNode rowNumber(SqlNodeList order, SqlSelect select) {
    return over(SqlStdOperatorTable.ROW_NUMBER, SqlNodeList.EMPTY, expressions(order, select));
  }

  /** Adds a condition on what is calculated with windows. */
  public static void qualify(SqlSelect select, SqlNode condition) {
    SqlNode present = select.getQualify();
    select.setQualify(
        present == null
            ? condition
            : SqlStdOperatorTable.AND.createCall(
                condition.getParserPosition(), present, condition));
  }

  /** What names and numbers of ORDER BY and DISTINCT ON stand for. */
  private static SqlNodeList expressions(SqlNodeList keys, SqlSelect select) {
    List<SqlNode> expressions = new ArrayList<>();
    for (SqlNode key : keys) {
      expressions.add(expression(key, select));
    }
    return new SqlNodeList(expressions, keys.getParserPosition());
  }

  private static SqlNode expression(SqlNode key, SqlSelect select) {
    return switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlBasicCall call = (SqlBasicCall) key;
        yield call.getOperator()
            .createCall(call.getParserPosition(), expression(call.operand(0), select));
      }
      default -> ofItem(key, select);
    };
  }

  private static SqlNode ofItem(SqlNode key, SqlSelect select) {
    SqlNodeList items = select.getSelectList();
    if (key instanceof SqlNumericLiteral number && number.isInteger()) {
      int place = number.intValue(true) - 1;
      boolean star =
          items.stream()
              .limit(Math.max(place, 0) + 1L)
              .anyMatch(i -> i instanceof SqlIdentifier id && id.isStar());
      if (place < 0 || place >= items.size() || star) {
        throw ThetisException.withMessage(
            ErrorCode.INVALID_COLUMN_REFERENCE,
            "Position %d is not in the select list; name the column.".formatted(place + 1));
      }
      return copy(SqlUtil.stripAs(items.get(place)));
    }
    if (key instanceof SqlIdentifier name && name.isSimple()) {
      for (SqlNode item : items) {
        if (item.getKind() == SqlKind.AS
            && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias
            && alias.getSimple().equals(name.getSimple())) {
          return copy(SqlUtil.stripAs(item));
        }
      }
    }
    return copy(key);
  }

  /** A query of all columns of an item of FROM. */
  public static SqlSelect star(SqlNode from) {
    SqlParserPos place = from.getParserPosition();
    return Selects.of(place, List.of(SqlIdentifier.star(place)), from, null);
  }

  /** A query of one expression, without a table. */
  public static SqlSelect alone(SqlNode expression) {
    return Selects.of(expression.getParserPosition(), List.of(expression), null, null);
  }

  /** The validator keeps types by node, so no node may stand at two places. */
  public static SqlNode copy(SqlNode node) {
    return node.accept(
        new SqlShuttle() {
          @Override
          public SqlNode visit(SqlCall call) {
            CallCopyingArgHandler copied = new CallCopyingArgHandler(call, true);
            call.getOperator().acceptCall(this, call, false, copied);
            return copied.result();
          }

          @Override
          public SqlNode visit(SqlIdentifier name) {
            return name.clone(name.getParserPosition());
          }
        });
  }
}
