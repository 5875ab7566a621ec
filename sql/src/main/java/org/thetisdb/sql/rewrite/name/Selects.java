package org.thetisdb.sql.rewrite.name;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Makes trees of plain queries, and looks for queries in trees. Stateless. */
public final class Selects {
  /** The name of the source of a query that looks for a row of the query around it. */
  public static final String ROWS = "$rows";

  private Selects() {}

  /** A query of expressions alone. */
  public static SqlSelect of(List<? extends SqlNode> items) {
    return of(items, null, null);
  }

  /**
   * A query of one table or join.
   *
   * @param condition null for all rows
   */
  public static SqlSelect of(List<? extends SqlNode> items, SqlNode from, SqlNode condition) {
    return of(SqlParserPos.ZERO, items, from, condition);
  }

  /** A query that stands at {@code place} for what is written there. */
  public static SqlSelect of(
      SqlParserPos place, List<? extends SqlNode> items, SqlNode from, SqlNode condition) {
    return new SqlSelect(
        place,
        null,
        new SqlNodeList(items, place),
        from,
        condition,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /** Whether a query looks in {@link #ROWS}, so that its condition sees the query around it. */
  public static boolean looksAround(SqlSelect select) {
    return select.getFrom() != null
        && select.getFrom().getKind() == SqlKind.AS
        && ((SqlCall) select.getFrom()).operand(1) instanceof SqlIdentifier name
        && name.getSimple().equals(ROWS);
  }

  /** Whether an expression holds a query. */
  public static boolean holdsQuery(SqlNode expression) {
    if (expression instanceof SqlNodeList list) {
      return list.stream().anyMatch(Selects::holdsQuery);
    }
    return expression instanceof SqlCall call
        && (call.isA(SqlKind.QUERY)
            || call.getOperandList().stream()
                .anyMatch(operand -> operand != null && holdsQuery(operand)));
  }
}
