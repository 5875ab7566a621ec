package org.thetisdb.sql.rewrite.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;

/**
 * Rows as values: the name of a table, or ROW(…). Compared, and asked whether they are NULL, they
 * are rows of their columns; as an operand of a JSON function a document; as a column of the
 * result, cast to a text and in arrays the text that PostgreSQL has for them. For one query; not
 * thread-safe.
 */
public final class RowValues extends SqlShuttle {
  private static final Set<SqlKind> TAKE_ROWS =
      Set.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL);

  /** Gives the text of a row of any values. */
  private static final String TEXT_OF_ROW = "text of row";

  private final Map<String, WholeRows.Source> sources;

  private RowValues(Map<String, WholeRows.Source> sources) {
    this.sources = sources;
  }

  /** Writes rows out in a query's clauses. */
  public static void writeOut(SqlSelect select, WholeRows rows) {
    if (!new RowFinder(select).finds()) {
      return;
    }
    Map<String, WholeRows.Source> sources =
        select.getFrom() == null ? Map.of() : rows.sources(select.getFrom());
    RowValues values = new RowValues(sources);
    List<SqlNode> items = new ArrayList<>();
    select.getSelectList().forEach(item -> items.add(values.item(item)));
    select.setSelectList(new SqlNodeList(items, select.getSelectList().getParserPosition()));
    if (select.getFrom() != null) {
      values.inConditions(select.getFrom());
    }
    if (select.getWhere() != null) {
      select.setWhere(select.getWhere().accept(values));
    }
    if (select.getHaving() != null) {
      select.setHaving(select.getHaving().accept(values));
    }
    if (select.getGroup() != null) {
      select.setGroupBy(values.keys(select.getGroup()));
    }
  }

  /** ORDER BY a row is one by its columns; its text has another order. */
  public static SqlNodeList order(SqlNodeList order, SqlSelect select, WholeRows rows) {
    if (order.stream().noneMatch(key -> isRow(key, select))) {
      return order;
    }
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : order) {
      if (isRow(key, select)) {
        columns(key, select, rows).forEach(column -> keys.add(directed(key, column)));
      } else {
        keys.add(key);
      }
    }
    return new SqlNodeList(keys, order.getParserPosition());
  }

  /** The columns of a row that is a key. */
  static List<SqlNode> columns(SqlNode key, SqlSelect select, WholeRows rows) {
    RowValues values =
        new RowValues(select.getFrom() == null ? Map.of() : rows.sources(select.getFrom()));
    SqlNode value = ofItem(key, select);
    SqlCall row = values.row(value);
    return row == null ? List.of(value) : row.getOperandList();
  }

  /** Whether a key may be a row: ROW(…), or the name of a table. */
  static boolean isRow(SqlNode key, SqlSelect select) {
    SqlNode value = ofItem(key, select);
    return value.getKind() == SqlKind.ROW
        || (value instanceof SqlIdentifier name
            && (name.isSimple() || (name.isStar() && name.names.size() == 2))
            && new RowFinder(select).isTable(name.names.get(0)));
  }

  /** Behind one nobody knows which column is counted. */
  private static boolean isStar(SqlNode item) {
    return item instanceof SqlIdentifier name && name.isStar();
  }

  private static boolean isDirection(SqlNode key) {
    return switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> true;
      default -> false;
    };
  }

  static SqlNode withoutDirection(SqlNode key) {
    return isDirection(key) ? withoutDirection(((SqlCall) key).operand(0)) : key;
  }

  /** What a key says, by its place in the list or by the name of an item, too. */
  static SqlNode ofItem(SqlNode key, SqlSelect select) {
    SqlNode value = withoutDirection(key);
    SqlNodeList items = select.getSelectList();
    if (value instanceof SqlNumericLiteral number && number.isInteger()) {
      int place = number.intValue(true);
      boolean one =
          place > 0
              && place <= items.size()
              && items.stream().limit(place).noneMatch(RowValues::isStar);
      return one ? SqlUtil.stripAs(items.get(place - 1)) : value;
    }
    for (SqlNode item : items) {
      if (value instanceof SqlIdentifier && item.getKind() == SqlKind.AS) {
        SqlCall as = (SqlCall) item;
        if ((as.operand(0) instanceof SqlIdentifier || as.operand(0).getKind() == SqlKind.ROW)
            && as.operand(1).equalsDeep(value, Litmus.IGNORE)) {
          return as.operand(0);
        }
      }
    }
    return value;
  }

  static SqlNode directed(SqlNode key, SqlNode column) {
    return isDirection(key)
        ? ((SqlCall) key)
            .getOperator()
            .createCall(key.getParserPosition(), directed(((SqlCall) key).operand(0), column))
        : column;
  }

  private void inConditions(SqlNode from) {
    if (from instanceof SqlJoin join) {
      inConditions(join.getLeft());
      inConditions(join.getRight());
      if (join.getCondition() != null && !(join.getCondition() instanceof SqlNodeList)) {
        join.setOperand(5, join.getCondition().accept(this));
      }
    }
  }

  /** An item of the list; a row is its text. */
  private SqlNode item(SqlNode item) {
    if (item.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) item;
      SqlNode value = as.operand(0);
      SqlNode text = text(value);
      return SqlStdOperatorTable.AS.createCall(
          as.getParserPosition(), text == null ? value.accept(this) : text, as.operand(1));
    }
    if (item instanceof SqlIdentifier name && name.isStar()) {
      return item;
    }
    SqlNode text = text(item);
    if (text == null) {
      return item.accept(this);
    }
    SqlParserPos place = item.getParserPosition();
    String label = item instanceof SqlIdentifier name ? name.names.get(0) : "row";
    return SqlStdOperatorTable.AS.createCall(place, text, new SqlIdentifier(label, place));
  }

  /** What an aggregate or a window is ordered by: of rows their columns. */
  private SqlNodeList ordered(SqlNodeList keys) {
    List<SqlNode> all = new ArrayList<>();
    for (SqlNode key : keys) {
      SqlCall row = row(withoutDirection(key));
      if (row == null) {
        all.add(key);
      } else {
        row.getOperandList().forEach(column -> all.add(directed(key, column)));
      }
    }
    return new SqlNodeList(all, keys.getParserPosition());
  }

  /** GROUP BY a row is one by its columns. */
  private SqlNodeList keys(SqlNodeList group) {
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : group) {
      SqlCall row = key instanceof SqlIdentifier ? row(key) : null;
      if (row == null) {
        keys.add(key);
      } else {
        keys.addAll(row.getOperandList());
      }
    }
    return new SqlNodeList(keys, group.getParserPosition());
  }

  @Override
  public SqlNode visit(SqlCall call) {
    if (call.isA(SqlKind.QUERY)) {
      return call;
    }
    if (call instanceof SqlWindow window) {
      window.setOrderList(ordered(window.getOrderList()));
      window.setPartitionList(ordered(window.getPartitionList()));
      return super.visit(call);
    }
    if (TAKE_ROWS.contains(call.getKind())) {
      List<SqlNode> operands = new ArrayList<>();
      for (SqlNode operand : call.getOperandList()) {
        SqlCall row = row(operand);
        operands.add(row == null ? operand.accept(this) : row);
      }
      SqlNode compared = operatorOfRows(call).createCall(call.getParserPosition(), operands);
      return call.getOperator().equals(operatorOfRows(call)) ? compared : ofThose(call, compared);
    }
    if (call.getKind() == SqlKind.CAST && call.operand(1) instanceof SqlDataTypeSpec) {
      SqlNode text = text(call.operand(0));
      return text == null
          ? super.visit(call)
          : call.getOperator().createCall(call.getParserPosition(), text, call.operand(1));
    }
    return call.getOperator() instanceof SqlFunction ? function(call) : super.visit(call);
  }

  /** NULLs in rows of tables are equal; only where both rows are written out they are unknown. */
  private SqlOperator operatorOfRows(SqlCall call) {
    boolean rows =
        call.operandCount() == 2
            && call.getOperandList().stream()
                .allMatch(each -> each.getKind() == SqlKind.ROW || source(each) != null)
            && call.getOperandList().stream().anyMatch(each -> source(each) != null);
    return switch (rows ? call.getKind() : SqlKind.OTHER) {
      case EQUALS -> SqlStdOperatorTable.IS_NOT_DISTINCT_FROM;
      case NOT_EQUALS -> SqlStdOperatorTable.IS_DISTINCT_FROM;
      default -> call.getOperator();
    };
  }

  /** Unknown where an outer join has left one of the rows out. */
  private SqlNode ofThose(SqlCall call, SqlNode compared) {
    SqlNode value = compared;
    for (SqlNode operand : call.getOperandList()) {
      WholeRows.Source source = source(operand);
      if (source != null) {
        String alias = ((SqlIdentifier) operand).names.get(0);
        value = WholeRows.ofRow(alias, source, value, call.getParserPosition());
      }
    }
    return value;
  }

  private SqlNode function(SqlCall call) {
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    boolean json = name.contains("json");
    boolean takes = json || name.equals("array_agg");
    List<SqlNode> operands = new ArrayList<>();
    boolean found = false;
    for (SqlNode operand : call.getOperandList()) {
      SqlNode value =
          operand == null
              ? null
              : operand instanceof SqlNodeList keys
                  ? ordered(keys)
                  : json ? document(operand) : takes ? text(operand) : null;
      found |= value != null;
      operands.add(value == null && operand != null ? operand.accept(this) : value);
    }
    if (!found) {
      return super.visit(call);
    }
    boolean rows = name.equals("row_to_json") || name.equals("to_json") || name.equals("to_jsonb");
    return rows
        ? operands.get(0)
        : call.getOperator()
            .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
  }

  private WholeRows.Source source(SqlNode node) {
    if (!(node instanceof SqlIdentifier name)
        || (!name.isSimple() && !(name.isStar() && name.names.size() == 2))) {
      return null;
    }
    String alias = name.names.get(0);
    WholeRows.Source source = sources.get(alias);
    boolean known =
        source != null && !source.columns().contains("*") && !source.columns().isEmpty();
    boolean column =
        name.isSimple()
            && sources.values().stream().anyMatch(other -> other.columns().contains(alias));
    return known && !column ? source : null;
  }

  /** The columns of what names a row, or ROW itself; else null. */
  private SqlCall row(SqlNode node) {
    if (node.getKind() == SqlKind.ROW) {
      return (SqlCall) node.accept(this);
    }
    WholeRows.Source source = source(node);
    if (source == null) {
      return null;
    }
    SqlParserPos place = node.getParserPosition();
    String alias = ((SqlIdentifier) node).names.get(0);
    List<SqlNode> columns = new ArrayList<>();
    for (String column : source.columns()) {
      columns.add(new SqlIdentifier(List.of(alias, column), place));
    }
    return SqlStdOperatorTable.ROW.createCall(place, columns);
  }

  /** The text of a row; null of what is none. */
  private SqlNode text(SqlNode node) {
    SqlCall row = node instanceof SqlIdentifier name && name.isStar() ? null : row(node);
    if (row == null) {
      return null;
    }
    SqlParserPos place = node.getParserPosition();
    SqlNode text = call(TEXT_OF_ROW, row.getOperandList(), place);
    WholeRows.Source source = source(node);
    if (source == null) {
      return text;
    }
    return WholeRows.ofRow(((SqlIdentifier) node).names.get(0), source, text, place);
  }

  private SqlNode document(SqlNode node) {
    SqlParserPos place = node.getParserPosition();
    if (node.getKind() != SqlKind.ROW) {
      WholeRows.Source source = source(node);
      return source == null
          ? null
          : WholeRows.document(((SqlIdentifier) node).names.get(0), source, place);
    }
    List<SqlNode> members = new ArrayList<>();
    for (SqlNode value : ((SqlCall) node).getOperandList()) {
      members.add(SqlLiteral.createCharString("f" + (members.size() / 2 + 1), place));
      members.add(value.accept(this));
    }
    return call("jsonb_build_object", members, place);
  }

  private static SqlNode call(String name, List<SqlNode> operands, SqlParserPos place) {
    return new SqlUnresolvedFunction(
            new SqlIdentifier(name, place),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(place, operands);
  }
}
