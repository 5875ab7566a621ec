package org.thetisdb.sql.rewrite;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.sql.rewrite.name.SelectForms;

/**
 * {@code lag(x, n, d) OVER w} as {@code CASE WHEN lag(1, n) OVER w IS NULL THEN d ELSE lag(x, n)
 * OVER w END}: with a default that is never null, Calcite takes the values for never null, too.
 * Stateless.
 */
final class LagDefaults {
  private LagDefaults() {}

  /** Whether a call with a window is LAG or LEAD with a default. */
  static boolean hasOne(SqlCall over) {
    if (!(over.operand(0) instanceof SqlCall function) || function.operandCount() != 3) {
      return false;
    }
    String name = function.getOperator().getName();
    return name.equalsIgnoreCase("lag") || name.equalsIgnoreCase("lead");
  }

  /** The same without the default as an operand. */
  static SqlNode inPlaceOf(SqlCall over) {
    SqlParserPos place = over.getParserPosition();
    SqlCall function = over.operand(0);
    List<SqlNode> operands = function.getOperandList();
    SqlNode one = SqlLiteral.createExactNumeric("1", place);
    SqlNode there = call(over, function, one, SelectForms.copy(operands.get(1)));
    SqlNode value = call(over, function, operands.get(0), operands.get(1));
    return new SqlCase(
        place,
        null,
        SqlNodeList.of(SqlStdOperatorTable.IS_NULL.createCall(place, there)),
        SqlNodeList.of(operands.get(2)),
        value);
  }

  private static SqlNode call(SqlCall over, SqlCall function, SqlNode value, SqlNode rows) {
    SqlParserPos place = over.getParserPosition();
    return over.getOperator()
        .createCall(
            place,
            function.getOperator().createCall(place, value, rows),
            SelectForms.copy(over.operand(1)));
  }
}
