package org.thetisdb.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.thetisdb.sql.rewrite.name.SelectForms;
import org.thetisdb.sql.rewrite.row.RowValues;
import org.thetisdb.sql.rewrite.row.WholeRows;

/** Rows as values in UPDATE and DELETE: the name of the table that is changed. Stateless. */
public final class ChangedRows {
  private static final int SOURCES_OF_UPDATE = 2;
  private static final int CONDITION_OF_UPDATE = 3;
  private static final int CONDITION_OF_DELETE = 1;

  private ChangedRows() {}

  /** Writes them out in what is set, and in the condition. */
  public static void writeOut(SqlCall change, WholeRows rows) {
    if (change instanceof SqlUpdate update) {
      SqlNodeList sources = update.getSourceExpressionList();
      SqlSelect query =
          query(sources, update.getTargetTable(), update.getAlias(), update.getCondition());
      write(query, rows);
      List<SqlNode> values = new ArrayList<>();
      query.getSelectList().forEach(value -> values.add(SqlUtil.stripAs(value)));
      update.setOperand(SOURCES_OF_UPDATE, new SqlNodeList(values, sources.getParserPosition()));
      update.setOperand(CONDITION_OF_UPDATE, query.getWhere());
    } else if (change instanceof SqlDelete delete) {
      SqlSelect query =
          query(
              SqlNodeList.EMPTY, delete.getTargetTable(), delete.getAlias(), delete.getCondition());
      write(query, rows);
      delete.setOperand(CONDITION_OF_DELETE, query.getWhere());
    }
  }

  private static SqlSelect query(
      SqlNodeList list, SqlNode table, SqlIdentifier alias, SqlNode condition) {
    SqlSelect query = SelectForms.star(named(table, alias));
    query.setSelectList(list);
    query.setWhere(condition);
    return query;
  }

  private static void write(SqlSelect query, WholeRows rows) {
    RaisedAggregates.requireNoneInChange(query, rows);
    rows.writeOut(query);
    RowValues.writeOut(query, rows);
  }

  /** A table as it is called. */
  static SqlNode named(SqlNode table, SqlIdentifier alias) {
    return alias == null
        ? table
        : SqlStdOperatorTable.AS.createCall(table.getParserPosition(), table, alias);
  }
}
