package org.thetisdb.sql.rewrite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.rewrite.name.AggregateCalls;
import org.thetisdb.sql.rewrite.name.Labels;
import org.thetisdb.sql.rewrite.name.SelectForms;
import org.thetisdb.sql.rewrite.row.WholeRows;

/**
 * HAVING and a list of a query with groups that name columns of a query around, with their table,
 * or without where all columns of the query's own tables are known: each becomes a query of that
 * column alone, for Calcite takes them for columns that are not grouped. For one query; not
 * thread-safe.
 */
final class OuterHaving extends SqlShuttle {
  private final Set<String> tables = new HashSet<>();
  private final Set<String> columns = new HashSet<>();
  private boolean known = true;

  /** Whether all columns of the query's tables are known. */
  private boolean columnsKnown = true;

  private OuterHaving() {}

  /** Changes the HAVING and the list of a query. */
  static void writeOut(SqlSelect select, WholeRows rows) {
    if (select.getFrom() == null || !isGrouped(select)) {
      return;
    }
    OuterHaving outer = new OuterHaving();
    outer.addNames(select.getFrom());
    outer.addColumns(select, rows.sources(select.getFrom()));
    if (outer.known) {
      if (select.getHaving() != null) {
        select.setHaving(select.getHaving().accept(outer));
      }
      select.setSelectList((SqlNodeList) select.getSelectList().accept(outer));
    }
  }

  private static boolean isGrouped(SqlSelect select) {
    return select.getGroup() != null
        || select.getHaving() != null
        || select.getSelectList().stream().anyMatch(OuterHaving::holdsAggregate);
  }

  private static boolean holdsAggregate(SqlNode node) {
    if (node instanceof SqlNodeList list) {
      return list.stream().anyMatch(OuterHaving::holdsAggregate);
    }
    if (!(node instanceof SqlCall call) || call.isA(SqlKind.QUERY)) {
      return false;
    }
    List<SqlNode> parts =
        call.getKind() == SqlKind.OVER && call.operand(0) instanceof SqlCall function
            ? function.getOperandList()
            : call.getOperandList();
    return (call.getKind() != SqlKind.OVER && AggregateCalls.isAggregate(call))
        || parts.stream().anyMatch(OuterHaving::holdsAggregate);
  }

  private void addNames(SqlNode from) {
    if (from instanceof SqlJoin join) {
      addNames(join.getLeft());
      addNames(join.getRight());
    } else if (from instanceof SqlIdentifier table) {
      tables.add(Util.last(table.names));
    } else if (from.getKind() == SqlKind.AS) {
      tables.add(((SqlIdentifier) ((SqlCall) from).operand(1)).getSimple());
    } else {
      known = false;
    }
  }

  private void addColumns(SqlSelect select, Map<String, WholeRows.Source> sources) {
    for (String table : tables) {
      WholeRows.Source source = sources.get(table);
      columnsKnown &= source != null && !source.columns().contains("*");
      columns.addAll(source == null ? Set.of() : source.columns());
    }
    columns.addAll(Labels.of(select));
  }

  @Override
  public SqlNode visit(SqlCall call) {
    if (call.isA(SqlKind.QUERY) || AggregateCalls.isAggregate(call)) {
      return call;
    }
    if (call.getKind() == SqlKind.OVER && call.operand(0) instanceof SqlCall function) {
      return overWindow(call, function);
    }
    if (call.getKind() == SqlKind.AS) {
      SqlNode value = call.<SqlNode>operand(0).accept(this);
      return call.getOperator()
          .createCall(call.getParserPosition(), value, call.<SqlNode>operand(1));
    }
    return super.visit(call);
  }

  /** What is calculated over rows of groups may look out itself. */
  private SqlNode overWindow(SqlCall over, SqlCall function) {
    List<SqlNode> operands = new ArrayList<>();
    function
        .getOperandList()
        .forEach(operand -> operands.add(operand == null ? null : operand.accept(this)));
    SqlCall changed =
        function
            .getOperator()
            .createCall(function.getFunctionQuantifier(), function.getParserPosition(), operands);
    return over.getOperator()
        .createCall(over.getParserPosition(), changed, over.<SqlNode>operand(1));
  }

  @Override
  public SqlNode visit(SqlIdentifier name) {
    boolean byTable =
        name.names.size() == 2 && !name.isStar() && !tables.contains(name.names.get(0));
    boolean alone =
        name.isSimple() && !name.isStar() && columnsKnown && !columns.contains(name.getSimple());
    return byTable || alone ? SelectForms.alone(name) : name;
  }
}
