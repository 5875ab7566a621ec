package org.thetisdb.sql.dialect.syntax;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;

/** STRING_AGG with both ORDER BY and FILTER, which Calcite takes one at a time. Stateless. */
final class OrderedTexts {
  private OrderedTexts() {}

  /** Whether FILTER stands behind an aggregate that has its ORDER BY among its operands. */
  static boolean isOne(SqlCall aggregate, SqlCall clause) {
    return clause.getKind() == SqlKind.FILTER
        && aggregate.getOperator().getName().equalsIgnoreCase("string_agg")
        && aggregate.operandCount() > 2
        && TypedSyntax.order(aggregate) != null;
  }

  /** {@code string_agg(a, b ORDER BY c) FILTER (...)} by WITHIN GROUP. */
  static SqlNode filtered(SqlCall aggregate, SqlCall clause) {
    SqlParserPos place = aggregate.getParserPosition();
    SqlCall list =
        SqlStdOperatorTable.LISTAGG.createCall(
            aggregate.getFunctionQuantifier(),
            place,
            aggregate.<SqlNode>operand(0),
            aggregate.<SqlNode>operand(1));
    SqlNode within =
        SqlStdOperatorTable.WITHIN_GROUP.createCall(place, list, TypedSyntax.order(aggregate));
    return clause
        .getOperator()
        .createCall(clause.getParserPosition(), within, clause.<SqlNode>operand(1));
  }

  /**
   * Makes the value one that may be NULL; so is a key of the order that is the value, which it has
   * to stay beside DISTINCT.
   */
  static void allowNothing(SqlCall aggregate) {
    SqlNode value = aggregate.operand(0);
    SqlNodeList order = TypedSyntax.order(aggregate);
    for (int i = 0; order != null && i < order.size(); i++) {
      order.set(i, allowingNothing(order.get(i), value));
    }
    aggregate.setOperand(0, orNothing(value));
  }

  private static SqlNode allowingNothing(SqlNode key, SqlNode value) {
    return switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST ->
          ((SqlCall) key)
              .getOperator()
              .createCall(
                  key.getParserPosition(), allowingNothing(((SqlCall) key).operand(0), value));
      default -> key.equalsDeep(value, Litmus.IGNORE) ? orNothing(key) : key;
    };
  }

  /**
   * The value as one that may be NULL: Calcite takes the list to be there where its values are, but
   * a total of no rows has none.
   */
  static SqlNode orNothing(SqlNode value) {
    SqlParserPos place = value.getParserPosition();
    SqlNodeList always = SqlNodeList.of(SqlLiteral.createBoolean(true, place));
    return SqlCase.createSwitched(place, null, always, SqlNodeList.of(value), null);
  }
}
