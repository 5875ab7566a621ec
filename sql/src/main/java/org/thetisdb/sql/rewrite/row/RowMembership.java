package org.thetisdb.sql.rewrite.row;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
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
   * Writes out {@code (a, b) IN (SELECT …)}, too, where a query lists it or it is a part of a
   * condition. Where it is a condition by itself, Calcite's plan finds the right rows, and by keys.
   */
  public static void writeOut(SqlSelect select) {
    select.setSelectList(written(select.getSelectList()));
    select.setWhere(ofCondition(select.getWhere()));
    select.setHaving(ofCondition(select.getHaving()));
    ofJoins(select.getFrom());
  }

  /** The same of values by which rows are put in order. */
  public static SqlNodeList written(SqlNodeList values) {
    return (SqlNodeList) values.accept(new Parts());
  }

  /** The same where the rows that a condition finds are changed. */
  public static void writeOutChange(SqlCall change) {
    if (change instanceof SqlUpdate update) {
      update.setOperand(3, ofCondition(update.getCondition()));
    } else if (change instanceof SqlDelete delete) {
      delete.setOperand(1, ofCondition(delete.getCondition()));
    }
  }

  private static SqlNode ofCondition(SqlNode condition) {
    if (condition == null || condition.getKind() == SqlKind.IN) {
      return condition;
    }
    if (condition.getKind() != SqlKind.AND) {
      return condition.accept(new Parts());
    }
    SqlCall all = (SqlCall) condition;
    SqlNode[] parts =
        all.getOperandList().stream().map(RowMembership::ofCondition).toArray(SqlNode[]::new);
    return all.getOperator().createCall(all.getParserPosition(), parts);
  }

  private static void ofJoins(SqlNode from) {
    if (from instanceof SqlJoin join) {
      ofJoins(join.getLeft());
      ofJoins(join.getRight());
      if (join.getConditionType() == JoinConditionType.ON) {
        join.setOperand(5, join.getCondition().accept(new Parts()));
      }
    }
  }

  /** What a query lists or calculates, without the queries within it. */
  private static final class Parts extends SqlShuttle {
    @Override
    public SqlNode visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        return call;
      }
      SqlNode outside =
          call.getKind() == SqlKind.IN
              ? inPlaceOf(
                  SqlStdOperatorTable.NOT_IN.createCall(
                      call.getParserPosition(), call.getOperandList()))
              : null;
      return outside == null
          ? super.visit(call)
          : RowMembership.call(SqlStdOperatorTable.NOT, outside);
    }
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
