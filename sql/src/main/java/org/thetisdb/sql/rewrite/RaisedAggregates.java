package org.thetisdb.sql.rewrite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.rewrite.name.AggregateCalls;
import org.thetisdb.sql.rewrite.name.Labels;
import org.thetisdb.sql.rewrite.name.SelectForms;
import org.thetisdb.sql.rewrite.name.Selects;
import org.thetisdb.sql.rewrite.row.WholeRows;

/**
 * Aggregates within a subquery whose columns are all of the query around: they belong to that
 * query, as SQL's standard says, and Calcite takes them for the subquery's. The query becomes two:
 * one in FROM that calculates all groups and aggregates, and one around it that names them, also
 * within its subqueries. So does one with ROLLUP, CUBE or GROUPING SETS whose subqueries look at
 * its groups: these are NULL in totals, whereas columns of tables may never be. For one query; not
 * thread-safe.
 */
public final class RaisedAggregates {
  private static final String GROUPS = "groups_";

  private final SqlSelect select;
  private final NameScope scope;

  /** What the groups are made of, by its text with the tables of all columns. */
  private final Map<String, SqlNode> groups = new LinkedHashMap<>();

  /** The aggregates of the query, by their texts. */
  private final Map<String, SqlNode> aggregates = new LinkedHashMap<>();

  private RaisedAggregates(SqlSelect select, WholeRows rows) {
    this.select = select;
    this.scope = NameScope.of(select, rows);
  }

  /**
   * Changes a query that has such aggregates.
   *
   * @param order what it is ordered by
   * @return what it is ordered by then
   */
  static SqlNodeList writeOut(SqlSelect select, SqlNodeList order, WholeRows rows) {
    boolean totals = select.getFrom() != null && hasTotals(select.getGroup());
    if (select.getFrom() == null || !mayBeIn(select, order, totals)) {
      return order;
    }
    RaisedAggregates raised = new RaisedAggregates(select, rows);
    if (select.getWhere() != null) {
      raised.requireNone(select.getWhere(), rows);
    }
    raised.requireNone(select.getFrom(), rows);
    return raised.written(order, rows);
  }

  /**
   * Refuses such aggregates in what changes rows, which has no groups.
   *
   * @param query what is set and on which condition, as a query
   */
  public static void requireNoneInChange(SqlSelect query, WholeRows rows) {
    if (!mayBeIn(query, SqlNodeList.EMPTY, false)) {
      return;
    }
    RaisedAggregates raised = new RaisedAggregates(query, rows);
    GroupNames names = new GroupNames(raised.scope, rows, raised, false);
    replaced(query.getWhere(), names);
    query.getSelectList().forEach(item -> replaced(item, names));
    if (names.hasRaised()) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_GROUPED,
          "An aggregate of columns of the changed table stands in UPDATE or DELETE, which have no"
              + " groups. Calculate it in a subquery with a FROM of its own.");
    }
  }

  private static boolean hasTotals(SqlNodeList groups) {
    return groups != null
        && groups.stream()
            .anyMatch(
                group ->
                    switch (group.getKind()) {
                      case ROLLUP, CUBE, GROUPING_SETS -> true;
                      default -> false;
                    });
  }

  private static boolean mayBeIn(SqlSelect select, SqlNodeList order, boolean totals) {
    return holds(select.getSelectList(), totals)
        || holds(select.getHaving(), totals)
        || holds(select.getQualify(), totals)
        || holds(select.getWhere(), false)
        || holds(select.getFrom(), false)
        || holds(order, totals);
  }

  /** Whether a subquery, or an aggregate within one, stands there. */
  private static boolean holds(SqlNode part, boolean any) {
    if (part == null) {
      return false;
    }
    int[] depth = new int[1];
    try {
      part.accept(
          new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
              if (depth[0] > 0 && AggregateCalls.isAggregate(call)) {
                throw Util.FoundOne.NULL;
              }
              int deeper = call instanceof SqlSelect ? 1 : 0;
              if (any && deeper > 0) {
                throw Util.FoundOne.NULL;
              }
              depth[0] += deeper;
              super.visit(call);
              depth[0] -= deeper;
              return null;
            }
          });
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }

  /** WHERE and FROM come before groups are made. */
  private void requireNone(SqlNode part, WholeRows rows) {
    GroupNames names = new GroupNames(scope, rows, this, false);
    names.replaced(part, part == select.getFrom());
    if (names.hasRaised()) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_GROUPED,
          "An aggregate of columns of a query stands within its WHERE or FROM, which come before"
              + " its groups. Write it into HAVING.");
    }
    aggregates.clear();
  }

  private SqlNodeList written(SqlNodeList order, WholeRows rows) {
    SqlNodeList grouped = groupsByExpression();
    GroupNames names = new GroupNames(scope, rows, this, hasTotals(grouped));
    List<SqlNode> items = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      items.add(named(item, names));
    }
    SqlNode having = replaced(select.getHaving(), names);
    SqlNode qualify = replaced(select.getQualify(), names);
    List<SqlNode> keys = new ArrayList<>();
    List<String> labels = Labels.of(select);
    for (SqlNode key : order) {
      String name = Labels.keyName(key);
      keys.add(name != null && labels.contains(name) ? key : replaced(key, names));
    }
    if (!names.hasRaised()) {
      return order;
    }
    names.requireGrouped();
    select.setFrom(groupsQuery(grouped));
    select.setWhere(having);
    select.setGroupBy(null);
    select.setHaving(null);
    select.setQualify(qualify);
    select.setSelectList(new SqlNodeList(items, select.getSelectList().getParserPosition()));
    return new SqlNodeList(keys, order.getParserPosition());
  }

  private static SqlNode replaced(SqlNode part, GroupNames names) {
    return part == null ? null : names.replaced(part, false);
  }

  /** An item of the list, which is called as before. */
  private static SqlNode named(SqlNode item, GroupNames names) {
    if (item.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) item;
      return SqlStdOperatorTable.AS.createCall(
          as.getParserPosition(), names.replaced(as.operand(0), false), as.operand(1));
    }
    SqlNode value = names.replaced(item, false);
    String label = Labels.label(item);
    SqlParserPos place = item.getParserPosition();
    return value instanceof SqlIdentifier || !label.equals("?column?")
        ? SqlStdOperatorTable.AS.createCall(place, value, new SqlIdentifier(label, place))
        : value;
  }

  /** GROUP BY with what its numbers and labels stand for; null if there is none. */
  private SqlNodeList groupsByExpression() {
    SqlNodeList written = select.getGroup();
    if (written == null) {
      return null;
    }
    List<SqlNode> all = new ArrayList<>();
    for (SqlNode group : written) {
      SqlNode expression = expression(group);
      all.add(expression);
      addGroups(expression);
    }
    return new SqlNodeList(all, written.getParserPosition());
  }

  private SqlNode expression(SqlNode group) {
    SqlNodeList items = select.getSelectList();
    if (group instanceof SqlNumericLiteral number && number.isInteger()) {
      int place = number.intValue(true) - 1;
      return place >= 0 && place < items.size()
          ? SelectForms.copy(SqlUtil.stripAs(items.get(place)))
          : group;
    }
    if (group instanceof SqlIdentifier name && name.isSimple() && !scope.has(name)) {
      for (SqlNode item : items) {
        if (name.getSimple().equals(Labels.writtenName(item))) {
          return SelectForms.copy(SqlUtil.stripAs(item));
        }
      }
    }
    return group;
  }

  private void addGroups(SqlNode group) {
    switch (group.getKind()) {
      case ROW, ROLLUP, CUBE, GROUPING_SETS ->
          ((SqlCall) group).getOperandList().forEach(this::addGroups);
      default -> {
        if (group instanceof SqlNodeList list) {
          list.forEach(this::addGroups);
        } else {
          groups.putIfAbsent(GroupNames.textOf(group, scope), group);
        }
      }
    }
  }

  /** The name of what a group is made of; null for anything else. */
  SqlNode group(String text, SqlParserPos place) {
    int i = new ArrayList<>(groups.keySet()).indexOf(text);
    return i < 0 ? null : column("g" + i, place);
  }

  /** The name of an aggregate of the query. */
  SqlNode aggregate(SqlCall call, String text) {
    aggregates.putIfAbsent(text, call);
    int i = new ArrayList<>(aggregates.keySet()).indexOf(text);
    return column("a" + i, call.getParserPosition());
  }

  private static SqlIdentifier column(String name, SqlParserPos place) {
    return new SqlIdentifier(List.of(GROUPS, name), place);
  }

  private SqlNode groupsQuery(SqlNodeList grouped) {
    SqlParserPos place = select.getParserPosition();
    List<SqlNode> items = new ArrayList<>();
    int g = 0;
    for (SqlNode group : groups.values()) {
      items.add(as(SelectForms.copy(group), "g" + g++));
    }
    int a = 0;
    for (SqlNode aggregate : aggregates.values()) {
      items.add(as(SelectForms.copy(aggregate), "a" + a++));
    }
    SqlSelect inner = Selects.of(place, items, select.getFrom(), select.getWhere());
    inner.setGroupBy(grouped);
    return as(inner, GROUPS);
  }

  private static SqlBasicCall as(SqlNode value, String name) {
    SqlParserPos place = value.getParserPosition();
    return (SqlBasicCall)
        SqlStdOperatorTable.AS.createCall(place, value, new SqlIdentifier(name, place));
  }
}
