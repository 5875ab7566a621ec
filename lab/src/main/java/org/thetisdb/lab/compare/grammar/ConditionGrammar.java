package org.thetisdb.lab.compare.grammar;

import static org.thetisdb.lab.compare.tree.Part.node;
import static org.thetisdb.lab.compare.tree.Part.series;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.lab.compare.tree.Part;

/** Conditions. Not thread-safe. */
final class ConditionGrammar {
  private static final String SORT = Type.BOOLEAN.name();
  private static final List<Type> TYPES = List.of(Type.values());

  private final Grammar grammar;
  private final Dice dice;

  ConditionGrammar(Grammar grammar) {
    this.grammar = grammar;
    this.dice = grammar.dice();
  }

  private Part value(Type type, int depth, ColumnScope scope) {
    return grammar.values().value(type, depth, scope);
  }

  /** A condition. */
  Part condition(int depth, ColumnScope scope) {
    if (depth <= 0) {
      return simple(scope);
    }
    return switch (dice.below(12)) {
      case 0, 1 -> connected(depth, scope);
      case 2 -> node(SORT, "(NOT ", condition(depth - 1, scope), ")");
      case 3 ->
          node(
              SORT,
              "(",
              condition(depth - 1, scope),
              " IS " + dice.oneOf("", "NOT ") + dice.oneOf("TRUE", "FALSE", "UNKNOWN") + ")");
      case 4, 5, 6, 7 -> grammar.takesQuery(depth) ? nested(depth, scope) : simple(scope);
      default -> comparison(depth, scope);
    };
  }

  private Part connected(int depth, ColumnScope scope) {
    List<Part> members = List.of(condition(depth - 1, scope), condition(depth - 1, scope));
    return node(SORT, "(", series(dice.oneOf(" AND ", " OR "), members), ")");
  }

  private Part simple(ColumnScope scope) {
    Type type = typeIn(scope);
    Part column = grammar.values().column(type, scope);
    return switch (dice.below(4)) {
      case 0 -> node(SORT, "(", column, dice.oneOf(" IS NULL)", " IS NOT NULL)"));
      case 1 -> grammar.values().leaf(Type.BOOLEAN, scope);
      default -> node(SORT, "(", column, operator(), grammar.values().leaf(type, scope), ")");
    };
  }

  /** A type of which there is a column. */
  Type typeIn(ColumnScope scope) {
    for (int i = 0; i < 8; i++) {
      Type type = dice.oneOf(TYPES);
      if (!scope.of(type).isEmpty()) {
        return type;
      }
    }
    return Type.INT;
  }

  private String operator() {
    return dice.oneOf(" = ", " = ", " <> ", " < ", " <= ", " > ", " >= ");
  }

  private Part comparison(int depth, ColumnScope scope) {
    Type type = typeIn(scope);
    Part one = value(type, depth - 1, scope);
    Part other = value(type, depth - 2, scope);
    return switch (dice.below(11)) {
      case 9 -> documents(depth, scope);
      case 10 -> lists(depth, scope);
      case 0, 1, 2 -> node(SORT, "(", one, operator(), other, ")");
      case 3 ->
          node(
              SORT,
              "(",
              one,
              dice.oneOf(" IS DISTINCT FROM ", " IS NOT DISTINCT FROM "),
              other,
              ")");
      case 4 -> {
        Part last = grammar.values().leaf(type, scope);
        yield node(SORT, "(", one, dice.oneOf("", " NOT") + " BETWEEN ", other, " AND ", last, ")");
      }
      case 5 -> among(type, one, other, scope);
      case 6 ->
          node(
              SORT,
              "(",
              value(Type.TEXT, depth - 1, scope),
              dice.oneOf(" LIKE ", " NOT LIKE ")
                  + dice.oneOf("'a%'", "'_b'", "'%'", "''", "'%!_%' ESCAPE '!'", "'_'")
                  + ")");
      case 7 -> rows(scope);
      default -> node(SORT, "(", one, dice.oneOf(" IS NULL)", " IS NOT NULL)"));
    };
  }

  private Part documents(int depth, ColumnScope scope) {
    Part one = value(Type.JSON, depth - 1, scope);
    Part other = grammar.values().leaf(Type.JSON, scope);
    return dice.percent(50)
        ? node(SORT, "(", one, dice.oneOf(" @> ", " <@ "), other, ")")
        : node(SORT, "jsonb_exists(", one, ", " + dice.oneOf("'a'", "'b'", "''") + ")");
  }

  private Part lists(int depth, ColumnScope scope) {
    Part one = value(Type.INTS, depth - 1, scope);
    if (dice.percent(50)) {
      Part member = value(Type.INT, depth - 2, scope);
      return node(SORT, "(", member, operator() + dice.oneOf("ANY (", "ALL ("), one, "))");
    }
    Part other = grammar.values().leaf(Type.INTS, scope);
    return node(SORT, "(", one, dice.oneOf(" @> ", " <@ ", " && "), other, ")");
  }

  private Part among(Type type, Part one, Part other, ColumnScope scope) {
    List<Part> members = new ArrayList<>(List.of(other));
    for (int i = dice.below(3); i > 0; i--) {
      members.add(grammar.values().leaf(type, scope));
    }
    return node(SORT, "(", one, dice.oneOf(" IN (", " NOT IN ("), series(", ", members), "))");
  }

  private Part rows(ColumnScope scope) {
    Type first = typeIn(scope);
    Type second = typeIn(scope);
    ValueGrammar values = grammar.values();
    return node(
        SORT,
        "((",
        values.column(first, scope),
        ", ",
        values.column(second, scope),
        ")" + operator() + "(",
        values.leaf(first, scope),
        ", ",
        values.leaf(second, scope),
        "))");
  }

  private Part nested(int depth, ColumnScope scope) {
    Queries queries = grammar.queries();
    Type type = typeIn(scope);
    Part one = value(type, depth - 2, scope);
    return switch (dice.below(6)) {
      case 0, 1 ->
          node(
              SORT,
              dice.oneOf("(EXISTS (", "(NOT EXISTS ("),
              queries.query(List.of(type), depth - 1, scope),
              "))");
      case 2, 3 ->
          node(
              SORT,
              "(",
              one,
              dice.oneOf(" IN (", " NOT IN ("),
              queries.query(List.of(type), depth - 1, scope),
              "))");
      case 4 ->
          node(
              SORT,
              "(",
              one,
              operator() + dice.oneOf("ANY (", "ALL ("),
              queries.query(List.of(type), depth - 1, scope),
              "))");
      default -> {
        Type second = typeIn(scope);
        yield node(
            SORT,
            "((",
            one,
            ", ",
            grammar.values().column(second, scope),
            dice.oneOf(") IN (", ") NOT IN ("),
            queries.query(List.of(type, second), depth - 1, scope),
            "))");
      }
    };
  }
}
