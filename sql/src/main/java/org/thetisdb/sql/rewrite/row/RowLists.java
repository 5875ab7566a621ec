package org.thetisdb.sql.rewrite.row;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
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
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.apache.calcite.util.Util;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.dialect.TypedFunctions;
import org.thetisdb.sql.parse.form.RowFunctions;
import org.thetisdb.sql.rewrite.name.AggregateCalls;
import org.thetisdb.sql.rewrite.name.Labels;
import org.thetisdb.sql.rewrite.name.SelectForms;

/**
 * Functions that give rows, in a select list: {@code SELECT a, unnest(b) FROM t} is {@code SELECT
 * a, r.r FROM t, UNNEST(b) AS r (r)}. Several are read side by side, as in PostgreSQL: a shorter
 * one has NULL behind its end. One within another is read before that one. Where the query has
 * groups or windows, these are calculated in a query of their own before. For one query; not
 * thread-safe.
 */
final class RowLists {
  private static final String MADE = "rows made";
  private static final String BEFORE = "rows before";
  private static final int MOST_LEVELS = 20;

  /** The functions by how many others they stand in. */
  private final List<List<SqlCall>> levels = new ArrayList<>();

  private RowLists() {}

  /**
   * Changes the list of a query, and what it reads.
   *
   * @return the keys by which it is ordered, in which such functions may stand, too
   */
  static SqlNodeList writeOut(SqlSelect select, SqlNodeList order) {
    SqlNodeList items = select.getSelectList();
    boolean found = order.stream().anyMatch(RowLists::hasOne);
    for (SqlNode item : items) {
      found |= item instanceof SqlCall && hasOne(item);
    }
    if (!found) {
      return order;
    }
    SqlNodeList keys = isGroupedBefore(select) ? groupedBefore(select, order) : order;
    RowLists lists = new RowLists();
    List<SqlNode> changed = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      if (item instanceof SqlIdentifier) {
        addItem(item, select.getFrom(), changed);
      } else {
        changed.add(lists.made(item));
      }
    }
    keys = (SqlNodeList) keys.accept(lists.new Writer(0, true));
    for (int level = lists.levels.size() - 1; level >= 0; level--) {
      select.setFrom(lists.joined(select.getFrom(), level));
    }
    select.setSelectList(new SqlNodeList(changed, items.getParserPosition()));
    return keys;
  }

  private static boolean hasOne(SqlNode node) {
    return contains(node, RowLists::isRowFunction);
  }

  private static boolean contains(SqlNode node, Predicate<SqlCall> wanted) {
    try {
      node.accept(
          new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
              if (call.isA(SqlKind.QUERY)) {
                return null;
              }
              if (wanted.test(call)) {
                throw Util.FoundOne.NULL;
              }
              return super.visit(call);
            }
          });
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }

  private static boolean isRowFunction(SqlNode node) {
    return node instanceof SqlCall call
        && call.getOperator() instanceof SqlFunction
        && RowFunctions.isOne(call.getOperator().getName());
  }

  private static boolean isOfGroups(SqlCall call) {
    return call.getKind() == SqlKind.OVER || AggregateCalls.isAggregate(call);
  }

  /** Whether rows of the functions come behind groups or windows; not if they are grouped by. */
  private static boolean isGroupedBefore(SqlSelect select) {
    SqlNodeList items = select.getSelectList();
    boolean grouped = select.getGroup() != null;
    for (SqlNode item : items) {
      grouped |= item instanceof SqlCall && contains(item, RowLists::isOfGroups);
    }
    if (!grouped || select.getGroup() == null) {
      return grouped;
    }
    for (int i = 0; i < items.size(); i++) {
      if (hasOne(items.get(i)) && isKey(items.get(i), i + 1, select.getGroup())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isKey(SqlNode item, int place, SqlNodeList keys) {
    for (SqlNode key : keys) {
      boolean byPlace =
          key instanceof SqlNumericLiteral number
              && number.isInteger()
              && number.intValue(true) == place;
      boolean byName =
          item.getKind() == SqlKind.AS
              && key instanceof SqlIdentifier name
              && name.isSimple()
              && name.equalsDeep(((SqlCall) item).operand(1), Litmus.IGNORE);
      if (byPlace || byName || key.equalsDeep(SqlUtil.stripAs(item), Litmus.IGNORE)) {
        return true;
      }
    }
    return false;
  }

  /** Puts the query without the functions into FROM of one that has nothing but these. */
  private static SqlNodeList groupedBefore(SqlSelect select, SqlNodeList order) {
    SqlNodeList items = select.getSelectList();
    List<String> labels = Labels.of(select);
    List<SqlNode> before = new ArrayList<>();
    List<SqlNode> behind = new ArrayList<>();
    SqlParserPos place = items.getParserPosition();
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof SqlIdentifier name && name.isStar()) {
        throw new ThetisException(
            ErrorCode.NOT_SUPPORTED,
            "* beside a function that gives rows and one of groups or windows (name the columns)");
      }
      SqlNode item = SqlUtil.stripAs(items.get(i));
      SqlNode outer = hasOne(item) ? item.accept(new Parted(before)) : column(item, before);
      behind.add(
          SqlStdOperatorTable.AS.createCall(place, outer, new SqlIdentifier(labels.get(i), place)));
    }
    List<SqlNode> keys = new ArrayList<>();
    order.forEach(key -> keys.add(keyBehind(key, labels, before)));
    SqlSelect inner =
        new SqlSelect(
            place,
            null,
            new SqlNodeList(before, place),
            select.getFrom(),
            select.getWhere(),
            select.getGroup(),
            select.getHaving(),
            select.getWindowList(),
            select.getQualify(),
            null,
            null,
            null,
            null);
    select.setFrom(
        SqlStdOperatorTable.AS.createCall(place, inner, new SqlIdentifier(BEFORE, place)));
    select.setWhere(null);
    select.setGroupBy(null);
    select.setHaving(null);
    select.setQualify(null);
    select.setSelectList(new SqlNodeList(behind, place));
    return new SqlNodeList(keys, order.getParserPosition());
  }

  /** A name or place of the list means the same behind as before. */
  private static SqlNode keyBehind(SqlNode key, List<String> labels, List<SqlNode> before) {
    if (key.getKind() == SqlKind.DESCENDING
        || key.getKind() == SqlKind.NULLS_FIRST
        || key.getKind() == SqlKind.NULLS_LAST) {
      SqlCall directed = (SqlCall) key;
      return directed
          .getOperator()
          .createCall(key.getParserPosition(), keyBehind(directed.operand(0), labels, before));
    }
    boolean ofList =
        key instanceof SqlIdentifier name && name.isSimple() && labels.contains(name.getSimple());
    return ofList ? key : hasOne(key) ? key.accept(new Parted(before)) : column(key, before);
  }

  private static SqlNode column(SqlNode value, List<SqlNode> before) {
    if (value instanceof SqlLiteral) {
      return value;
    }
    SqlParserPos place = value.getParserPosition();
    String name = "before " + before.size();
    before.add(SqlStdOperatorTable.AS.createCall(place, value, new SqlIdentifier(name, place)));
    return new SqlIdentifier(List.of(BEFORE, name), place);
  }

  /** What is around the functions, with columns of the query before for all without one. */
  private static final class Parted extends SqlShuttle {
    private final List<SqlNode> before;

    Parted(List<SqlNode> before) {
      this.before = before;
    }

    @Override
    public SqlNode visit(SqlCall call) {
      return hasOne(call) ? super.visit(call) : column(call, before);
    }

    @Override
    public SqlNode visit(SqlIdentifier name) {
      return column(name, before);
    }
  }

  private SqlNode made(SqlNode item) {
    boolean named = item.getKind() == SqlKind.AS;
    SqlNode value = named ? ((SqlCall) item).operand(0) : item;
    if (!hasOne(value)) {
      return item;
    }
    SqlNode written = value.accept(new Writer(0, false));
    SqlParserPos place = item.getParserPosition();
    if (named) {
      return SqlStdOperatorTable.AS.createCall(place, written, ((SqlCall) item).operand(1));
    }
    String label = Labels.of(SelectForms.alone(value)).get(0);
    return SqlStdOperatorTable.AS.createCall(place, written, new SqlIdentifier(label, place));
  }

  /** Takes the functions out of an expression. */
  private final class Writer extends SqlShuttle {
    private final int level;

    /** Whether a function that the list has, too, is that one. */
    private final boolean again;

    Writer(int level, boolean again) {
      this.level = level;
      this.again = again;
    }

    @Override
    public SqlNode visit(SqlCall call) {
      if (call.isA(SqlKind.QUERY)) {
        return call;
      }
      if (!isRowFunction(call)) {
        if ((call.getKind() == SqlKind.CASE || call.getKind() == SqlKind.COALESCE)
            && hasOne(call)) {
          throw new ThetisException(
              ErrorCode.NOT_SUPPORTED,
              "A function that gives rows within CASE or COALESCE (put it into FROM)");
        }
        return super.visit(call);
      }
      String name = call.getOperator().getName();
      if (RowFunctions.columns(name).size() > 1 || level == MOST_LEVELS) {
        throw new ThetisException(
            ErrorCode.NOT_SUPPORTED,
            "A function that gives several columns in a select list (put it into FROM)");
      }
      Writer within = new Writer(level + 1, again);
      List<SqlNode> operands = new ArrayList<>();
      call.getOperandList().forEach(operand -> operands.add(operand.accept(within)));
      while (levels.size() <= level) {
        levels.add(new ArrayList<>());
      }
      List<SqlCall> own = levels.get(level);
      SqlCall made = call.getOperator().createCall(call.getParserPosition(), operands);
      for (int i = 0; again && i < own.size(); i++) {
        if (own.get(i).equalsDeep(made, Litmus.IGNORE)) {
          return columnOf(level, i + 1, call.getParserPosition());
        }
      }
      own.add(made);
      return columnOf(level, own.size(), call.getParserPosition());
    }
  }

  private static SqlIdentifier columnOf(int level, int number, SqlParserPos place) {
    return new SqlIdentifier(List.of(table(level), columnOf(number)), place);
  }

  private static String table(int level) {
    return level == 0 ? MADE : MADE + " " + level;
  }

  private static String columnOf(int number) {
    return number == 1 ? MADE : MADE + " " + number;
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
          ErrorCode.NOT_SUPPORTED, "* beside a function that gives rows (name the columns)");
    }
  }

  private SqlNode joined(SqlNode from, int level) {
    List<SqlCall> functions = levels.get(level);
    SqlParserPos place = functions.get(0).getParserPosition();
    List<SqlNode> arrays = new ArrayList<>();
    List<SqlNode> operands = new ArrayList<>();
    for (SqlCall function : functions) {
      boolean unnest = function.getOperator().getName().equalsIgnoreCase("unnest");
      arrays.add(unnest ? function.operand(0) : function);
    }
    SqlNode rows =
        arrays.size() == 1 ? arrays.get(0) : TypedFunctions.TOGETHER.createCall(place, arrays);
    operands.add(SqlStdOperatorTable.UNNEST.createCall(place, rows));
    operands.add(new SqlIdentifier(table(level), place));
    for (int i = 1; i <= functions.size(); i++) {
      operands.add(new SqlIdentifier(columnOf(i), place));
    }
    SqlNode table = SqlStdOperatorTable.AS.createCall(place, operands);
    return from == null
        ? table
        : new SqlJoin(
            place,
            from,
            SqlLiteral.createBoolean(false, place),
            JoinType.CROSS.symbol(place),
            table,
            JoinConditionType.NONE.symbol(place),
            null);
  }
}
