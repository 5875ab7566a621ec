package org.thetisdb.lab.compare.grammar;

import static org.thetisdb.lab.compare.tree.Part.node;
import static org.thetisdb.lab.compare.tree.Part.series;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.thetisdb.lab.compare.grammar.ColumnScope.Column;
import org.thetisdb.lab.compare.grammar.TableSpec.ColumnSpec;
import org.thetisdb.lab.compare.tree.Part;

/** What stands behind FROM. Not thread-safe. */
final class FromItems {
  private static final String SORT = "from";
  private static final List<Type> TYPES = List.of(Type.values());

  private final Grammar grammar;
  private final Dice dice;

  FromItems(Grammar grammar) {
    this.grammar = grammar;
    this.dice = grammar.dice();
  }

  /**
   * What stands there, and the columns it has.
   *
   * @param merged columns that go without the name of a table
   */
  record Built(Part part, List<Column> columns, List<Column> merged) {}

  /** Items with commas between them. */
  Built from(int depth, ColumnScope outer) {
    Built first = item(depth, outer);
    if (depth < 2 || dice.percent(75)) {
      return new Built(series(", ", List.of(first.part())), first.columns(), first.merged());
    }
    Built second = side(depth - 1, first.columns(), outer);
    List<Column> columns = new ArrayList<>(first.columns());
    columns.addAll(second.columns());
    return new Built(series(", ", List.of(first.part(), second.part())), columns, List.of());
  }

  private Built item(int depth, ColumnScope outer) {
    if (depth < 2 || dice.percent(45)) {
      return single(depth, outer);
    }
    return dice.percent(25) ? merging() : joined(depth, outer);
  }

  private Built single(int depth, ColumnScope outer) {
    if (dice.percent(30) && grammar.takesQuery(depth)) {
      return subquery("", depth, outer);
    }
    if (dice.percent(4)) {
      return rowFunction();
    }
    return dice.percent(6) ? constants() : table();
  }

  /** What may look at the items before it. */
  private Built side(int depth, List<Column> before, ColumnScope outer) {
    if (dice.percent(35) && grammar.takesQuery(depth)) {
      return subquery("LATERAL ", depth, new ColumnScope(before, outer));
    }
    return single(depth, outer);
  }

  private Built table() {
    TableSpec table = dice.oneOf(grammar.tables());
    String alias = grammar.newName("a");
    return new Built(node(SORT, table.name() + " AS " + alias), columns(table, alias), List.of());
  }

  /** The columns of a table under a name. */
  static List<Column> columns(TableSpec table, String alias) {
    List<Column> columns = new ArrayList<>();
    for (ColumnSpec column : table.columns()) {
      columns.add(new Column(alias + "." + column.name(), column.type()));
    }
    return columns;
  }

  private List<Type> someTypes() {
    List<Type> types = new ArrayList<>();
    for (int i = dice.between(1, 3); i > 0; i--) {
      types.add(dice.oneOf(TYPES));
    }
    return types;
  }

  private Built subquery(String lateral, int depth, ColumnScope outer) {
    List<Type> types = someTypes();
    ColumnScope around = lateral.isEmpty() ? new ColumnScope(List.of(), outer) : outer;
    Part query = grammar.queries().query(types, depth - 1, around);
    return named(node("", lateral + "(", query, ")"), types);
  }

  private Built named(Part part, List<Type> types) {
    String alias = grammar.newName("a");
    List<Column> columns = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      names.add("c" + i);
      columns.add(new Column(alias + ".c" + i, types.get(i)));
    }
    String list = names.stream().collect(Collectors.joining(", ", " (", ")"));
    return new Built(node(SORT, part, " AS " + alias + list), columns, List.of());
  }

  /** A function of rows. */
  private Built rowFunction() {
    String rows =
        dice.oneOf(
            "generate_series(1, 3)",
            "generate_series(2, 0, -1)",
            "unnest(ARRAY[1, NULL, 3])",
            "jsonb_object_keys('{\"a\": 1, \"b\": 2}')",
            "jsonb_array_elements('[1, null, {\"a\": 2}]')",
            "jsonb_array_elements_text('[\"1\", \"2\"]')");
    Type type =
        rows.startsWith("jsonb_array_elements(")
            ? Type.JSON
            : rows.startsWith("jsonb") ? Type.TEXT : Type.INT;
    return named(node("", rows), List.of(type));
  }

  private Built constants() {
    List<Type> types = someTypes();
    List<Part> rows = new ArrayList<>();
    for (int i = dice.between(1, 3); i > 0; i--) {
      List<Part> row = new ArrayList<>();
      types.forEach(type -> row.add(grammar.values().leaf(type, ColumnScope.NONE)));
      rows.add(node("", "(", new Part.Series(", ", row.size(), row), ")"));
    }
    return named(node("", "(VALUES ", series(", ", rows), ")"), types);
  }

  private Built joined(int depth, ColumnScope outer) {
    Built left = dice.percent(25) ? joined2(depth - 1, outer) : single(depth - 1, outer);
    String kind =
        dice.oneOf("JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "CROSS JOIN");
    boolean looksLeft =
        kind.equals("JOIN") || kind.equals("LEFT JOIN") || kind.equals("CROSS JOIN");
    Built right = looksLeft ? side(depth - 1, left.columns(), outer) : single(depth - 1, outer);
    List<Column> columns = new ArrayList<>(left.columns());
    columns.addAll(right.columns());
    if (kind.equals("CROSS JOIN")) {
      return new Built(node(SORT, left.part(), " CROSS JOIN ", right.part()), columns, List.of());
    }
    Part on = kind.equals("FULL JOIN") ? equality(left, right) : on(depth, left, right, outer);
    return new Built(
        node(SORT, left.part(), " " + kind + " ", right.part(), " ON ", on), columns, List.of());
  }

  private Built joined2(int depth, ColumnScope outer) {
    return depth < 1 ? single(depth, outer) : joined(depth, outer);
  }

  private Part on(int depth, Built left, Built right, ColumnScope outer) {
    List<Column> columns = new ArrayList<>(left.columns());
    columns.addAll(right.columns());
    Part condition = grammar.conditions().condition(depth - 2, new ColumnScope(columns, outer));
    Part equality = equality(left, right);
    return switch (dice.below(4)) {
      case 0 -> condition;
      case 1 -> node(Type.BOOLEAN.name(), series(" AND ", List.of(equality, condition)));
      default -> equality;
    };
  }

  private Part equality(Built left, Built right) {
    List<String> found = new ArrayList<>();
    for (Column one : left.columns()) {
      for (Column other : right.columns()) {
        if (one.type() == other.type()) {
          found.add(one.text() + " = " + other.text());
        }
      }
    }
    return node(Type.BOOLEAN.name(), found.isEmpty() ? "true" : dice.oneOf(found));
  }

  /** Tables whose columns of one name become one. */
  private Built merging() {
    TableSpec first = dice.oneOf(grammar.tables());
    String alias = grammar.newName("a");
    List<Column> columns = new ArrayList<>(columns(first, alias));
    List<Part> parts = new ArrayList<>();
    for (int i = dice.between(1, 2); i > 0; i--) {
      String other = grammar.newName("a");
      TableSpec table = dice.oneOf(grammar.tables());
      String kind = dice.oneOf(" JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN ");
      parts.add(node("", kind + table.name() + " AS " + other + " USING (k)"));
      columns.addAll(columns(table, other));
    }
    Part tree = node(SORT, first.name() + " AS " + alias, new Part.Series("", 0, parts));
    return new Built(tree, columns, List.of(new Column("k", Type.INT)));
  }
}
