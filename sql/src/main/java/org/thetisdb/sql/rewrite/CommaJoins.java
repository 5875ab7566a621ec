package org.thetisdb.sql.rewrite;

import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/**
 * A comma between tables binds less than JOIN, as SQL's standard says; Calcite's grammar reads both
 * from the left. Stateless.
 */
final class CommaJoins {
  private CommaJoins() {}

  /** The FROM of a query with its joins below its commas; it may be null. */
  static SqlNode inOrder(SqlNode from) {
    if (!(from instanceof SqlJoin join)) {
      return from;
    }
    join.setLeft(inOrder(join.getLeft()));
    boolean rotates =
        join.getJoinType() != JoinType.COMMA
            && join.getLeft() instanceof SqlJoin left
            && left.getJoinType() == JoinType.COMMA
            && mayRotate(join, left.getRight());
    return rotates ? rotated(join, (SqlJoin) join.getLeft()) : join;
  }

  /** {@code (a, b) JOIN c} becomes {@code a, (b JOIN c)}. */
  private static SqlJoin rotated(SqlJoin join, SqlJoin comma) {
    join.setLeft(comma.getRight());
    comma.setRight(join);
    return comma;
  }

  /**
   * What looks at tables before the comma stays behind them. Where each row of these is kept
   * anyway, and the condition names its columns in full, both orders have the same rows.
   */
  private static boolean mayRotate(SqlJoin join, SqlNode moved) {
    JoinType type = join.getJoinType();
    boolean sameRows =
        (type == JoinType.INNER || type == JoinType.CROSS || type == JoinType.LEFT)
            && !join.isNatural()
            && join.getConditionType() != JoinConditionType.USING;
    return !sameRows || (!isLateral(moved) && !isLateral(join.getRight()));
  }

  private static boolean isLateral(SqlNode item) {
    if (item instanceof SqlJoin join) {
      return isLateral(join.getLeft()) || isLateral(join.getRight());
    }
    return switch (item.getKind()) {
      case AS -> isLateral(((SqlCall) item).operand(0));
      case LATERAL, UNNEST, COLLECTION_TABLE -> true;
      default -> item instanceof SqlCall && item.getKind() == SqlKind.OTHER_FUNCTION;
    };
  }
}
