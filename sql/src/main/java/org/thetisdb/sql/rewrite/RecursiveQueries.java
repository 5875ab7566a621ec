package org.thetisdb.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.dialect.validation.Dialect;
import org.thetisdb.sql.dialect.validation.RecursiveFirstRows;

/**
 * Makes WITH RECURSIVE ready for Calcite's validator, which takes each of its queries for a
 * recursive one, and takes a column for never null because its first rows have no null. Stateless.
 */
final class RecursiveQueries {
  /** Rows of the first part, with columns that may be null: nothing is joined with them. */
  private static final String NULLABLE =
      "SELECT \"%1$s\".* FROM (SELECT 0 AS \"none\") AS \"%1$s\" FULL JOIN (SELECT 0 AS \"none\""
          + " FROM (VALUES (0)) AS \"v\" WHERE FALSE) AS \"nothing\" ON TRUE";

  private RecursiveQueries() {}

  /** Changes a query that WITH RECURSIVE names; any other one stays as it is. */
  static void prepare(SqlWithItem item) {
    if (!item.recursive.booleanValue()) {
      return;
    }
    String name = item.name.getSimple();
    if (!isNamedIn(item.query, name)) {
      item.recursive = SqlLiteral.createBoolean(false, item.recursive.getParserPosition());
      return;
    }
    if (item.query.getKind() != SqlKind.UNION || isNamedIn(operand(item.query, 0), name)) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID,
          ("The recursive query \"%s\" is not of the form: first rows UNION [ALL] a query that"
                  + " names \"%s\".")
              .formatted(name, name));
    }
    SqlBasicCall union = (SqlBasicCall) item.query;
    union.setOperand(0, nullable(operand(union, 0), item.columnList));
  }

  private static SqlNode operand(SqlNode call, int place) {
    return ((SqlCall) call).operand(place);
  }

  /** With names for its columns if there are some: two may have one name by themselves. */
  private static SqlNode nullable(SqlNode first, SqlNodeList columns) {
    SqlSelect whole = parsed();
    SqlJoin join = (SqlJoin) whole.getFrom();
    List<SqlNode> named = new ArrayList<>(((SqlCall) join.getLeft()).getOperandList());
    named.set(0, first);
    named.addAll(columns == null ? List.of() : columns.getList());
    join.setLeft(SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, named));
    return whole;
  }

  private static SqlSelect parsed() {
    try {
      return (SqlSelect)
          SqlParser.create(NULLABLE.formatted(RecursiveFirstRows.NAME), Dialect.PARSER)
              .parseQuery();
    } catch (SqlParseException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether a table of this name is read somewhere; columns have names of their own. */
  private static boolean isNamedIn(SqlNode query, String name) {
    try {
      query.accept(
          new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
              if (call instanceof SqlSelect select) {
                lookAt(select.getFrom());
              }
              return super.visit(call);
            }

            private void lookAt(SqlNode from) {
              if (from instanceof SqlIdentifier table
                  && table.isSimple()
                  && table.getSimple().equals(name)) {
                throw Util.FoundOne.NULL;
              } else if (from instanceof SqlJoin join) {
                lookAt(join.getLeft());
                lookAt(join.getRight());
              } else if (from instanceof SqlCall call && call.operandCount() > 0) {
                if (call.getKind() == SqlKind.AS || call.getKind() == SqlKind.TABLE_REF) {
                  lookAt(call.operand(0));
                }
              }
            }
          });
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }
}
