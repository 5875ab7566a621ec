package org.thetisdb.sql.rewrite.name;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * {@code t AS x (a)} of a table with more columns: those that have no name here keep their own. A
 * table whose columns cannot be known is left to Calcite. For one statement; not thread-safe.
 */
public final class AliasLists extends SqlBasicVisitor<Void> {
  private final Function<SqlNode, List<String>> columnsOf;
  private final Deque<SqlWith> withs = new ArrayDeque<>();

  private AliasLists(Function<SqlNode, List<String>> columnsOf) {
    this.columnsOf = columnsOf;
  }

  /**
   * Completes the lists of a statement.
   *
   * @param columnsOf the names of the columns of a query, which it is given a copy of; null if it
   *     cannot tell them
   */
  public static void complete(SqlNode tree, Function<SqlNode, List<String>> columnsOf) {
    tree.accept(new AliasLists(columnsOf));
  }

  @Override
  public Void visit(SqlCall call) {
    boolean with = call instanceof SqlWith;
    if (with) {
      withs.addLast((SqlWith) call);
    }
    super.visit(call);
    if (with) {
      withs.removeLast();
    }
    if (call instanceof SqlSelect select && select.getFrom() != null) {
      select.setFrom(completed(select.getFrom()));
    }
    return null;
  }

  private SqlNode completed(SqlNode from) {
    if (from instanceof SqlJoin join) {
      join.setLeft(completed(join.getLeft()));
      join.setRight(completed(join.getRight()));
      return join;
    }
    if (from.getKind() != SqlKind.AS || ((SqlCall) from).operandCount() < 3) {
      return from;
    }
    SqlCall as = (SqlCall) from;
    int named = as.operandCount() - 2;
    List<String> columns = isLonger(as.operand(0), named) ? columns(as.operand(0)) : null;
    if (columns == null || columns.size() <= named) {
      return from;
    }
    List<SqlNode> operands = new ArrayList<>(as.getOperandList());
    for (String column : columns.subList(named, columns.size())) {
      operands.add(new SqlIdentifier(column, as.getParserPosition()));
    }
    return as.getOperator().createCall(as.getParserPosition(), operands);
  }

  /** Whether an item may have more columns than these. */
  private static boolean isLonger(SqlNode item, int named) {
    return switch (item.getKind()) {
      case IDENTIFIER, UNION, INTERSECT, EXCEPT, WITH, ORDER_BY -> true;
      case SELECT -> {
        SqlNodeList items = ((SqlSelect) item).getSelectList();
        yield items.size() > named
            || items.stream().anyMatch(i -> i instanceof SqlIdentifier name && name.isStar());
      }
      case LATERAL -> isLonger(((SqlCall) item).operand(0), named);
      case VALUES -> ((SqlCall) ((SqlCall) item).operand(0)).operandCount() > named;
      default -> false;
    };
  }

  /** The names of a query's columns if all of them can be read off it; else null. */
  private static List<String> written(SqlNode item) {
    SqlNode query = item.getKind() == SqlKind.LATERAL ? ((SqlCall) item).operand(0) : item;
    if (!(query instanceof SqlSelect select)) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (SqlNode column : select.getSelectList()) {
      SqlNode name = column.getKind() == SqlKind.AS ? ((SqlCall) column).operand(1) : column;
      if (!(name instanceof SqlIdentifier id) || id.isStar()) {
        return null;
      }
      names.add(id.names.get(id.names.size() - 1));
    }
    return names;
  }

  private List<String> columns(SqlNode item) {
    SqlParserPos place = item.getParserPosition();
    if (item.getKind() == SqlKind.VALUES) {
      int width = ((SqlCall) ((SqlCall) item).operand(0)).operandCount();
      List<String> names = new ArrayList<>();
      for (int i = 1; i <= width; i++) {
        names.add("column" + i);
      }
      return names;
    }
    List<String> written = written(item);
    if (written != null) {
      return written;
    }
    SqlNode query = SelectForms.star(SelectForms.copy(item));
    for (SqlWith with : (Iterable<SqlWith>) withs::descendingIterator) {
      query = new SqlWith(place, (SqlNodeList) SelectForms.copy(with.withList), query);
    }
    return columnsOf.apply(query);
  }
}
