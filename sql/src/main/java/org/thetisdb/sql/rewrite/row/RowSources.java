package org.thetisdb.sql.rewrite.row;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnnestOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.thetisdb.sql.dialect.TypedFunctions;
import org.thetisdb.sql.parse.form.RowFunctions;
import org.thetisdb.sql.rewrite.name.Labels;
import org.thetisdb.sql.rewrite.name.SelectForms;

/**
 * Functions that give rows, as PostgreSQL has them: as a table their columns have PostgreSQL's
 * names, and in a select list they are joined with the tables of the query. Stateless.
 */
public final class RowSources {
  private static final String ORDINALITY = "ordinality";

  /** Calcite's own, which take tables. */
  private static final Set<String> OF_TABLES = Set.of("tumble", "hop", "session");

  private RowSources() {}

  /** Changes what a query reads and lists, and gives back the keys by which it is ordered. */
  public static SqlNodeList prepare(SqlSelect select, SqlNodeList order) {
    if (select.getFrom() != null) {
      resolve(select);
      select.setFrom(named(select.getFrom()));
    }
    return RowLists.writeOut(select, order);
  }

  /**
   * The names of rows of one column with a name of its own, such as {@code e} in {@code
   * jsonb_array_elements(doc) AS e}: alone it stands for that column.
   */
  public static Map<String, String> columnsByAlias(SqlSelect select) {
    Map<String, String> columns = new HashMap<>();
    if (select.getFrom() != null) {
      addColumns(select.getFrom(), columns);
    }
    return columns;
  }

  private static void addColumns(SqlNode from, Map<String, String> columns) {
    if (from instanceof SqlJoin join) {
      addColumns(join.getLeft(), columns);
      addColumns(join.getRight(), columns);
    } else if (from.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) from;
      if (as.operandCount() == 2 && as.operand(0).getKind() == SqlKind.UNNEST) {
        List<String> own = RowFunctions.columns(functionOf(((SqlCall) as.operand(0)).operand(0)));
        if (own.size() == 1) {
          columns.put(((SqlIdentifier) as.operand(1)).getSimple(), own.get(0));
        }
      }
    }
  }

  private static void resolve(SqlSelect select) {
    Map<String, String> columns = columnsByAlias(select);
    if (columns.isEmpty()) {
      return;
    }
    List<SqlNode> items = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      boolean alone = item instanceof SqlIdentifier name && isAlias(name, columns);
      SqlNode resolved = resolved(item, columns);
      items.add(
          alone
              ? SqlStdOperatorTable.AS.createCall(item.getParserPosition(), resolved, item)
              : resolved);
    }
    select.setSelectList(new SqlNodeList(items, select.getSelectList().getParserPosition()));
    select.setFrom(resolved(select.getFrom(), columns));
    select.setWhere(resolved(select.getWhere(), columns));
    select.setGroupBy((SqlNodeList) resolved(select.getGroup(), columns));
    select.setHaving(resolved(select.getHaving(), columns));
  }

  private static boolean isAlias(SqlIdentifier name, Map<String, String> columns) {
    return name.isSimple() && columns.containsKey(name.getSimple());
  }

  /**
   * An expression in which such names are columns.
   *
   * @param node may be null
   */
  public static SqlNode resolved(SqlNode node, Map<String, String> columns) {
    if (node == null || columns.isEmpty()) {
      return node;
    }
    return node.accept(
        new SqlShuttle() {
          @Override
          public SqlNode visit(SqlIdentifier name) {
            return isAlias(name, columns)
                ? new SqlIdentifier(
                    List.of(name.getSimple(), columns.get(name.getSimple())),
                    name.getParserPosition())
                : name;
          }

          @Override
          public SqlNode visit(SqlCall call) {
            if (call.getKind() != SqlKind.AS) {
              return super.visit(call);
            }
            List<SqlNode> operands = new ArrayList<>(call.getOperandList());
            operands.set(0, operands.get(0).accept(this));
            return call.getOperator().createCall(call.getParserPosition(), operands);
          }
        });
  }

  /** What stands in FROM, with names for columns that the query gives none. */
  private static SqlNode named(SqlNode from) {
    if (from instanceof SqlJoin join) {
      join.setLeft(named(join.getLeft()));
      join.setRight(named(join.getRight()));
      return join;
    }
    if (from.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) from;
      as.setOperand(0, ofOneArray(ofOneValue(as.operand(0))));
      boolean rows = as.operand(0).getKind() == SqlKind.UNNEST;
      return rows && as.operandCount() == 2
          ? named(as.operand(0), ((SqlIdentifier) as.operand(1)).getSimple())
          : as;
    }
    SqlNode one = ofOneArray(ofOneValue(from));
    return one.getKind() == SqlKind.UNNEST ? named((SqlCall) one, null) : one;
  }

  /** A function of one value as a table of one row. */
  private static SqlNode ofOneValue(SqlNode from) {
    if (from.getKind() == SqlKind.LATERAL) {
      SqlNode within = ofOneValue(((SqlCall) from).operand(0));
      return within.getKind() == SqlKind.UNNEST ? within : from;
    }
    if (from.getKind() != SqlKind.COLLECTION_TABLE
        || !(((SqlCall) from).operand(0) instanceof SqlCall function)
        || OF_TABLES.contains(function.getOperator().getName().toLowerCase(Locale.ROOT))) {
      return from;
    }
    SqlParserPos place = from.getParserPosition();
    return SqlStdOperatorTable.UNNEST.createCall(
        place, TypedFunctions.ALONE.createCall(place, function));
  }

  /** Calcite combines each element of one array with each of another, PostgreSQL does not. */
  private static SqlNode ofOneArray(SqlNode from) {
    if (from.getKind() != SqlKind.UNNEST || ((SqlCall) from).operandCount() == 1) {
      return from;
    }
    SqlCall unnest = (SqlCall) from;
    SqlParserPos place = unnest.getParserPosition();
    SqlNode rows = TypedFunctions.TOGETHER.createCall(place, unnest.getOperandList());
    return unnest.getOperator().createCall(place, rows);
  }

  private static SqlNode named(SqlCall unnest, String alias) {
    SqlParserPos place = unnest.getParserPosition();
    String function = functionOf(unnest.operand(0));
    String name = alias == null ? function : alias;
    List<String> columns = new ArrayList<>(RowFunctions.columns(function));
    if (unnest.operand(0) instanceof SqlCall rows
        && rows.getOperator().equals(TypedFunctions.TOGETHER)) {
      for (int i = 0; i < rows.operandCount(); i++) {
        columns.add(RowFunctions.columnOfArray(i));
      }
    } else if (columns.isEmpty()) {
      columns.add(name);
    }
    if (((SqlUnnestOperator) unnest.getOperator()).withOrdinality) {
      columns.add(ORDINALITY);
    }
    List<SqlNode> operands = new ArrayList<>();
    operands.add(unnest);
    operands.add(new SqlIdentifier(name, place));
    columns.forEach(column -> operands.add(new SqlIdentifier(column, place)));
    return SqlStdOperatorTable.AS.createCall(place, operands);
  }

  private static String functionOf(SqlNode operand) {
    String name = operand instanceof SqlCall call ? call.getOperator().getName() : "";
    if (operand instanceof SqlCall call && call.getOperator().equals(TypedFunctions.ALONE)) {
      return Labels.of(SelectForms.alone(call.operand(0))).get(0);
    }
    return RowFunctions.isOne(name) ? name.toLowerCase(Locale.ROOT) : "unnest";
  }
}
