package org.thetisdb.sql.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnnestOperator;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Util;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.dialect.TypedFunctions;
import org.thetisdb.sql.parse.dialect.RowFunctions;

/**
 * Functions that give rows, as PostgreSQL has them: as a table their columns have PostgreSQL's
 * names, and in a select list they are joined with the tables of the query. Stateless.
 */
final class RowSources {
  private static final String MADE = "rows made";
  private static final String ORDINALITY = "ordinality";

  private RowSources() {}

  /** Changes what a query reads and lists. */
  static void prepare(SqlSelect select) {
    if (select.getFrom() != null) {
      resolve(select);
      select.setFrom(named(select.getFrom()));
    }
    listed(select);
  }

  /**
   * The names of rows of one column with a name of its own, such as {@code e} in {@code
   * jsonb_array_elements(doc) AS e}: alone it stands for that column.
   */
  static Map<String, String> columnsByAlias(SqlSelect select) {
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
  static SqlNode resolved(SqlNode node, Map<String, String> columns) {
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
      as.setOperand(0, ofOneArray(as.operand(0)));
      boolean rows = as.operand(0).getKind() == SqlKind.UNNEST;
      return rows && as.operandCount() == 2
          ? named(as.operand(0), ((SqlIdentifier) as.operand(1)).getSimple())
          : as;
    }
    SqlNode one = ofOneArray(from);
    return one.getKind() == SqlKind.UNNEST ? named((SqlCall) one, null) : one;
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
    return RowFunctions.isOne(name) ? name.toLowerCase(Locale.ROOT) : "unnest";
  }

  /** {@code SELECT a, unnest(b) FROM t} as {@code SELECT a, r.r FROM t, UNNEST(b) AS r (r)}. */
  private static void listed(SqlSelect select) {
    int found = -1;
    SqlNodeList items = select.getSelectList();
    for (int i = 0; i < items.size(); i++) {
      if (isRowFunction(SqlUtil.stripAs(items.get(i)))) {
        if (found >= 0) {
          throw new ThetisException(
              ErrorCode.NOT_SUPPORTED, "More than one function that gives rows in a select list");
        }
        found = i;
      }
    }
    if (found < 0) {
      return;
    }
    SqlCall function = (SqlCall) SqlUtil.stripAs(items.get(found));
    if (RowFunctions.columns(function.getOperator().getName()).size() > 1) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "A function that gives several columns in a select list (put it into FROM)");
    }
    List<SqlNode> changed = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      if (i == found) {
        changed.add(made(items.get(i), function));
      } else {
        addItem(items.get(i), select.getFrom(), changed);
      }
    }
    select.setFrom(joined(select.getFrom(), function));
    select.setSelectList(new SqlNodeList(changed, items.getParserPosition()));
  }

  private static boolean isRowFunction(SqlNode item) {
    return item instanceof SqlCall call
        && call.getOperator() instanceof SqlFunction
        && RowFunctions.isOne(call.getOperator().getName());
  }

  private static SqlNode made(SqlNode item, SqlCall function) {
    SqlParserPos place = function.getParserPosition();
    SqlIdentifier value = new SqlIdentifier(List.of(MADE, MADE), place);
    SqlNode name =
        item.getKind() == SqlKind.AS
            ? ((SqlCall) item).operand(1)
            : new SqlIdentifier(function.getOperator().getName().toLowerCase(Locale.ROOT), place);
    return SqlStdOperatorTable.AS.createCall(place, value, name);
  }

  /** A star means the tables that the query names, and not the rows that are joined. */
  private static void addItem(SqlNode item, SqlNode from, List<SqlNode> changed) {
    if (!(item instanceof SqlIdentifier star) || !star.isStar() || star.names.size() > 1) {
      changed.add(item);
      return;
    }
    List<String> tables = new ArrayList<>();
    addNames(from, tables);
    for (String table : tables) {
      changed.add(SqlIdentifier.star(List.of(table, ""), star.getParserPosition(), places(star)));
    }
  }

  private static List<SqlParserPos> places(SqlIdentifier star) {
    return List.of(star.getParserPosition(), star.getParserPosition());
  }

  private static void addNames(SqlNode from, List<String> names) {
    if (from instanceof SqlJoin join) {
      addNames(join.getLeft(), names);
      addNames(join.getRight(), names);
    } else if (from instanceof SqlIdentifier table) {
      names.add(Util.last(table.names));
    } else if (from != null && from.getKind() == SqlKind.AS) {
      names.add(((SqlIdentifier) ((SqlCall) from).operand(1)).getSimple());
    } else {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "* beside a function that gives rows; name the columns:");
    }
  }

  private static SqlNode joined(SqlNode from, SqlCall function) {
    SqlParserPos place = function.getParserPosition();
    SqlNode array =
        function.getOperator().getName().equalsIgnoreCase("unnest")
            ? function.operand(0)
            : function;
    SqlIdentifier name = new SqlIdentifier(MADE, place);
    SqlNode rows =
        SqlStdOperatorTable.AS.createCall(
            place,
            SqlStdOperatorTable.UNNEST.createCall(place, array),
            name,
            new SqlIdentifier(MADE, place));
    return from == null
        ? rows
        : new SqlJoin(
            place,
            from,
            SqlLiteral.createBoolean(false, place),
            JoinType.CROSS.symbol(place),
            rows,
            JoinConditionType.NONE.symbol(place),
            null);
  }
}
