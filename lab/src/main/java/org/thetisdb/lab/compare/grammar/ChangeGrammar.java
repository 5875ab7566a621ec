package org.thetisdb.lab.compare.grammar;

import static org.thetisdb.lab.compare.tree.Part.node;
import static org.thetisdb.lab.compare.tree.Part.option;
import static org.thetisdb.lab.compare.tree.Part.series;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.thetisdb.lab.compare.grammar.ColumnScope.Column;
import org.thetisdb.lab.compare.grammar.TableSpec.ColumnSpec;
import org.thetisdb.lab.compare.grammar.TableSpec.Keying;
import org.thetisdb.lab.compare.tree.Part;

/** Statements that change a table. For one statement; not thread-safe. */
final class ChangeGrammar {
  private final Grammar grammar;
  private final Dice dice;
  private final TableSpec table;
  private final ColumnScope scope;

  ChangeGrammar(Grammar grammar) {
    this.grammar = grammar;
    this.dice = grammar.dice();
    this.table = dice.oneOf(grammar.tables());
    this.scope = new ColumnScope(FromItems.columns(table, table.name()), ColumnScope.NONE);
  }

  /** A statement. */
  GeneratedChange statement(int depth) {
    return switch (dice.below(5)) {
      case 0 -> new GeneratedChange(inserted(depth), table.name(), false);
      case 1 -> new GeneratedChange(upserted(depth), table.name(), true);
      case 2 -> new GeneratedChange(deleted(depth), table.name(), false);
      case 3 -> new GeneratedChange(merged(depth), table.name(), true);
      default -> new GeneratedChange(updated(depth), table.name(), false);
    };
  }

  private Part value(ColumnSpec column, int depth, ColumnScope from) {
    Part value = grammar.values().value(column.type(), depth, from);
    boolean cut = column.declared().startsWith("varchar");
    return cut ? node("", "left(", value, ", 4)") : value;
  }

  private Part where(int depth) {
    return option(" WHERE ", grammar.conditions().condition(depth - 1, scope));
  }

  private Part returning(int depth) {
    if (dice.percent(50)) {
      return Part.none();
    }
    Type type = grammar.conditions().typeIn(scope);
    List<Part> items = List.of(node("", "id"), grammar.values().value(type, depth - 2, scope));
    return option(" RETURNING ", series(", ", items));
  }

  private Part assignments(int depth, ColumnScope from) {
    List<Part> all = new ArrayList<>();
    for (ColumnSpec column : table.columns()) {
      if (column.key() != Keying.PRIMARY && column.key() != Keying.UNIQUE && dice.percent(40)) {
        all.add(node("", column.name() + " = ", value(column, depth - 1, from)));
      }
    }
    if (all.isEmpty()) {
      all.add(node("", "k = ", grammar.values().value(Type.INT, depth - 1, from)));
    }
    return series(", ", all);
  }

  private Part updated(int depth) {
    if (dice.percent(30)) {
      Joined joined = new Joined();
      return node(
          "",
          "UPDATE " + table.name() + " SET ",
          assignments(depth, joined.both),
          " FROM " + joined.source,
          joined.where(depth),
          joined.returning(depth));
    }
    return node(
        "",
        "UPDATE " + table.name() + " SET ",
        assignments(depth, scope),
        where(depth),
        returning(depth));
  }

  /** Another table, of which each row of the changed one has one partner at most. */
  private final class Joined {
    private final String source;
    private final String condition;
    private final ColumnScope both;

    Joined() {
      TableSpec other = dice.oneOf(grammar.tables());
      String alias = grammar.newName("a");
      List<Column> columns = new ArrayList<>(FromItems.columns(table, table.name()));
      columns.addAll(FromItems.columns(other, alias));
      source = other.name() + " AS " + alias;
      condition = " WHERE " + alias + ".id = " + table.name() + ".id";
      both = new ColumnScope(columns, ColumnScope.NONE);
    }

    Part where(int depth) {
      return node("", condition, option(" AND ", grammar.conditions().condition(depth - 1, both)));
    }

    Part returning(int depth) {
      Type type = grammar.conditions().typeIn(both);
      Part id = node("", table.name() + ".id");
      Part value = grammar.values().value(type, depth - 2, both);
      return option(" RETURNING ", series(", ", List.of(id, value)));
    }
  }

  private Part deleted(int depth) {
    if (dice.percent(30)) {
      Joined joined = new Joined();
      return node(
          "",
          "DELETE FROM " + table.name() + " USING " + joined.source,
          joined.where(depth),
          joined.returning(depth));
    }
    return node("", "DELETE FROM " + table.name(), where(depth), returning(depth));
  }

  private String columnList() {
    return table.columns().stream().map(ColumnSpec::name).collect(Collectors.joining(", "));
  }

  private Part rowOf(int depth, ColumnScope from, String id) {
    List<Part> values = new ArrayList<>();
    for (ColumnSpec column : table.columns()) {
      values.add(
          switch (column.key()) {
            case PRIMARY -> new Part.Word(id);
            case UNIQUE -> new Part.Word("NULL");
            case INDEX, NONE -> value(column, depth - 1, from);
          });
    }
    return new Part.Series(", ", values.size(), values);
  }

  private Part inserted(int depth) {
    String into = "INSERT INTO %s (%s) ".formatted(table.name(), columnList());
    if (dice.percent(50)) {
      Part row = rowOf(depth, ColumnScope.NONE, "100");
      return node("", into + "VALUES (", row, ")", returning(depth));
    }
    TableSpec source = dice.oneOf(grammar.tables());
    String alias = grammar.newName("a");
    ColumnScope from = new ColumnScope(FromItems.columns(source, alias), ColumnScope.NONE);
    return node(
        "",
        into + "SELECT ",
        rowOf(depth, from, alias + ".id + 100"),
        " FROM " + source.name() + " AS " + alias,
        option(" WHERE ", grammar.conditions().condition(depth - 1, from)),
        returning(depth));
  }

  private Part upserted(int depth) {
    String into = "INSERT INTO %s (%s) ".formatted(table.name(), columnList());
    List<Part> rows = new ArrayList<>();
    for (int i = dice.between(1, 3); i > 0; i--) {
      rows.add(node("", "(", rowOf(1, ColumnScope.NONE, "" + dice.between(i * 3 - 2, i * 3)), ")"));
    }
    List<Column> both = new ArrayList<>(FromItems.columns(table, table.name()));
    both.addAll(FromItems.columns(table, "excluded"));
    ColumnScope seen = new ColumnScope(both, ColumnScope.NONE);
    Part action =
        dice.percent(30)
            ? node("", "NOTHING")
            : node("", "UPDATE SET ", assignments(Math.min(depth, 2), seen));
    return node(
        "",
        into + "VALUES ",
        series(", ", rows),
        " ON CONFLICT (id) DO ",
        action,
        returning(depth));
  }

  private Part merged(int depth) {
    TableSpec source = dice.oneOf(grammar.tables());
    String alias = grammar.newName("a");
    List<Column> both = new ArrayList<>(FromItems.columns(table, table.name()));
    both.addAll(FromItems.columns(source, alias));
    ColumnScope seen = new ColumnScope(both, ColumnScope.NONE);
    ColumnScope other = new ColumnScope(FromItems.columns(source, alias), ColumnScope.NONE);
    List<Part> branches = new ArrayList<>();
    Part condition = option(" AND ", grammar.conditions().condition(1, seen));
    branches.add(
        dice.percent(30)
            ? node("", " WHEN MATCHED", condition, " THEN DELETE")
            : node(
                "",
                " WHEN MATCHED",
                condition,
                " THEN UPDATE SET ",
                assignments(Math.min(depth, 2), seen)));
    branches.add(
        node(
            "",
            " WHEN NOT MATCHED THEN INSERT (" + columnList() + ") VALUES (",
            rowOf(2, other, alias + ".id + 100"),
            ")"));
    return node(
        "",
        "MERGE INTO %s USING %s AS %s ON %s.id = %s.id"
            .formatted(table.name(), source.name(), alias, table.name(), alias),
        series("", branches));
  }
}
