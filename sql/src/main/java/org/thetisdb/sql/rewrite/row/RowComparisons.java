package org.thetisdb.sql.rewrite.row;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.sql.rewrite.name.SelectForms;

/**
 * Comparisons of rows, such as {@code (a, b) > (1, 2)}, written out: Calcite takes null for a value
 * that is greater than others there, and SQL for one that nobody knows. The first column is
 * compared once more on its own, so that an index that begins with it is used. Stateless.
 */
public final class RowComparisons {
  private RowComparisons() {}

  /** The same of single values; null for anything but a comparison of two rows. */
  public static SqlNode inPlaceOf(SqlCall call) {
    if (call.operandCount() != 2
        || call.operand(0).getKind() != SqlKind.ROW
        || call.operand(1).getKind() != SqlKind.ROW) {
      return null;
    }
    List<SqlNode> left = ((SqlCall) call.operand(0)).getOperandList();
    List<SqlNode> right = ((SqlCall) call.operand(1)).getOperandList();
    if (left.size() != right.size()) {
      return null; // the validator says so
    }
    SqlParserPos place = call.getParserPosition();
    return switch (call.getKind()) {
      case EQUALS -> each(left, right, SqlStdOperatorTable.EQUALS, SqlStdOperatorTable.AND, place);
      case NOT_EQUALS ->
          each(left, right, SqlStdOperatorTable.NOT_EQUALS, SqlStdOperatorTable.OR, place);
      case LESS_THAN, LESS_THAN_OR_EQUAL ->
          bounded(
              ordered(left, right, SqlStdOperatorTable.LESS_THAN, call.getOperator(), place),
              left,
              right,
              SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
              place);
      case GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          bounded(
              ordered(left, right, SqlStdOperatorTable.GREATER_THAN, call.getOperator(), place),
              left,
              right,
              SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
              place);
      default -> null;
    };
  }

  private static SqlNode compared(SqlOperator by, SqlNode left, SqlNode right, SqlParserPos place) {
    return by.createCall(place, SelectForms.copy(left), SelectForms.copy(right));
  }

  private static SqlNode each(
      List<SqlNode> left,
      List<SqlNode> right,
      SqlOperator by,
      SqlOperator join,
      SqlParserPos place) {
    SqlNode all = compared(by, left.get(0), right.get(0), place);
    for (int i = 1; i < left.size(); i++) {
      all = join.createCall(place, all, compared(by, left.get(i), right.get(i), place));
    }
    return all;
  }

  /** {@code a1 > b1 OR (a1 = b1 AND …)}. */
  private static SqlNode ordered(
      List<SqlNode> left,
      List<SqlNode> right,
      SqlOperator by,
      SqlOperator last,
      SqlParserPos place) {
    int most = left.size() - 1;
    SqlNode order = compared(last, left.get(most), right.get(most), place);
    for (int i = most - 1; i >= 0; i--) {
      SqlNode same = compared(SqlStdOperatorTable.EQUALS, left.get(i), right.get(i), place);
      order =
          SqlStdOperatorTable.OR.createCall(
              place,
              compared(by, left.get(i), right.get(i), place),
              SqlStdOperatorTable.AND.createCall(place, same, order));
    }
    return order;
  }

  private static SqlNode bounded(
      SqlNode order,
      List<SqlNode> left,
      List<SqlNode> right,
      SqlOperator bound,
      SqlParserPos place) {
    return left.size() == 1
        ? order
        : SqlStdOperatorTable.AND.createCall(
            place, compared(bound, left.get(0), right.get(0), place), order);
  }
}
