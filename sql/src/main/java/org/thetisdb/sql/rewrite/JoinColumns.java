package org.thetisdb.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/**
 * The columns that the tables of a FROM have for those who name no table, in the order of {@code
 * *}. Immutable.
 */
final class JoinColumns {
  private final List<Column> columns;

  private JoinColumns(List<Column> columns) {
    this.columns = columns;
  }

  /**
   * A column.
   *
   * @param expression what it is
   * @param merged whether it stands for columns of several tables
   */
  private record Column(String name, SqlNode expression, boolean merged) {}

  /** Those of one table. */
  static JoinColumns of(String alias, List<String> names) {
    return new JoinColumns(
        names.stream()
            .map(
                name ->
                    new Column(
                        name, new SqlIdentifier(List.of(alias, name), SqlParserPos.ZERO), false))
            .toList());
  }

  /** Those of two sides that share none. */
  JoinColumns beside(JoinColumns right) {
    List<Column> all = new ArrayList<>(columns);
    all.addAll(right.columns);
    return new JoinColumns(all);
  }

  /** Those of two sides that share some, which come first. */
  JoinColumns merged(JoinColumns right, List<String> names, JoinType type) {
    List<Column> all = new ArrayList<>();
    for (String name : names) {
      SqlNode one = type == JoinType.RIGHT ? right.expression(name) : expression(name);
      SqlNode expression =
          type == JoinType.FULL
              ? SqlStdOperatorTable.COALESCE.createCall(
                  SqlParserPos.ZERO, one, right.expression(name))
              : one;
      all.add(new Column(name, expression, true));
    }
    columns.stream().filter(column -> !names.contains(column.name)).forEach(all::add);
    right.columns.stream().filter(column -> !names.contains(column.name)).forEach(all::add);
    return new JoinColumns(all);
  }

  /** The names that both sides have, in the order of this one. */
  List<String> namesAlsoOf(JoinColumns right) {
    return columns.stream()
        .map(Column::name)
        .filter(name -> right.columns.stream().anyMatch(other -> other.name.equals(name)))
        .distinct()
        .toList();
  }

  /** Whether each name is that of exactly one column. */
  boolean hasEachOnce(List<String> names) {
    return names.stream().allMatch(name -> count(name) == 1);
  }

  private long count(String name) {
    return columns.stream().filter(column -> column.name.equals(name)).count();
  }

  /** What the only column of a name is; a new tree each time. */
  SqlNode expression(String name) {
    return SelectForms.copy(
        columns.stream()
            .filter(column -> column.name.equals(name))
            .findFirst()
            .orElseThrow()
            .expression);
  }

  /** A select list with stars written out, and without names that stand for several columns. */
  SqlNodeList selectList(SqlNodeList items) {
    List<SqlNode> all = new ArrayList<>();
    for (SqlNode item : items) {
      if (item instanceof SqlIdentifier name && name.isStar() && name.names.size() == 1) {
        columns.forEach(column -> all.add(named(copy(column), column.name)));
      } else if (item instanceof SqlIdentifier name && isMerged(name)) {
        all.add(named(expression(name.getSimple()), name.getSimple()));
      } else {
        all.add(inPlace(item));
      }
    }
    return new SqlNodeList(all, items.getParserPosition());
  }

  private static SqlNode copy(Column column) {
    return SelectForms.copy(column.expression);
  }

  private static SqlNode named(SqlNode expression, String name) {
    SqlParserPos place = expression.getParserPosition();
    return SqlStdOperatorTable.AS.createCall(place, expression, new SqlIdentifier(name, place));
  }

  private boolean isMerged(SqlIdentifier name) {
    return name.isSimple()
        && count(name.getSimple()) == 1
        && columns.stream()
            .anyMatch(column -> column.merged && column.name.equals(name.getSimple()));
  }

  /** Whether a key of ORDER BY is the name of an item of the select list. */
  static boolean isNameOf(SqlNodeList items, SqlNode key) {
    String name = Labels.keyName(key);
    return name != null && items.stream().anyMatch(item -> name.equals(Labels.writtenName(item)));
  }

  /** An expression with what names stand for that stand for several columns. */
  SqlNode inPlace(SqlNode expression) {
    return expression.accept(
        new SqlShuttle() {
          @Override
          public SqlNode visit(SqlIdentifier name) {
            return isMerged(name) ? expression(name.getSimple()) : name;
          }

          /** Queries within have names of their own. */
          @Override
          public SqlNode visit(SqlCall call) {
            if (call.isA(SqlKind.QUERY)) {
              return call;
            }
            if (call.getKind() == SqlKind.AS) {
              List<SqlNode> operands = new ArrayList<>(call.getOperandList());
              operands.set(0, call.operand(0).accept(this));
              return call.getOperator().createCall(call.getParserPosition(), operands);
            }
            return super.visit(call);
          }
        });
  }
}
