package org.thetisdb.sql.rewrite.name;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * The columns that the tables of a FROM have where no table is named, in the order of {@code *}.
 * Immutable.
 */
final class JoinColumns {
  private final List<Column> columns;

  /** Merged columns by the names of their joins. */
  private final Map<String, List<Column>> named;

  private JoinColumns(List<Column> columns, Map<String, List<Column>> named) {
    this.columns = columns;
    this.named = named;
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
            .toList(),
        Map.of());
  }

  /** Those of two sides that share none. */
  JoinColumns beside(JoinColumns right) {
    List<Column> all = new ArrayList<>(columns);
    all.addAll(right.columns);
    return new JoinColumns(all, allNamed(right));
  }

  private Map<String, List<Column>> allNamed(JoinColumns right) {
    if (named.isEmpty() && right.named.isEmpty()) {
      return Map.of();
    }
    Map<String, List<Column>> all = new HashMap<>(named);
    right.named.forEach(
        (name, merged) -> {
          if (all.put(name, merged) != null) {
            throw ThetisException.withMessage(
                ErrorCode.SQL_INVALID, "Two joins of one FROM are named \"%s\".".formatted(name));
          }
        });
    return all;
  }

  /**
   * Those of two sides that share some, which come first.
   *
   * @param mergedName by which these can be called, too; null for none
   */
  JoinColumns merged(JoinColumns right, List<String> names, JoinType type, String mergedName) {
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
    Map<String, List<Column>> joins = new HashMap<>(allNamed(right));
    if (mergedName != null) {
      joins.put(mergedName, List.copyOf(all.subList(0, names.size())));
    }
    return new JoinColumns(all, joins);
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
      } else if (item instanceof SqlIdentifier name
          && name.isStar()
          && name.names.size() == 2
          && named.containsKey(name.names.get(0))) {
        named.get(name.names.get(0)).forEach(column -> all.add(named(copy(column), column.name)));
      } else if (item instanceof SqlIdentifier name && ofNamed(name) != null) {
        all.add(named(ofNamed(name), name.names.get(1)));
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

  /** What {@code j.k} is, where the columns of a USING are called j; null if it is none. */
  private SqlNode ofNamed(SqlIdentifier name) {
    List<Column> merged = name.names.size() == 2 ? named.get(name.names.get(0)) : null;
    if (merged == null || name.isStar()) {
      return null;
    }
    return merged.stream()
        .filter(column -> column.name.equals(name.names.get(1)))
        .findFirst()
        .map(JoinColumns::copy)
        .orElseThrow(
            () ->
                new ThetisException(
                    ErrorCode.UNKNOWN_COLUMN,
                    "There is no column \"%s\" among those of USING that are called \"%s\"."
                        .formatted(name.names.get(1), name.names.get(0))));
  }

  /** A query with what {@code j.k} is, unless a table in it has that name. */
  private SqlNode withinQuery(SqlCall query) {
    Set<String> hidden = new HashSet<>();
    query.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            if (call.getKind() == SqlKind.AS && call.operand(1) instanceof SqlIdentifier alias) {
              hidden.add(alias.names.get(0));
            }
            return super.visit(call);
          }

          @Override
          public Void visit(SqlIdentifier name) {
            if (name.isSimple()) {
              hidden.add(name.getSimple());
            }
            return null;
          }
        });
    return query.accept(
        new SqlShuttle() {
          @Override
          public SqlNode visit(SqlIdentifier name) {
            boolean mayBe = name.names.size() == 2 && !hidden.contains(name.names.get(0));
            SqlNode ofNamed = mayBe ? ofNamed(name) : null;
            return ofNamed == null ? name : ofNamed;
          }
        });
  }

  /** Whether a key of ORDER BY is {@code j.k}, or the like, of a join with a name. */
  boolean hasNamed(SqlNode key) {
    boolean[] found = {false};
    key.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlIdentifier name) {
            found[0] |= ofNamed(name) != null;
            return null;
          }
        });
    return found[0];
  }

  /** Whether a name may stand for several columns. */
  boolean hasMerged() {
    return !named.isEmpty() || columns.stream().anyMatch(Column::merged);
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
            SqlNode ofNamed = ofNamed(name);
            return ofNamed != null ? ofNamed : isMerged(name) ? expression(name.getSimple()) : name;
          }

          /** Queries within have names of their own, and see those of joins. */
          @Override
          public SqlNode visit(SqlCall call) {
            if (call instanceof SqlSelect select && Selects.looksAround(select)) {
              select.setWhere(select.getWhere().accept(this));
            }
            if (call.isA(SqlKind.QUERY)) {
              return named.isEmpty() ? call : withinQuery(call);
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
