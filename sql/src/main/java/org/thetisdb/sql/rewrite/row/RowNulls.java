package org.thetisdb.sql.rewrite.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * IS NULL, IS NOT NULL and IS [NOT] DISTINCT FROM of rows that are written out: they ask it of each
 * member. Stateless.
 */
public final class RowNulls {
  private RowNulls() {}

  /** The question to the members; null for what is no such question. */
  public static SqlNode inPlaceOf(SqlCall call) {
    boolean one = call.getKind() == SqlKind.IS_NULL || call.getKind() == SqlKind.IS_NOT_NULL;
    boolean two =
        call.getKind() == SqlKind.IS_DISTINCT_FROM
            || call.getKind() == SqlKind.IS_NOT_DISTINCT_FROM;
    if ((!one && !two) || call.operand(0).getKind() != SqlKind.ROW) {
      return null;
    }
    List<SqlNode> members = ((SqlCall) call.operand(0)).getOperandList();
    List<SqlNode> others = List.of();
    if (two) {
      SqlNode other = call.operand(1);
      if (other.getKind() != SqlKind.ROW || ((SqlCall) other).operandCount() != members.size()) {
        return null;
      }
      others = ((SqlCall) other).getOperandList();
    }
    SqlParserPos place = call.getParserPosition();
    SqlOperator all =
        call.getKind() == SqlKind.IS_DISTINCT_FROM
            ? SqlStdOperatorTable.OR
            : SqlStdOperatorTable.AND;
    SqlNode result = null;
    for (int i = 0; i < members.size(); i++) {
      List<SqlNode> operands = new ArrayList<>();
      operands.add(members.get(i));
      if (two) {
        operands.add(others.get(i));
      }
      SqlNode asked = call.getOperator().createCall(place, operands);
      SqlNode nested = asked instanceof SqlCall inner ? inPlaceOf(inner) : null;
      SqlNode member = nested == null ? asked : nested;
      result = result == null ? member : all.createCall(place, result, member);
    }
    return result;
  }
}
