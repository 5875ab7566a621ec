package org.thetisdb.sql.rewrite.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.sql.rewrite.name.SelectForms;
import org.thetisdb.sql.rewrite.name.Selects;

/**
 * {@code (a, b) NOT IN (SELECT …)}, written out by EXISTS: where a column is NULL, Calcite's plan
 * takes rows that differ in another column for unknown. It is true if no row may be the same, false
 * if one is, and else NULL. Stateless.
 */
public final class RowMembership {
  private static final SqlNode BOOLEAN =
      new SqlDataTypeSpec(
          new SqlBasicTypeNameSpec(SqlTypeName.BOOLEAN, SqlParserPos.ZERO), SqlParserPos.ZERO);

  private RowMembership() {}

  /**
   * The calls of IN that are a query's condition by themselves, or one of those that all have to
   * hold. Of these Calcite's plan finds the right rows, and by keys; anywhere else {@code (a, b) IN
   * (SELECT …)} is a value, and is written out, too.
   */
  public static List<SqlNode> conditions(SqlCall query) {
    List<SqlNode> found = new ArrayList<>();
    if (query instanceof SqlSelect select) {
      addConditions(select.getWhere(), found);
      addConditions(select.getHaving(), found);
    } else if (query instanceof SqlUpdate update) {
      addConditions(update.getCondition(), found);
    } else if (query instanceof SqlDelete delete) {
      addConditions(delete.getCondition(), found);
    }
    return found;
  }

  private static void addConditions(SqlNode condition, List<SqlNode> found) {
    if (condition == null) {
      return;
    }
    if (condition.getKind() == SqlKind.IN) {
      found.add(condition);
    } else if (condition.getKind() == SqlKind.AND) {
      ((SqlCall) condition).getOperandList().forEach(part -> addConditions(part, found));
    }
  }

  /** {@code (a, b) IN (SELECT …)} as a value; null for anything else. */
  public static SqlNode ofValue(SqlCall written) {
    SqlNode outside =
        written.getKind() == SqlKind.IN
            ? inPlaceOf(
                SqlStdOperatorTable.NOT_IN.createCall(
                    written.getParserPosition(), written.getOperandList()))
            : null;
    return outside == null ? null : call(SqlStdOperatorTable.NOT, outside);
  }

  /** The same by EXISTS; null for anything else. */
  public static SqlNode inPlaceOf(SqlCall written) {
    boolean negated =
        written.getKind() == SqlKind.NOT && written.operand(0).getKind() == SqlKind.IN;
    SqlCall call = negated ? written.operand(0) : written;
    if ((!negated && call.getKind() != SqlKind.NOT_IN)
        || call.operand(0).getKind() != SqlKind.ROW
        || !call.operand(1).isA(SqlKind.QUERY)) {
      return null;
    }
    SqlParserPos place = call.getParserPosition();
    SqlNode same = exists(call, false);
    SqlNode perhaps = exists(call, true);
    SqlNode unknown =
        SqlStdOperatorTable.CAST.createCall(place, SqlLiteral.createNull(place), BOOLEAN);
    return call(
        SqlStdOperatorTable.AND,
        call(SqlStdOperatorTable.NOT, same),
        call(SqlStdOperatorTable.OR, call(SqlStdOperatorTable.NOT, perhaps), unknown));
  }

  /** Whether a row is the same, or with NULLs may be. */
  private static SqlNode exists(SqlCall call, boolean perhaps) {
    SqlParserPos place = call.getParserPosition();
    List<SqlNode> row = ((SqlCall) call.operand(0)).getOperandList();
    List<SqlNode> source = new ArrayList<>();
    source.add(SelectForms.copy(call.operand(1)));
    source.add(new SqlIdentifier(Selects.ROWS, place));
    SqlNode condition = null;
    for (int i = 0; i < row.size(); i++) {
      source.add(new SqlIdentifier("$" + i, place));
      SqlNode column = new SqlIdentifier(List.of(Selects.ROWS, "$" + i), place);
      SqlNode equal = call(SqlStdOperatorTable.EQUALS, column, SelectForms.copy(row.get(i)));
      if (perhaps) {
        SqlNode noColumn = call(SqlStdOperatorTable.IS_NULL, SelectForms.copy(column));
        SqlNode noValue = call(SqlStdOperatorTable.IS_NULL, SelectForms.copy(row.get(i)));
        SqlNode unknown = call(SqlStdOperatorTable.OR, noColumn, noValue);
        equal = call(SqlStdOperatorTable.OR, equal, unknown);
      }
      condition = condition == null ? equal : call(SqlStdOperatorTable.AND, condition, equal);
    }
    SqlNode from = SqlStdOperatorTable.AS.createCall(place, source);
    List<SqlNode> one = List.of(SqlLiteral.createExactNumeric("1", place));
    return SqlStdOperatorTable.EXISTS.createCall(place, Selects.of(place, one, from, condition));
  }

  private static SqlNode call(SqlOperator operator, SqlNode... operands) {
    return operator.createCall(operands[0].getParserPosition(), operands);
  }
}
