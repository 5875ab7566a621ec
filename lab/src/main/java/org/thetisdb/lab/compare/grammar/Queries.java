package org.thetisdb.lab.compare.grammar;

import static org.thetisdb.lab.compare.tree.Part.node;
import static org.thetisdb.lab.compare.tree.Part.option;
import static org.thetisdb.lab.compare.tree.Part.series;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.thetisdb.lab.compare.grammar.ColumnScope.Column;
import org.thetisdb.lab.compare.tree.Part;
import org.thetisdb.lab.compare.tree.Part.Series;

/** Queries by the types of their columns. Not thread-safe. */
final class Queries {
  private static final List<Type> TYPES = List.of(Type.values());
  private static final List<Type> SUMS = List.of(Type.INT, Type.BIGINT, Type.NUMERIC, Type.DOUBLE);
  private static final List<Type> ORDERED =
      List.of(Type.INT, Type.NUMERIC, Type.TEXT, Type.DATE, Type.TIMESTAMP);

  private final Grammar grammar;
  private final Dice dice;

  Queries(Grammar grammar) {
    this.grammar = grammar;
    this.dice = grammar.dice();
  }

  private static String sort(List<Type> types) {
    return types.stream().map(Type::name).collect(Collectors.joining(",", "query ", ""));
  }

  private static Series all(List<Part> parts) {
    return new Series(", ", parts.size(), parts);
  }

  /** A whole statement. */
  Part statement(int depth) {
    List<Type> types = new ArrayList<>();
    for (int i = dice.between(1, 3); i > 0; i--) {
      types.add(dice.oneOf(TYPES));
    }
    if (dice.percent(6)) {
      return firstOfEach(types, depth, ColumnScope.NONE);
    }
    Part query = unordered(types, depth, ColumnScope.NONE, true);
    return dice.percent(40) ? node("", query, option(order(types.size()))) : query;
  }

  /** A query within a statement. */
  Part query(List<Type> types, int depth, ColumnScope outer) {
    if (depth > 0 && dice.percent(12)) {
      Part query = unordered(types, depth, outer, false);
      String limit = " LIMIT " + dice.between(0, 2) + dice.oneOf("", " OFFSET 1");
      return node(sort(types), query, option(order(types.size()), option(limit)));
    }
    if (depth > 0 && dice.percent(4)) {
      return firstOfEach(types, depth, outer);
    }
    return unordered(types, depth, outer, false);
  }

  /** The first row of each group of rows that have one value in common. */
  private Part firstOfEach(List<Type> types, int depth, ColumnScope outer) {
    FromItems.Built from = grammar.fromItems().from(depth, outer);
    ColumnScope scope = new ColumnScope(from.columns(), from.merged(), outer);
    Part key = grammar.values().column(grammar.conditions().typeIn(scope.alone()), scope.alone());
    List<Part> items = new ArrayList<>();
    types.forEach(type -> items.add(grammar.values().value(type, depth - 1, scope)));
    String rest =
        IntStream.rangeClosed(1, types.size())
            .mapToObj(i -> ", " + i + dice.oneOf("", " DESC"))
            .collect(Collectors.joining());
    return node(
        sort(types),
        "SELECT DISTINCT ON (",
        key,
        ") ",
        all(items),
        " FROM ",
        from.part(),
        where(depth, scope),
        " ORDER BY ",
        key,
        dice.oneOf("", " DESC", " NULLS FIRST") + rest);
  }

  /** A query of one column, whose rows have an order. */
  Part sorted(Type type, int depth, ColumnScope outer) {
    return node("", unordered(List.of(type), depth, outer, false), " ORDER BY 1");
  }

  /** A query of one row at most. */
  Part single(Type type, int depth, ColumnScope outer) {
    FromItems.Built from = grammar.fromItems().from(depth, outer);
    ColumnScope scope = new ColumnScope(from.columns(), from.merged(), outer);
    Part where = where(depth, scope);
    if (dice.percent(70)) {
      Part value = grammar.calls().aggregate(type, depth, scope);
      return node(sort(List.of(type)), "SELECT ", value, " FROM ", from.part(), where);
    }
    Part value = grammar.values().value(type, depth - 1, scope);
    return node(
        sort(List.of(type)),
        "SELECT ",
        value,
        " FROM ",
        from.part(),
        where,
        " ORDER BY 1" + dice.oneOf("", " DESC") + " LIMIT 1");
  }

  private String order(int columns) {
    return IntStream.rangeClosed(1, columns)
        .mapToObj(i -> i + dice.oneOf("", "", " DESC", " NULLS FIRST"))
        .collect(Collectors.joining(", ", " ORDER BY ", ""));
  }

  private Part unordered(List<Type> types, int depth, ColumnScope outer, boolean whole) {
    int form = dice.below(100);
    if (form < 14 && depth > 1 && grammar.takesQuery(depth)) {
      return combined(types, depth, outer);
    }
    if (form < 38) {
      return grouped(types, depth, outer);
    }
    if (form < 46 && whole && grammar.takesQuery(depth)) {
      return withParts(types, depth);
    }
    if (form < 50 && whole && grammar.takesQuery(depth)) {
      return recursive(types, depth);
    }
    return select(types, depth, outer);
  }

  private Part combined(List<Type> types, int depth, ColumnScope outer) {
    String operator =
        dice.oneOf(
            " UNION ", " UNION ALL ", " INTERSECT ", " EXCEPT ", " EXCEPT ALL ", " INTERSECT ALL ");
    return node(
        sort(types), select(types, depth - 1, outer), operator, select(types, depth - 1, outer));
  }

  private Part withParts(List<Type> types, int depth) {
    List<Type> inner = List.of(dice.oneOf(TYPES), dice.oneOf(TYPES));
    String name = grammar.newName("w");
    Part part = query(inner, depth - 1, ColumnScope.NONE);
    List<Column> columns =
        List.of(new Column(name + ".c0", inner.get(0)), new Column(name + ".c1", inner.get(1)));
    ColumnScope scope = new ColumnScope(columns, ColumnScope.NONE);
    return node(
        sort(types),
        "WITH " + name + " (c0, c1) AS (",
        part,
        ") SELECT ",
        all(items(types, depth, scope)),
        " FROM " + name,
        where(depth, scope));
  }

  /** Rows that follow from rows, a few times. */
  private Part recursive(List<Type> types, int depth) {
    Type carried = dice.oneOf(TYPES);
    String cast = " AS " + carried.sqlName() + ")";
    String name = grammar.newName("w");
    List<Column> columns =
        List.of(new Column(name + ".c0", Type.INT), new Column(name + ".c1", carried));
    ColumnScope rows = new ColumnScope(columns, ColumnScope.NONE);
    FromItems.Built from = grammar.fromItems().from(1, ColumnScope.NONE);
    Part first =
        grammar.values().value(carried, 1, new ColumnScope(from.columns(), from.merged(), null));
    FromItems.Built beside = grammar.fromItems().from(0, ColumnScope.NONE);
    boolean joins = dice.percent(40);
    List<Column> seen = new ArrayList<>(columns);
    seen.addAll(joins ? beside.columns() : List.of());
    ColumnScope step = new ColumnScope(seen, ColumnScope.NONE);
    return node(
        sort(types),
        "WITH RECURSIVE " + name + " (c0, c1) AS (SELECT 1, CAST(",
        first,
        cast + " FROM ",
        from.part(),
        dice.oneOf(" UNION ALL ", " UNION ") + "SELECT " + name + ".c0 + 1, CAST(",
        grammar.values().value(carried, 2, step),
        cast + " FROM " + name,
        joins ? node("", ", ", beside.part()) : Part.none(),
        " WHERE " + name + ".c0 < " + dice.between(2, 3),
        option(" AND ", grammar.conditions().condition(1, step)),
        ") SELECT ",
        all(items(types, depth, rows)),
        " FROM " + name,
        where(depth, rows));
  }

  private Part where(int depth, ColumnScope scope) {
    List<String> equalities = scope.equalitiesWithOuter();
    if (!equalities.isEmpty() && dice.percent(35)) {
      Part equality = node(Type.BOOLEAN.name(), dice.oneOf(equalities));
      return option(
          " WHERE ",
          dice.percent(70)
              ? equality
              : node(
                  Type.BOOLEAN.name(),
                  series(
                      " AND ",
                      List.of(equality, grammar.conditions().condition(depth - 1, scope)))));
    }
    return dice.percent(60)
        ? option(" WHERE ", grammar.conditions().condition(depth - 1, scope))
        : Part.none();
  }

  private List<Part> items(List<Type> types, int depth, ColumnScope scope) {
    List<Part> items = new ArrayList<>();
    for (Type type : types) {
      items.add(
          dice.percent(12)
              ? grammar.calls().overWindow(type, depth, scope)
              : grammar.values().value(type, depth - 1, scope));
    }
    return items;
  }

  private Part select(List<Type> types, int depth, ColumnScope outer) {
    FromItems.Built from = grammar.fromItems().from(depth, outer);
    ColumnScope scope = new ColumnScope(from.columns(), from.merged(), outer);
    return node(
        sort(types),
        "SELECT ",
        dice.percent(15) ? option("DISTINCT ") : Part.none(),
        all(items(types, depth, scope)),
        " FROM ",
        from.part(),
        where(depth, scope));
  }

  private Part grouped(List<Type> types, int depth, ColumnScope outer) {
    FromItems.Built from = grammar.fromItems().from(depth, outer);
    ColumnScope scope = new ColumnScope(from.columns(), from.merged(), outer);
    List<Column> by = new ArrayList<>();
    for (int i = from.columns().isEmpty() ? 0 : dice.below(3); i > 0; i--) {
      by.add(dice.oneOf(from.columns()));
    }
    ColumnScope groups = new ColumnScope(by, outer);
    List<Part> items = new ArrayList<>();
    for (Type type : types) {
      items.add(ofGroup(type, depth, scope, groups));
    }
    Part having = dice.percent(30) ? option(" HAVING ", having(depth, scope, groups)) : Part.none();
    return node(
        sort(types),
        "SELECT ",
        all(items),
        " FROM ",
        from.part(),
        where(depth, scope),
        by.isEmpty() ? "" : " GROUP BY " + grouping(by),
        having);
  }

  private Part ofGroup(Type type, int depth, ColumnScope scope, ColumnScope groups) {
    return dice.percent(groups.of(type).isEmpty() ? 90 : 50)
        ? grammar.calls().aggregate(type, depth, scope)
        : grammar.values().value(type, depth - 1, groups);
  }

  private Part having(int depth, ColumnScope scope, ColumnScope groups) {
    Type type = dice.oneOf(ORDERED);
    return node(
        Type.BOOLEAN.name(),
        "(",
        grammar.calls().aggregate(type, depth - 1, scope),
        dice.oneOf(" > ", " <= ", " = ", " <> "),
        grammar.values().leaf(type, groups),
        ")");
  }

  private String grouping(List<Column> by) {
    String list = by.stream().map(Column::text).distinct().collect(Collectors.joining(", "));
    return switch (dice.below(6)) {
      case 0 -> "ROLLUP (" + list + ")";
      case 1 -> "CUBE (" + list + ")";
      case 2 -> "GROUPING SETS ((" + list + "), (" + by.get(0).text() + "), ())";
      default -> list;
    };
  }

  /** A query whose rows a condition divides. */
  Partition partition(int depth) {
    FromItems.Built from = grammar.fromItems().from(depth, ColumnScope.NONE);
    ColumnScope scope = new ColumnScope(from.columns(), from.merged(), ColumnScope.NONE);
    Partition.Kind kind = dice.oneOf(List.of(Partition.Kind.values()));
    Part selected =
        switch (kind) {
          case ROWS, DISTINCT -> {
            List<Type> types = List.of(dice.oneOf(TYPES), dice.oneOf(TYPES));
            List<Part> named = new ArrayList<>();
            for (Type type : types) {
              Part value = grammar.values().value(type, depth - 2, scope);
              named.add(node("", value, " AS c" + named.size()));
            }
            yield series(", ", named);
          }
          case SUM -> grammar.values().value(dice.oneOf(SUMS), depth - 2, scope);
          case LEAST, GREATEST -> grammar.values().value(dice.oneOf(ORDERED), depth - 2, scope);
        };
    Part condition = grammar.conditions().condition(depth, scope);
    return new Partition(kind, node("", selected, node("", " FROM ", from.part()), condition));
  }
}
