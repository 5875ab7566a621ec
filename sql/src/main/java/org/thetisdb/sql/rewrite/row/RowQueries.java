package org.thetisdb.sql.rewrite.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.sql.rewrite.name.SelectForms;
import org.thetisdb.sql.rewrite.name.Selects;

/**
 * Rows compared with queries: {@code (a, b) < ANY (SELECT …)}, {@code (a, b) = (SELECT …)}. Calcite
 * has IN of rows alone, and takes all else for it or refuses it. Stateless.
 */
public final class RowQueries {
  private static final String ROWS = "$rows";

  private RowQueries() {}

  /** The same by queries that compare; null for anything else. */
  public static SqlNode inPlaceOf(SqlCall call) {
    if (call.operandCount() != 2) {
      return null;
    }
    if (call.getOperator() instanceof SqlQuantifyOperator quantifier) {
      return isRow(call.operand(0)) && call.operand(1).isA(SqlKind.QUERY)
          ? quantified(call, quantifier.comparisonKind, call.getKind() == SqlKind.ALL)
          : null;
    }
    if (comparison(call.getKind()) == null) {
      return null;
    }
    if (isRow(call.operand(0)) && call.operand(1).isA(SqlKind.QUERY)) {
      return single(call.getKind(), call.operand(0), call.operand(1));
    }
    return isRow(call.operand(1)) && call.operand(0).isA(SqlKind.QUERY)
        ? single(call.getKind().reverse(), call.operand(1), call.operand(0))
        : null;
  }

  private static boolean isRow(SqlNode node) {
    return node.getKind() == SqlKind.ROW && ((SqlCall) node).operandCount() > 1;
  }

  private static SqlOperator comparison(SqlKind kind) {
    return switch (kind) {
      case EQUALS -> SqlStdOperatorTable.EQUALS;
      case NOT_EQUALS -> SqlStdOperatorTable.NOT_EQUALS;
      case LESS_THAN -> SqlStdOperatorTable.LESS_THAN;
      case LESS_THAN_OR_EQUAL -> SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
      case GREATER_THAN -> SqlStdOperatorTable.GREATER_THAN;
      case GREATER_THAN_OR_EQUAL -> SqlStdOperatorTable.GREATER_THAN_OR_EQUAL;
      default -> null; // no comparison
    };
  }

  /** Of all rows it holds if of none it does not. */
  private static SqlNode quantified(SqlCall call, SqlKind kind, boolean ofAll) {
    SqlParserPos place = call.getParserPosition();
    if (kind == SqlKind.NOT_EQUALS && ofAll) {
      return RowMembership.inPlaceOf(
          SqlStdOperatorTable.NOT_IN.createCall(place, call.getOperandList()));
    }
    if (ofAll) {
      SqlNode some = ofSome(call, kind.negateNullSafe());
      return SqlStdOperatorTable.NOT.createCall(place, some);
    }
    return ofSome(call, kind);
  }

  /** True if it is of one, else unknown if it is of one, and else false. */
  private static SqlNode ofSome(SqlCall call, SqlKind kind) {
    SqlParserPos place = call.getParserPosition();
    SqlNode holds = exists(select(kind, call.operand(0), call.operand(1), false, true));
    SqlNode perhaps = exists(select(kind, call.operand(0), call.operand(1), true, true));
    SqlDataTypeSpec truth =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BOOLEAN, place), place);
    SqlNode unknown =
        SqlStdOperatorTable.CAST.createCall(place, SqlLiteral.createNull(place), truth);
    return new SqlCase(
        place,
        null,
        new SqlNodeList(List.of(holds, perhaps), place),
        new SqlNodeList(List.of(SqlLiteral.createBoolean(true, place), unknown), place),
        SqlLiteral.createBoolean(false, place));
  }

  private static SqlNode exists(SqlNode query) {
    return SqlStdOperatorTable.EXISTS.createCall(query.getParserPosition(), query);
  }

  /** Of one row, or unknown of none; more than one are refused when they are read. */
  private static SqlNode single(SqlKind kind, SqlNode row, SqlNode query) {
    return select(kind, row, query, false, false);
  }

  /** The rows of a query for which the comparison holds, or is unknown; or what it comes to. */
  private static SqlNode select(
      SqlKind kind, SqlNode row, SqlNode query, boolean unknown, boolean asCondition) {
    SqlParserPos place = query.getParserPosition();
    List<SqlNode> source = new ArrayList<>();
    source.add(SelectForms.copy(query));
    source.add(new SqlIdentifier(ROWS, place));
    List<SqlNode> columns = new ArrayList<>();
    for (int i = 0; i < ((SqlCall) row).operandCount(); i++) {
      source.add(new SqlIdentifier("$" + i, place));
      columns.add(new SqlIdentifier(List.of(ROWS, "$" + i), place));
    }
    SqlCall compared =
        comparison(kind)
            .createCall(
                place, SelectForms.copy(row), SqlStdOperatorTable.ROW.createCall(place, columns));
    SqlNode condition = RowComparisons.inPlaceOf(compared);
    if (unknown) {
      condition = SqlStdOperatorTable.IS_NULL.createCall(place, condition);
    }
    return Selects.of(
        place,
        List.of(asCondition ? SqlLiteral.createExactNumeric("1", place) : condition),
        SqlStdOperatorTable.AS.createCall(place, source),
        asCondition ? condition : null);
  }
}
