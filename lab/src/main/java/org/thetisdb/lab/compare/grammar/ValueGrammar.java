package org.thetisdb.lab.compare.grammar;

import static org.thetisdb.lab.compare.tree.Part.node;
import static org.thetisdb.lab.compare.tree.Part.series;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.lab.compare.grammar.ColumnScope.Column;
import org.thetisdb.lab.compare.tree.Part;

/** Expressions by type. Not thread-safe. */
final class ValueGrammar {
  private final Grammar grammar;
  private final Dice dice;

  ValueGrammar(Grammar grammar) {
    this.grammar = grammar;
    this.dice = grammar.dice();
  }

  /** An expression of a type. */
  Part value(Type type, int depth, ColumnScope scope) {
    if (depth <= 0 || dice.percent(25)) {
      return leaf(type, scope);
    }
    if (dice.percent(35)) {
      return ofAnyType(type, depth, scope);
    }
    return switch (type) {
      case INT -> whole(depth, scope);
      case BIGINT -> big(depth, scope);
      case NUMERIC -> decimal(depth, scope);
      case DOUBLE -> fraction(depth, scope);
      case TEXT -> words(depth, scope);
      case BOOLEAN -> grammar.conditions().condition(depth, scope);
      case DATE -> day(depth, scope);
      case TIMESTAMP -> moment(depth, scope);
      case JSON -> document(depth, scope);
      case INTS -> list(depth, scope);
    };
  }

  /** A column or a constant. */
  Part leaf(Type type, ColumnScope scope) {
    List<Column> columns = scope.of(type);
    if (!columns.isEmpty() && dice.percent(80)) {
      return node(type.name(), dice.oneOf(columns).text());
    }
    String text = dice.percent(12) ? type.nothing() : dice.oneOf(type.constants());
    return node(type.name(), text);
  }

  /** A column of the type if there is one. */
  Part column(Type type, ColumnScope scope) {
    List<Column> columns = scope.of(type);
    return columns.isEmpty() ? leaf(type, scope) : node(type.name(), dice.oneOf(columns).text());
  }

  private Part ofAnyType(Type type, int depth, ColumnScope scope) {
    String sort = type.name();
    Part one = value(type, depth - 1, scope);
    Part other = value(type, depth - 2, scope);
    return switch (dice.below(6)) {
      case 0 -> node(sort, "coalesce(", series(", ", List.of(one, other)), ")");
      case 1 -> node(sort, "nullif(", one, ", ", other, ")");
      case 2 -> choice(type, depth, scope, one, other);
      case 3 -> node(sort, dice.oneOf("greatest(", "least("), one, ", ", other, ")");
      case 4 -> node(sort, "CAST(", one, " AS " + type.sqlName() + ")");
      default ->
          grammar.takesQuery(depth)
              ? node(sort, "(", grammar.queries().single(type, depth - 1, scope), ")")
              : one;
    };
  }

  private Part choice(Type type, int depth, ColumnScope scope, Part one, Part other) {
    if (dice.percent(30)) {
      Type by = dice.oneOf(List.of(Type.INT, Type.TEXT, Type.BOOLEAN));
      Part of = value(by, depth - 2, scope);
      Part when = leaf(by, scope);
      return node(type.name(), "CASE ", of, " WHEN ", when, " THEN ", one, " ELSE ", other, " END");
    }
    List<Part> branches = new ArrayList<>();
    for (int i = dice.between(1, 2); i > 0; i--) {
      Part when = grammar.conditions().condition(depth - 2, scope);
      branches.add(node("", " WHEN ", when, " THEN ", i == 1 ? one : leaf(type, scope)));
    }
    Part otherwise = dice.percent(70) ? Part.option(" ELSE ", other) : Part.none();
    return node(type.name(), "CASE", series("", branches), otherwise, " END");
  }

  private Part whole(int depth, ColumnScope scope) {
    String sort = Type.INT.name();
    Part one = value(Type.INT, depth - 1, scope);
    return switch (dice.below(11)) {
      case 9 -> node(sort, "(", column(Type.INTS, scope), ")[" + dice.between(0, 2) + "]");
      case 10 -> {
        Part list = value(Type.INTS, depth - 1, scope);
        yield dice.percent(50)
            ? node(sort, "cardinality(", list, ")")
            : node(sort, "array_position(", list, ", ", leaf(Type.INT, scope), ")");
      }
      case 0, 1 ->
          node(sort, "(", one, dice.oneOf(" + ", " - "), value(Type.INT, depth - 2, scope), ")");
      case 2 -> node(sort, "(", one, " * " + dice.oneOf("2", "3", "(-1)") + ")");
      case 3 -> node(sort, "(", one, dice.oneOf(" / ", " % ") + dice.oneOf("2", "3", "(-2)") + ")");
      case 4 -> node(sort, "length(", value(Type.TEXT, depth - 1, scope), ")");
      case 5 -> node(sort, "abs(", one, ")");
      case 6 ->
          node(
              sort,
              "strpos(",
              value(Type.TEXT, depth - 1, scope),
              ", ",
              leaf(Type.TEXT, scope),
              ")");
      case 7 ->
          node(sort, "(", value(Type.DATE, depth - 2, scope), " - ", leaf(Type.DATE, scope), ")");
      default ->
          node(
              sort,
              "CAST(EXTRACT(" + dice.oneOf("YEAR", "MONTH", "DAY", "DOW") + " FROM ",
              value(Type.DATE, depth - 1, scope),
              ") AS integer)");
    };
  }

  private Part big(int depth, ColumnScope scope) {
    String sort = Type.BIGINT.name();
    Part one = value(Type.BIGINT, depth - 1, scope);
    return switch (dice.below(3)) {
      case 0 -> node(sort, "CAST(", value(Type.INT, depth - 1, scope), " AS bigint)");
      case 1 -> node(sort, "(", one, dice.oneOf(" + ", " - "), leaf(Type.INT, scope), ")");
      default -> node(sort, "abs(", one, ")");
    };
  }

  private Part decimal(int depth, ColumnScope scope) {
    String sort = Type.NUMERIC.name();
    Part one = value(Type.NUMERIC, depth - 1, scope);
    return switch (dice.below(5)) {
      case 0 ->
          node(sort, "(", one, dice.oneOf(" + ", " - ", " * "), leaf(Type.NUMERIC, scope), ")");
      case 1 -> node(sort, "round(", one, dice.oneOf(")", ", 1)", ", 0)"));
      case 2 -> node(sort, "CAST(", value(Type.INT, depth - 1, scope), " AS numeric(12, 1))");
      case 3 -> node(sort, dice.oneOf("abs(", "ceil(", "floor("), one, ")");
      default -> node(sort, "(", one, " / " + dice.oneOf("2", "3.0", "0.7") + ")");
    };
  }

  private Part fraction(int depth, ColumnScope scope) {
    String sort = Type.DOUBLE.name();
    Part one = value(Type.DOUBLE, depth - 1, scope);
    return switch (dice.below(3)) {
      case 0 -> node(sort, "(", one, dice.oneOf(" + ", " - "), leaf(Type.DOUBLE, scope), ")");
      case 1 -> node(sort, "CAST(", value(Type.INT, depth - 1, scope), " AS double precision)");
      default -> node(sort, "abs(", one, ")");
    };
  }

  private Part words(int depth, ColumnScope scope) {
    String sort = Type.TEXT.name();
    Part one = value(Type.TEXT, depth - 1, scope);
    return switch (dice.below(11)) {
      case 8 -> node(sort, "jsonb_typeof(", value(Type.JSON, depth - 1, scope), ")");
      case 9 ->
          node(
              sort,
              "(",
              value(Type.JSON, depth - 1, scope),
              dice.oneOf(" ->> 'a'", " ->> 1", " #>> '{a,b}'") + ")");
      case 10 -> node(sort, "array_to_string(", value(Type.INTS, depth - 1, scope), ", ',', '*')");
      case 0, 1 -> node(sort, "(", one, " || ", value(Type.TEXT, depth - 2, scope), ")");
      case 2 ->
          node(sort, dice.oneOf("upper(", "lower(", "trim(", "reverse(", "initcap("), one, ")");
      case 3 ->
          node(
              sort,
              "substring(",
              one,
              " FROM " + dice.between(0, 2) + " FOR " + dice.between(0, 2) + ")");
      case 4 -> node(sort, "replace(", one, ", ", leaf(Type.TEXT, scope), ", " + "'+')");
      case 5 ->
          node(sort, dice.oneOf("left(", "right("), one, ", " + dice.oneOf("1", "2", "-1") + ")");
      case 6 -> node(sort, dice.oneOf("lpad(", "rpad("), one, ", 3, 'xy')");
      default -> {
        Type other = dice.oneOf(List.of(Type.values()));
        yield node(sort, "CAST(", value(other, depth - 1, scope), " AS text)");
      }
    };
  }

  private Part day(int depth, ColumnScope scope) {
    String sort = Type.DATE.name();
    Part moment = value(Type.TIMESTAMP, depth - 1, scope);
    return dice.percent(50)
        ? node(sort, "CAST(", moment, " AS date)")
        : node(
            sort,
            "(",
            column(Type.DATE, scope),
            dice.oneOf(" + ", " - ") + dice.oneOf("1", "31", "0") + ")");
  }

  private Part moment(int depth, ColumnScope scope) {
    String sort = Type.TIMESTAMP.name();
    Part one = value(Type.TIMESTAMP, depth - 1, scope);
    return switch (dice.below(3)) {
      case 0 -> node(sort, "CAST(", value(Type.DATE, depth - 1, scope), " AS timestamp)");
      case 1 ->
          node(
              sort,
              "(",
              one,
              " + INTERVAL '" + dice.oneOf("1 day", "1 month", "-1 hour", "0.5 second") + "')");
      default -> node(sort, "date_trunc('" + dice.oneOf("day", "month", "hour") + "', ", one, ")");
    };
  }

  private Part document(int depth, ColumnScope scope) {
    String sort = Type.JSON.name();
    Part one = value(Type.JSON, depth - 1, scope);
    Type any = dice.oneOf(List.of(Type.INT, Type.TEXT, Type.BOOLEAN, Type.JSON, Type.INTS));
    Part member = value(any, depth - 2, scope);
    return switch (dice.below(7)) {
      case 0 -> node(sort, "(", one, dice.oneOf(" -> 'a'", " -> 0", " #> '{a,b}'") + ")");
      case 1 -> node(sort, "(", one, " || ", leaf(Type.JSON, scope), ")");
      case 2 -> node(sort, "jsonb_build_object('a', ", member, ")");
      case 3 -> node(sort, "jsonb_build_array(", series(", ", List.of(one, member)), ")");
      case 4 -> node(sort, "to_jsonb(", member, ")");
      case 5 -> node(sort, "jsonb_strip_nulls(", one, ")");
      default -> node(sort, "jsonb_set(", one, ", '{a}', ", leaf(Type.JSON, scope), ")");
    };
  }

  private Part list(int depth, ColumnScope scope) {
    String sort = Type.INTS.name();
    Part one = value(Type.INTS, depth - 1, scope);
    Part member = value(Type.INT, depth - 2, scope);
    return switch (dice.below(6)) {
      case 0 -> node(sort, "(", one, " || ", leaf(Type.INTS, scope), ")");
      case 1 -> node(sort, dice.oneOf("array_append(", "array_remove("), one, ", ", member, ")");
      case 2 -> node(sort, "array_prepend(", member, ", ", one, ")");
      case 3 -> node(sort, "ARRAY[", series(", ", List.of(member, leaf(Type.INT, scope))), "]");
      case 4 -> node(sort, "(", column(Type.INTS, scope), ")[1:2]");
      default ->
          grammar.takesQuery(depth)
              ? node(sort, "ARRAY(", grammar.queries().sorted(Type.INT, depth - 1, scope), ")")
              : one;
    };
  }
}
