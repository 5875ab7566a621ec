package org.thetisdb.sql.plan.change;

import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * What UPDATE or DELETE finds its rows by. Immutable.
 *
 * @param others what is joined with the table by FROM or USING; null for nothing
 * @param condition which rows are meant; null for all
 */
public record Joined(SqlNode others, SqlNode condition) {
  /**
   * Takes the join out of the condition that it was read as.
   *
   * @param joins whether there is one
   */
  public static Joined of(boolean joins, SqlNode condition) {
    if (!joins) {
      return new Joined(null, condition);
    }
    boolean whole =
        condition != null
            && condition.getKind() == SqlKind.EXISTS
            && ((SqlCall) condition).operand(0) instanceof SqlSelect select
            && isBare(select);
    if (!whole) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "Behind FROM or USING come tables and WHERE, and nothing else.");
    }
    SqlSelect join = (SqlSelect) ((SqlCall) condition).operand(0);
    return new Joined(join.getFrom(), join.getWhere());
  }

  private static boolean isBare(SqlSelect select) {
    return select.getGroup() == null
        && select.getHaving() == null
        && select.getWindowList().isEmpty()
        && select.getQualify() == null;
  }

  /** A table, joined with the others. */
  public SqlNode with(SqlNode table) {
    SqlParserPos zero = SqlParserPos.ZERO;
    return others == null
        ? table
        : new SqlJoin(
            zero,
            table,
            SqlLiteral.createBoolean(false, zero),
            JoinType.COMMA.symbol(zero),
            others,
            JoinConditionType.NONE.symbol(zero),
            null);
  }
}
