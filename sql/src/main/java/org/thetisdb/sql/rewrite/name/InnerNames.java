package org.thetisdb.sql.rewrite.name;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.thetisdb.sql.dialect.validation.SameNames;

/**
 * Columns that a query gives no name have the one that PostgreSQL gives them, so that the query
 * around can say it: {@code SELECT max FROM (SELECT max(i) FROM t)}. Changes trees that have not
 * been rewritten yet, since functions may have other names then. Stateless.
 */
public final class InnerNames {
  private static final String NAMELESS = "?column?";

  private InnerNames() {}

  /** Names the columns of the queries in a FROM, and gives that back; it may be null. */
  public static SqlNode inFrom(SqlNode from) {
    if (from instanceof SqlJoin join) {
      join.setLeft(inFrom(join.getLeft()));
      join.setRight(inFrom(join.getRight()));
      return join;
    }
    if (from instanceof SqlCall call && call.getKind() == SqlKind.AS) {
      return call.operandCount() == 2 ? inAlias(call) : call;
    }
    if (from != null) {
      ofQuery(from);
      tellApart(from);
    }
    return from;
  }

  private static SqlNode inAlias(SqlCall as) {
    SqlNode item = as.operand(0);
    List<SqlNode> columns = ofRows(item);
    if (columns.isEmpty()) {
      inFrom(item);
      return as;
    }
    List<SqlNode> operands = new ArrayList<>(as.getOperandList());
    operands.addAll(columns);
    return as.getOperator().createCall(as.getParserPosition(), operands);
  }

  /** Names the columns of a query of WITH. */
  public static void ofItem(SqlWithItem item) {
    if (item.columnList != null) {
      return;
    }
    List<SqlNode> columns = ofRows(item.query);
    if (columns.isEmpty()) {
      ofQuery(item.query);
      tellApart(item.query);
    } else {
      item.columnList = new SqlNodeList(columns, item.query.getParserPosition());
    }
  }

  /** The names of the columns of a list of rows; empty for anything else. */
  private static List<SqlNode> ofRows(SqlNode query) {
    return query.getKind() == SqlKind.VALUES
        ? Labels.of(query).stream()
            .<SqlNode>map(name -> new SqlIdentifier(name, query.getParserPosition()))
            .toList()
        : List.of();
  }

  /** Names the columns of a query. */
  public static void ofQuery(SqlNode query) {
    if (query instanceof SqlSelect select) {
      ofSelect(select, label -> true);
    } else if (query instanceof SqlCall call) {
      switch (call.getKind()) {
        case ORDER_BY, UNION, INTERSECT, EXCEPT, LATERAL -> ofQuery(call.operand(0));
        case WITH -> ofQuery(call.operand(1));
        default -> {}
      }
    }
  }

  /**
   * Columns of a query that have the same name get a mark; a query that names one of them finds
   * none.
   */
  private static void tellApart(SqlNode query) {
    if (query instanceof SqlSelect select) {
      SqlNodeList items = select.getSelectList();
      Set<String> taken = new HashSet<>();
      Set<String> several = new HashSet<>();
      for (SqlNode item : items) {
        String name = nameOf(item);
        if (name != null && !taken.add(name)) {
          several.add(name);
        }
      }
      for (int i = 0; i < items.size(); i++) {
        SqlNode item = items.get(i);
        String name = nameOf(item);
        if (several.contains(name)) {
          SqlParserPos place = item.getParserPosition();
          SqlNode alias = new SqlIdentifier(SameNames.marked(name, i), place);
          items.set(i, SqlStdOperatorTable.AS.createCall(place, SqlUtil.stripAs(item), alias));
        }
      }
    } else if (query instanceof SqlCall call) {
      switch (call.getKind()) {
        case ORDER_BY, UNION, INTERSECT, EXCEPT, LATERAL -> tellApart(call.operand(0));
        case WITH -> tellApart(call.operand(1));
        default -> {}
      }
    }
  }

  private static String nameOf(SqlNode item) {
    return item instanceof SqlIdentifier id && id.isStar() ? null : Labels.writtenName(item);
  }

  /** Names those columns by which a query is ordered. */
  public static void ofOrder(SqlOrderBy ordered) {
    if (!(ordered.query instanceof SqlSelect select)) {
      tellApart(ordered.query); // Calcite puts sets that are ordered into a FROM
      return;
    }
    Set<String> keys = new HashSet<>();
    for (SqlNode key : ordered.orderList) {
      keys.add(Labels.keyName(key));
    }
    keys.remove(null);
    Set<String> taken = new HashSet<>();
    select.getSelectList().forEach(item -> taken.add(Labels.writtenName(item)));
    keys.removeAll(taken);
    if (!keys.isEmpty()) {
      ofSelect(select, keys::contains);
    }
  }

  /** A name that the query itself groups by or asks for stays that of a column of its tables. */
  private static void ofSelect(SqlSelect select, Predicate<String> wanted) {
    Set<String> used = new HashSet<>();
    Stream.of(select.getGroup(), select.getHaving(), select.getQualify())
        .filter(Objects::nonNull)
        .forEach(part -> part.accept(new Names(used)));
    SqlNodeList items = select.getSelectList();
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      if (item instanceof SqlCall && item.getKind() != SqlKind.AS && !SelectForms.isMark(item)) {
        String label = Labels.label(item);
        if (!label.equals(NAMELESS) && !used.contains(label) && wanted.test(label)) {
          SqlParserPos place = item.getParserPosition();
          items.set(
              i, SqlStdOperatorTable.AS.createCall(place, item, new SqlIdentifier(label, place)));
        }
      }
    }
  }

  /** Collects the names that stand by themselves. */
  private static final class Names extends SqlBasicVisitor<Void> {
    private final Set<String> names;

    Names(Set<String> names) {
      this.names = names;
    }

    @Override
    public Void visit(SqlIdentifier name) {
      if (name.isSimple()) {
        names.add(name.getSimple());
      }
      return null;
    }
  }
}
