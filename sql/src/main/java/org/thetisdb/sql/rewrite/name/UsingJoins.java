package org.thetisdb.sql.rewrite.name;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.form.QueryClauses;

/**
 * USING and NATURAL as conditions, and what they make of two columns of a name as an expression:
 * that of the left side, of the right side of a RIGHT JOIN, or COALESCE of both of a FULL JOIN.
 * Calcite takes the leftmost column of a chain of such joins. A join whose tables' columns cannot
 * be known is left to Calcite. For one statement; not thread-safe.
 */
public final class UsingJoins extends SqlShuttle {
  private final Function<SqlNode, List<String>> columnsOf;
  private final IdentityHashMap<SqlNode, JoinColumns> scopes = new IdentityHashMap<>();

  /** What each WITH around has defined so far. */
  private final Deque<List<SqlNode>> withs = new ArrayDeque<>();

  private UsingJoins(Function<SqlNode, List<String>> columnsOf) {
    this.columnsOf = columnsOf;
  }

  /**
   * The same statement without such joins.
   *
   * @param columnsOf the names of the columns of a query, which it is given a copy of; null if it
   *     cannot tell them
   */
  public static SqlNode apply(SqlNode tree, Function<SqlNode, List<String>> columnsOf) {
    return Finder.isIn(tree) ? tree.accept(new UsingJoins(columnsOf)) : tree;
  }

  @Override
  public SqlNode visit(SqlCall call) {
    if (call instanceof SqlWith with) {
      return with(with);
    }
    SqlNode visited = super.visit(call);
    if (visited instanceof SqlSelect select) {
      joined(select);
    } else if (visited instanceof SqlOrderBy ordered && scopes.containsKey(ordered.query)) {
      return ordered(ordered, scopes.get(ordered.query));
    }
    return visited;
  }

  /** Each query sees those before it, and a recursive one itself. */
  private SqlNode with(SqlWith with) {
    List<SqlNode> queries = new ArrayList<>();
    for (SqlNode item : with.withList) {
      List<SqlNode> seen = new ArrayList<>(queries);
      if (((SqlWithItem) item).recursive.booleanValue()) {
        seen.add(firstRows((SqlWithItem) item, queries));
      }
      queries.add(seeing(seen, item));
    }
    SqlNode body = seeing(queries, with.body);
    SqlNodeList list = new SqlNodeList(queries, with.withList.getParserPosition());
    return new SqlWith(with.getParserPosition(), list, body);
  }

  /** A recursive query sees itself with the columns of its first rows. */
  private SqlNode firstRows(SqlWithItem item, List<SqlNode> queries) {
    SqlNode first = ((SqlCall) SelectForms.copy(item.query)).operand(0);
    SqlParserPos place = item.getParserPosition();
    return new SqlWithItem(
        place,
        item.name,
        item.columnList,
        seeing(queries, first),
        SqlLiteral.createBoolean(false, place));
  }

  private SqlNode seeing(List<SqlNode> queries, SqlNode node) {
    withs.addLast(queries);
    SqlNode visited = node.accept(this);
    withs.removeLast();
    return visited;
  }

  private void joined(SqlSelect select) {
    if (select.getFrom() == null || !Finder.isAtTop(select.getFrom())) {
      return;
    }
    JoinColumns columns = new Joins(this::columns).of(select.getFrom());
    if (columns == null) {
      requireUnnamed(select.getFrom());
      return;
    }
    scopes.put(select, columns);
    select.setSelectList(columns.selectList(select.getSelectList()));
    if (select.getWhere() != null) {
      select.setWhere(columns.inPlace(select.getWhere()));
    }
    if (select.getGroup() != null) {
      select.setGroupBy((SqlNodeList) columns.inPlace(select.getGroup()));
    }
    if (select.getHaving() != null) {
      select.setHaving(columns.inPlace(select.getHaving()));
    }
    if (select.getQualify() != null) {
      select.setQualify(columns.inPlace(select.getQualify()));
    }
  }

  /** Calcite has no names of merged columns. */
  private static void requireUnnamed(SqlNode from) {
    if (from instanceof SqlJoin join) {
      if (Joins.mergedName(join) != null) {
        throw new ThetisException(
            ErrorCode.NOT_SUPPORTED,
            "JOIN … USING (…) AS name of tables whose columns cannot be told, or with a column that"
                + " is not on both sides once (leave AS out)");
      }
      requireUnnamed(join.getLeft());
      requireUnnamed(join.getRight());
    }
  }

  /** Names of the select list come before those of tables. */
  private static SqlOrderBy ordered(SqlOrderBy ordered, JoinColumns columns) {
    SqlNodeList list = ((SqlSelect) ordered.query).getSelectList();
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : ordered.orderList) {
      boolean ofList = JoinColumns.isNameOf(list, key) && !columns.hasNamed(key);
      keys.add(ofList ? key : columns.inPlace(key));
    }
    return new SqlOrderBy(
        ordered.getParserPosition(),
        ordered.query,
        new SqlNodeList(keys, ordered.orderList.getParserPosition()),
        ordered.offset,
        ordered.fetch);
  }

  /** The columns of an item of a FROM; null if nobody can tell. */
  private List<String> columns(SqlNode item) {
    SqlParserPos place = item.getParserPosition();
    SqlNode query = SelectForms.star(SelectForms.copy(item));
    for (List<SqlNode> seen : (Iterable<List<SqlNode>>) withs::descendingIterator) {
      if (!seen.isEmpty()) {
        SqlNodeList list = new SqlNodeList(seen, place);
        query = new SqlWith(place, (SqlNodeList) SelectForms.copy(list), query);
      }
    }
    return columnsOf.apply(query);
  }

  /** Turns the joins of one FROM. */
  private static final class Joins {
    private final Function<SqlNode, List<String>> columnsOf;

    Joins(Function<SqlNode, List<String>> columnsOf) {
      this.columnsOf = columnsOf;
    }

    /** The columns; null if they cannot be known, and then nothing below has been changed. */
    JoinColumns of(SqlNode from) {
      if (!(from instanceof SqlJoin join)) {
        String alias = alias(from);
        List<String> names = alias == null ? null : columnsOf.apply(from);
        return names == null ? null : JoinColumns.of(alias, names);
      }
      JoinColumns left = of(join.getLeft());
      JoinColumns right = left == null ? null : of(join.getRight());
      if (right == null) {
        return null;
      }
      boolean using = join.getConditionType() == JoinConditionType.USING;
      if (!using && !join.isNatural()) {
        JoinColumns both = left.beside(right);
        if (join.getCondition() != null && both.hasMerged()) {
          join.setOperand(5, both.inPlace(join.getCondition()));
        }
        return both;
      }
      List<String> names = using ? named(join) : left.namesAlsoOf(right);
      if (!left.hasEachOnce(names) || !right.hasEachOnce(names)) {
        return null;
      }
      String mergedName = mergedName(join);
      condition(join, left, right, names);
      return left.merged(right, names, join.getJoinType(), mergedName);
    }

    private static void condition(
        SqlJoin join, JoinColumns left, JoinColumns right, List<String> names) {
      SqlParserPos place = join.getParserPosition();
      SqlNode all = names.isEmpty() ? SqlLiteral.createBoolean(true, place) : null;
      for (String name : names) {
        SqlNode equal =
            SqlStdOperatorTable.EQUALS.createCall(
                place, left.expression(name), right.expression(name));
        all = all == null ? equal : SqlStdOperatorTable.AND.createCall(place, all, equal);
      }
      join.setOperand(1, SqlLiteral.createBoolean(false, place));
      join.setOperand(4, JoinConditionType.ON.symbol(place));
      join.setOperand(5, all);
    }

    private static List<String> named(SqlJoin join) {
      return ((SqlNodeList) join.getCondition())
          .stream()
              .map(column -> ((SqlIdentifier) column).getSimple())
              .filter(column -> !column.startsWith(QueryClauses.MERGED_AS))
              .toList();
    }

    /** The name of the merged columns; null if they have none. */
    static String mergedName(SqlJoin join) {
      if (join.getConditionType() != JoinConditionType.USING) {
        return null;
      }
      SqlNodeList columns = (SqlNodeList) join.getCondition();
      String last = ((SqlIdentifier) columns.get(columns.size() - 1)).getSimple();
      return last.startsWith(QueryClauses.MERGED_AS)
          ? last.substring(QueryClauses.MERGED_AS.length())
          : null;
    }

    private static String alias(SqlNode item) {
      if (item.getKind() == SqlKind.AS) {
        return ((SqlIdentifier) ((SqlCall) item).operand(1)).getSimple();
      }
      return item instanceof SqlIdentifier name ? name.names.get(name.names.size() - 1) : null;
    }
  }

  /** Looks for such joins. */
  private static final class Finder extends SqlBasicVisitor<Void> {
    private boolean found;

    static boolean isIn(SqlNode tree) {
      Finder finder = new Finder();
      tree.accept(finder);
      return finder.found;
    }

    static boolean isAtTop(SqlNode from) {
      return from instanceof SqlJoin join
          && (is(join) || isAtTop(join.getLeft()) || isAtTop(join.getRight()));
    }

    private static boolean is(SqlJoin join) {
      return join.isNatural() || join.getConditionType() == JoinConditionType.USING;
    }

    @Override
    public Void visit(SqlCall call) {
      found |= call instanceof SqlJoin join && is(join);
      return found ? null : super.visit(call);
    }
  }
}
