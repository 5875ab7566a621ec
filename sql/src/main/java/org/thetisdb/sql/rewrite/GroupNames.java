package org.thetisdb.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.compile.CompileBudget;
import org.thetisdb.sql.rewrite.name.AggregateCalls;
import org.thetisdb.sql.rewrite.name.Labels;
import org.thetisdb.sql.rewrite.row.WholeRows;

/**
 * Puts names of groups and aggregates of a query in the place of these, also within its subqueries.
 * For one query; not thread-safe.
 */
final class GroupNames extends SqlShuttle {
  private static final int OUTSIDE = -1;

  private final WholeRows rows;
  private final RaisedAggregates query;
  private final boolean totals;

  /** Of the query and the subqueries around what is visited; null for one that is not seen. */
  private final List<NameScope> scopes = new ArrayList<>();

  private boolean raised;
  private SqlIdentifier ungrouped;

  /**
   * Names of a query.
   *
   * @param totals whether groups of it may be NULL that are made of what is not
   */
  GroupNames(NameScope scope, WholeRows rows, RaisedAggregates query, boolean totals) {
    this.rows = rows;
    this.query = query;
    this.totals = totals;
    scopes.add(scope);
  }

  /** A part of the query with names. */
  SqlNode replaced(SqlNode part, boolean isFrom) {
    return isFrom ? from(part) : part.accept(this);
  }

  /** Whether a subquery had an aggregate of the query, or one of its groups that may be NULL. */
  boolean hasRaised() {
    return raised;
  }

  /** Refuses columns of the query outside aggregates that are not grouped. */
  void requireGrouped() {
    if (ungrouped != null) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_GROUPED,
          "Column %s is neither in GROUP BY nor within an aggregate.".formatted(ungrouped));
    }
  }

  /** An expression with the tables of all columns. */
  static String textOf(SqlNode expression, NameScope scope) {
    return expression
        .accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlIdentifier name) {
                return name.isStar()
                    ? name
                    : new SqlIdentifier(scope.whole(name), name.getParserPosition());
              }
            })
        .toString();
  }

  /** The level of a name: 0 for the query, more for its subqueries. */
  private int level(SqlIdentifier name) {
    for (int level = scopes.size() - 1; level >= 0; level--) {
      if (scopes.get(level) != null && scopes.get(level).mayHave(name)) {
        return level;
      }
    }
    return OUTSIDE;
  }

  /** The innermost level of the names in an expression; that of where it stands if it has none. */
  private int level(SqlNode expression) {
    Levels levels = new Levels();
    expression.accept(levels);
    return levels.any ? levels.innermost : scopes.size() - 1;
  }

  /** Finds the level of an expression; tables of queries in it are not looked at. */
  private final class Levels extends SqlBasicVisitor<Void> {
    private boolean any;
    private int innermost = OUTSIDE;
    private final List<NameScope> within = new ArrayList<>();

    @Override
    public Void visit(SqlCall call) {
      if (call.getKind() == SqlKind.AS) {
        return call.operand(0).accept(this);
      }
      if (!(call instanceof SqlSelect select)) {
        return super.visit(call);
      }
      within.add(NameScope.of(select, rows));
      super.visit(call);
      within.remove(within.size() - 1);
      return null;
    }

    @Override
    public Void visit(SqlIdentifier name) {
      if (name.isStar()
          || NameScope.isWord(name)
          || within.stream().anyMatch(s -> s.mayHave(name))) {
        return null;
      }
      any = true;
      innermost = Math.max(innermost, level(name));
      return null;
    }
  }

  @Override
  public SqlNode visit(SqlIdentifier name) {
    if (name.isStar() || NameScope.isWord(name) || level(name) != 0) {
      return name;
    }
    SqlNode group = query.group(textOf(name, scopes.get(0)), name.getParserPosition());
    if (group == null && ungrouped == null) {
      ungrouped = name;
    }
    return group == null ? name : named(group);
  }

  @Override
  public SqlNode visit(SqlCall call) {
    CompileBudget.step();
    if (call instanceof SqlSelect select) {
      return select(select);
    }
    if (call instanceof SqlOrderBy ordered) {
      return ordered(ordered);
    }
    if (call.getKind() == SqlKind.AS) {
      return withFirst(call, call.operand(0).accept(this));
    }
    if (call.getKind() == SqlKind.OVER) {
      return over(call);
    }
    if (AggregateCalls.isAggregate(call) || isGrouping(call)) {
      int level = scopes.size() == 1 ? 0 : level(call);
      if (level == 0) {
        raised |= scopes.size() > 1;
        return query.aggregate(call, textOf(call, scopes.get(0)));
      }
    } else if (!call.isA(SqlKind.QUERY) && level(call) == 0) {
      SqlNode group = query.group(textOf(call, scopes.get(0)), call.getParserPosition());
      if (group != null) {
        return named(group);
      }
    }
    return super.visit(call);
  }

  private SqlNode named(SqlNode group) {
    raised |= totals && scopes.size() > 1;
    return group;
  }

  /** Before functions are looked up, this one has its name alone. */
  private static boolean isGrouping(SqlCall call) {
    return call.getOperator().getName().equalsIgnoreCase("grouping");
  }

  private static SqlNode withFirst(SqlCall call, SqlNode first) {
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.set(0, first);
    return call.getOperator()
        .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
  }

  private SqlNode select(SqlSelect select) {
    scopes.add(NameScope.of(select, rows));
    SqlNode copied = parts(select);
    scopes.remove(scopes.size() - 1);
    return copied;
  }

  /** A query with ORDER BY, which sees the query's columns and its labels. */
  private SqlNode ordered(SqlOrderBy ordered) {
    if (!(ordered.query instanceof SqlSelect select)) {
      return withFirst(ordered, ordered.query.accept(this));
    }
    scopes.add(NameScope.of(select, rows));
    SqlNode copied = parts(select);
    List<String> labels = Labels.of(select);
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : ordered.orderList) {
      String name = Labels.keyName(key);
      keys.add(name != null && labels.contains(name) ? key : key.accept(this));
    }
    scopes.remove(scopes.size() - 1);
    return new SqlOrderBy(
        ordered.getParserPosition(),
        copied,
        new SqlNodeList(keys, ordered.orderList.getParserPosition()),
        ordered.offset,
        ordered.fetch);
  }

  private SqlSelect parts(SqlSelect select) {
    SqlSelect copied = (SqlSelect) select.clone(select.getParserPosition());
    if (select.getFrom() != null) {
      copied.setFrom(from(select.getFrom()));
    }
    copied.setSelectList((SqlNodeList) select.getSelectList().accept(this));
    copied.setWhere(orNull(select.getWhere()));
    copied.setGroupBy((SqlNodeList) orNull(select.getGroup()));
    copied.setHaving(orNull(select.getHaving()));
    copied.setQualify(orNull(select.getQualify()));
    return copied;
  }

  private SqlNode orNull(SqlNode part) {
    return part == null ? null : part.accept(this);
  }

  /** What stands in FROM; a query there sees nothing of what is beside it, but for LATERAL. */
  private SqlNode from(SqlNode item) {
    if (item instanceof SqlJoin join) {
      SqlJoin copied = (SqlJoin) join.clone(join.getParserPosition());
      copied.setLeft(from(join.getLeft()));
      copied.setRight(from(join.getRight()));
      if (join.getCondition() != null && !(join.getCondition() instanceof SqlNodeList)) {
        copied.setOperand(5, join.getCondition().accept(this));
      }
      return copied;
    }
    if (item instanceof SqlIdentifier) {
      return item;
    }
    if (item.getKind() == SqlKind.AS) {
      return withFirst((SqlCall) item, from(((SqlCall) item).operand(0)));
    }
    if (!item.isA(SqlKind.QUERY)) {
      return item.accept(this);
    }
    int last = scopes.size() - 1;
    NameScope beside = scopes.set(last, null);
    SqlNode copied = item.accept(this);
    scopes.set(last, beside);
    return copied;
  }

  private SqlNode over(SqlCall over) {
    SqlNode function = windowed(over.operand(0));
    SqlNode window = over.operand(1);
    SqlNode seen =
        window instanceof SqlWindow written && written.getRefName() == null
            ? SqlWindow.create(
                null,
                null,
                (SqlNodeList) written.getPartitionList().accept(this),
                (SqlNodeList) written.getOrderList().accept(this),
                SqlLiteral.createBoolean(written.isRows(), written.getParserPosition()),
                written.getLowerBound(),
                written.getUpperBound(),
                null,
                written.getExclude(),
                written.getParserPosition())
            : window;
    return over.getOperator().createCall(over.getParserPosition(), function, seen);
  }

  /** A function with a window is calculated over groups, and is no aggregate itself. */
  private SqlNode windowed(SqlNode function) {
    if (!(function instanceof SqlCall call)) {
      return function;
    }
    boolean wraps =
        switch (call.getKind()) {
          case FILTER, WITHIN_GROUP, RESPECT_NULLS, IGNORE_NULLS -> true;
          default -> false;
        };
    List<SqlNode> operands = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      boolean first = wraps && operands.isEmpty();
      operands.add(operand == null ? null : first ? windowed(operand) : operand.accept(this));
    }
    return call.getOperator()
        .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
  }
}
