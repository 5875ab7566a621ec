package org.thetisdb.sql.dialect.syntax;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * The numbers that window functions take: of rows behind or before in LAG and LEAD, of a row in
 * NTH_VALUE, of parts in NTILE. One that is NULL makes the result NULL. Stateless.
 */
final class NumberOfRow {
  private NumberOfRow() {}

  /** The same call where its number may be NULL; null if it cannot. */
  static SqlNode inPlaceOf(SqlCall over, SqlCall function, String name) {
    int at = name.equals("NTILE") ? 0 : 1;
    boolean takesOne =
        switch (name) {
          case "LAG", "LEAD", "NTH_VALUE" -> function.operandCount() == 2;
          case "NTILE" -> function.operandCount() == 1;
          default -> false;
        };
    if (!takesOne) {
      return null;
    }
    SqlNode number = function.operand(at);
    if (number instanceof SqlNumericLiteral literal) {
      requireSome(name, literal.bigDecimalValue());
      return null;
    }
    boolean isPosition = name.equals("LAG") || name.equals("LEAD");
    boolean isNull = SqlUtil.isNullLiteral(number, true);
    return isNull || (isPosition && isValue(number)) ? orNull(over, function, at, number) : null;
  }

  /** A signed number is written as a call, and is never NULL. */
  private static boolean isValue(SqlNode number) {
    return !(number instanceof SqlCall call
        && call.operandCount() == 1
        && call.operand(0) instanceof SqlNumericLiteral);
  }

  private static SqlNode orNull(SqlCall over, SqlCall function, int at, SqlNode number) {
    SqlParserPos place = over.getParserPosition();
    SqlNode none = SqlLiteral.createExactNumeric(at == 0 ? "1" : "0", place);
    SqlNode known =
        SqlUtil.isNullLiteral(number, true)
            ? SqlLiteral.createExactNumeric("1", place)
            : SqlStdOperatorTable.COALESCE.createCall(place, copy(number), none);
    List<SqlNode> operands = new ArrayList<>(function.getOperandList());
    operands.set(at, known);
    SqlNode value =
        over.getOperator()
            .createCall(
                place,
                function.getOperator().createCall(function.getParserPosition(), operands),
                over.<SqlNode>operand(1));
    SqlNode isNull = SqlStdOperatorTable.IS_NULL.createCall(place, number);
    return new SqlCase(
        place, null, SqlNodeList.of(isNull), SqlNodeList.of(SqlLiteral.createNull(place)), value);
  }

  private static SqlNode copy(SqlNode node) {
    return node.clone(node.getParserPosition());
  }

  private static void requireSome(String name, BigDecimal number) {
    if (number.signum() > 0) {
      return;
    }
    if (name.equals("NTILE")) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_NTILE, "NTILE divides rows into one part or more.");
    }
    if (name.equals("NTH_VALUE")) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_NTH_VALUE, "NTH_VALUE counts the rows of a frame from 1.");
    }
  }
}
