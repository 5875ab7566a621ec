package org.thetisdb.sql.rewrite;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.form.LimitClauses;
import org.thetisdb.sql.rewrite.name.SelectForms;

/**
 * LIMIT and OFFSET of expressions: what is constant becomes a number, all else a condition on the
 * number of the row. Calcite's code counts rows by INTEGER, so a larger number is cut. Stateless.
 */
final class RowLimits {
  private static final String LIMITED = "limited";
  private static final BigDecimal MOST = BigDecimal.valueOf(Integer.MAX_VALUE);
  private static final BigDecimal MOST_OF_TYPE = BigDecimal.valueOf(Long.MAX_VALUE);

  private RowLimits() {}

  /** The query with limits that Calcite has. */
  static SqlOrderBy plain(SqlOrderBy written) {
    SqlNodeList list = written.orderList;
    SqlNode limit = written.fetch;
    SqlNode offset = written.offset;
    int keys = list.size();
    while (keys > 0 && functionOf(list.get(keys - 1)) != null) {
      SqlCall call = (SqlCall) list.get(--keys);
      if (functionOf(call).equals(LimitClauses.LIMIT)) {
        limit = call.operand(0);
      } else {
        offset = call.operand(0);
      }
    }
    SqlNode most = plain(limit, "LIMIT");
    SqlNode before = plain(offset, "OFFSET");
    SqlNodeList order = new SqlNodeList(list.subList(0, keys), list.getParserPosition());
    SqlParserPos place = written.getParserPosition();
    if (isPlain(most) && isPlain(before)) {
      boolean same = keys == list.size() && most == written.fetch && before == written.offset;
      return same ? written : new SqlOrderBy(place, written.query, order, before, most);
    }
    return numbered(written.query, order, before, most);
  }

  private static String functionOf(SqlNode key) {
    String name = key instanceof SqlCall call ? call.getOperator().getName() : "";
    return name.equals(LimitClauses.LIMIT) || name.equals(LimitClauses.OFFSET) ? name : null;
  }

  private static boolean isPlain(SqlNode limit) {
    return limit == null || limit instanceof SqlNumericLiteral || limit instanceof SqlDynamicParam;
  }

  /** A number or a parameter if it is one; null for no limit. */
  private static SqlNode plain(SqlNode limit, String clause) {
    SqlNode inner = limit;
    while (inner instanceof SqlCall cast && inner.getKind() == SqlKind.CAST) {
      inner = cast.operand(0);
    }
    if (inner == null || inner instanceof SqlDynamicParam || isNull(inner)) {
      return inner == null || isNull(inner) ? null : inner;
    }
    BigDecimal value = constant(inner);
    if (value == null) {
      return limit;
    }
    BigDecimal count = value.setScale(0, RoundingMode.HALF_UP);
    if (count.signum() < 0) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT, "%s must not be negative, but is %s.".formatted(clause, count));
    }
    if (count.compareTo(MOST_OF_TYPE) > 0) {
      throw ThetisException.withMessage(
          ErrorCode.NUMBER_OUT_OF_RANGE, "%s is too large: %s.".formatted(clause, count));
    }
    if (count.compareTo(MOST) > 0 && clause.equals("LIMIT")) {
      return null;
    }
    return SqlLiteral.createExactNumeric(
        count.min(MOST).toPlainString(), limit.getParserPosition());
  }

  private static boolean isNull(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.NULL;
  }

  /** The value of an expression of numbers; null if it is none. */
  private static BigDecimal constant(SqlNode node) {
    if (node instanceof SqlNumericLiteral number) {
      return number.bigDecimalValue();
    }
    if (node instanceof SqlCharStringLiteral text) {
      return read(text.getValueAs(String.class));
    }
    if (node instanceof SqlCall call && call.getKind() == SqlKind.MINUS_PREFIX) {
      BigDecimal value = constant(call.operand(0));
      return value == null ? null : value.negate();
    }
    boolean sum =
        node.getKind() == SqlKind.PLUS
            || node.getKind() == SqlKind.MINUS
            || node.getKind() == SqlKind.TIMES;
    BigDecimal left = sum ? constant(((SqlCall) node).operand(0)) : null;
    BigDecimal right = sum ? constant(((SqlCall) node).operand(1)) : null;
    if (left == null || right == null) {
      return null;
    }
    return node.getKind() == SqlKind.TIMES
        ? left.multiply(right)
        : left.add(node.getKind() == SqlKind.PLUS ? right : right.negate());
  }

  private static BigDecimal read(String text) {
    try {
      return new BigDecimal(Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_VALUE, "\"%s\" is no number of rows.".formatted(text));
    }
  }

  private static SqlOrderBy numbered(
      SqlNode query, SqlNodeList order, SqlNode offset, SqlNode limit) {
    SqlParserPos place = query.getParserPosition();
    boolean own = query instanceof SqlSelect select && !select.isDistinct();
    SqlSelect select = own ? (SqlSelect) query : around(query);
    SqlNodeList keys = own ? order : byName(order, query);
    SqlNode skipped =
        offset == null
            ? SqlLiteral.createExactNumeric("0", place)
            : number(offset, BigDecimal.ZERO);
    if (offset != null) {
      SelectForms.qualify(
          select,
          SqlStdOperatorTable.GREATER_THAN.createCall(
              place, SelectForms.rowNumber(keys, select), skipped));
    }
    if (limit != null) {
      SqlNode last =
          SqlStdOperatorTable.MINUS.createCall(
              place, SelectForms.rowNumber(keys, select), SelectForms.copy(skipped));
      SelectForms.qualify(
          select,
          SqlStdOperatorTable.LESS_THAN_OR_EQUAL.createCall(
              place, last, number(limit, MOST_OF_TYPE)));
    }
    return new SqlOrderBy(place, select, keys, null, null);
  }

  /** An expression as a whole number; NULL says nothing. */
  private static SqlNode number(SqlNode expression, BigDecimal ofNull) {
    SqlParserPos place = expression.getParserPosition();
    SqlDataTypeSpec whole =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, place), place);
    return SqlStdOperatorTable.COALESCE.createCall(
        place,
        SqlStdOperatorTable.CAST.createCall(place, expression, whole),
        SqlLiteral.createExactNumeric(ofNull.toPlainString(), place));
  }

  private static SqlSelect around(SqlNode query) {
    SqlParserPos place = query.getParserPosition();
    return SelectForms.star(
        SqlStdOperatorTable.AS.createCall(place, query, new SqlIdentifier(LIMITED, place)));
  }

  /** Numbers of columns as their names, for a query that is put into brackets. */
  private static SqlNodeList byName(SqlNodeList order, SqlNode query) {
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : order) {
      keys.add(byName(key, query));
    }
    return new SqlNodeList(keys, order.getParserPosition());
  }

  private static SqlNode byName(SqlNode key, SqlNode query) {
    return switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> {
        SqlCall call = (SqlCall) key;
        yield call.getOperator()
            .createCall(call.getParserPosition(), byName(call.<SqlNode>operand(0), query));
      }
      default ->
          key instanceof SqlNumericLiteral number && number.isInteger()
              ? column(number.intValue(true), query, key.getParserPosition())
              : key;
    };
  }

  private static SqlNode column(int number, SqlNode query, SqlParserPos place) {
    SqlNode first = query;
    while (first instanceof SqlCall call && !(first instanceof SqlSelect)) {
      first = call.operand(0);
    }
    SqlNodeList items = first instanceof SqlSelect select ? select.getSelectList() : null;
    SqlNode item =
        items == null || number < 1 || number > items.size() ? null : items.get(number - 1);
    if (item != null
        && item.getKind() == SqlKind.AS
        && ((SqlCall) item).operand(1) instanceof SqlIdentifier name) {
      return new SqlIdentifier(name.getSimple(), place);
    }
    if (SqlUtil.stripAs(item) instanceof SqlIdentifier name && !name.isStar()) {
      return new SqlIdentifier(name.names.get(name.names.size() - 1), place);
    }
    throw ThetisException.withMessage(
        ErrorCode.NOT_SUPPORTED,
        "LIMIT or OFFSET of an expression, beside ORDER BY %d and DISTINCT, UNION or the like, needs a"
                .formatted(number)
            + " name for that column; write AS behind it and the name in ORDER BY.");
  }
}
