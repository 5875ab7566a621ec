package org.thetisdb.sql.dialect;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

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

  /**
   * {@code string_agg(a, b ORDER BY c) FILTER (...)} by WITHIN GROUP. The value is one that may be
   * NULL, for Calcite forgets that no row at all may be left; with DISTINCT it has to be the one
   * that the order names.
   */
  static SqlNode filtered(SqlCall aggregate, SqlCall clause) {
    SqlParserPos place = aggregate.getParserPosition();
    SqlNode value = aggregate.operand(0);
    SqlCall list =
        SqlStdOperatorTable.LISTAGG.createCall(
            aggregate.getFunctionQuantifier(),
            place,
            TypedSyntax.isDistinct(aggregate) ? value : orNothing(value),
            aggregate.<SqlNode>operand(1));
    SqlNode within =
        SqlStdOperatorTable.WITHIN_GROUP.createCall(place, list, TypedSyntax.order(aggregate));
    return clause
        .getOperator()
        .createCall(clause.getParserPosition(), within, clause.<SqlNode>operand(1));
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
