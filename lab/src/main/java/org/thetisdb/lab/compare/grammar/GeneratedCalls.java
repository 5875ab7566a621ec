package org.thetisdb.lab.compare.grammar;

import static org.thetisdb.lab.compare.tree.Part.node;
import static org.thetisdb.lab.compare.tree.Part.option;
import static org.thetisdb.lab.compare.tree.Part.series;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.lab.compare.grammar.ColumnScope.Column;
import org.thetisdb.lab.compare.tree.Part;

/** Aggregates, and calls over windows. Not thread-safe. */
final class GeneratedCalls {
  private final Grammar grammar;
  private final Dice dice;

  GeneratedCalls(Grammar grammar) {
    this.grammar = grammar;
    this.dice = grammar.dice();
  }

  /** Looks at no query around: an aggregate of its columns alone would be an aggregate of that. */
  private Part argument(Type type, int depth, ColumnScope scope) {
    return grammar.values().value(type, depth - 1, scope.alone());
  }

  /** An aggregate that gives the type. */
  Part aggregate(Type type, int depth, ColumnScope scope) {
    Part call = call(type, depth, scope);
    if (dice.percent(80)) {
      return node(type.name(), call);
    }
    Part filter = grammar.conditions().condition(depth - 2, scope.alone());
    return node(type.name(), call, option(" FILTER (WHERE ", filter, ")"));
  }

  private Part call(Type type, int depth, ColumnScope scope) {
    return switch (type) {
      case BIGINT -> whole(depth, scope);
      case NUMERIC ->
          switch (dice.below(3)) {
            case 0 -> call("sum", Type.BIGINT, depth, scope);
            case 1 -> call("avg", Type.INT, depth, scope);
            default -> call(dice.oneOf("sum", "min", "max"), Type.NUMERIC, depth, scope);
          };
      case TEXT -> dice.percent(50) ? texts(depth, scope) : call(least(), type, depth, scope);
      case BOOLEAN -> call(dice.oneOf("bool_and", "bool_or"), type, depth, scope);
      case DOUBLE -> call(dice.oneOf("sum", "min", "max"), type, depth, scope);
      case INT, DATE, TIMESTAMP -> call(least(), type, depth, scope);
      case JSON -> gathered("jsonb_agg", typeOf(scope.alone()), depth, scope);
      case INTS ->
          dice.percent(30)
              ? call(least(), type, depth, scope)
              : gathered("array_agg", Type.INT, depth, scope);
    };
  }

  private Part whole(int depth, ColumnScope scope) {
    Type any = grammar.conditions().typeIn(scope.alone());
    return switch (dice.below(4)) {
      case 0 -> node("", "count(*)");
      case 1 -> node("", "count(DISTINCT ", argument(any, depth, scope), ")");
      case 2 -> call("count", any, depth, scope);
      default -> call("sum", Type.INT, depth, scope);
    };
  }

  private String least() {
    return dice.oneOf("min", "max");
  }

  private Part call(String function, Type of, int depth, ColumnScope scope) {
    return node("", function + "(", argument(of, depth, scope), ")");
  }

  /** All values in an order, which their own texts give where there is no other. */
  private Part gathered(String function, Type of, int depth, ColumnScope scope) {
    Part argument = argument(of, depth, scope);
    String distinct = dice.percent(20) && of != Type.JSON ? "DISTINCT " : "";
    return node("", function + "(" + distinct, argument, " ORDER BY ", argument, ")");
  }

  private Part texts(int depth, ColumnScope scope) {
    Part argument = argument(Type.TEXT, depth, scope);
    return node("", "string_agg(", argument, ", ',' ORDER BY ", argument, ")");
  }

  /** A call over a window that gives the type. */
  Part overWindow(Type type, int depth, ColumnScope scope) {
    Part over = over(scope, depth, true);
    return switch (type) {
      case BIGINT ->
          dice.percent(50)
              ? node(
                  type.name(),
                  dice.oneOf("row_number()", "rank()", "dense_rank()"),
                  " OVER (",
                  over(scope, depth, false),
                  ")")
              : node(type.name(), whole(1, scope), " OVER (", over, ")");
      case NUMERIC, DOUBLE ->
          node(type.name(), call("sum", type, depth, scope), " OVER (", over, ")");
      case BOOLEAN -> node(type.name(), call("bool_or", type, depth, scope), " OVER (", over, ")");
      case INT, TEXT, DATE, TIMESTAMP, INTS -> chosen(type, depth, scope, over);
      case JSON ->
          dice.percent(50)
              ? chosen(type, depth, scope, over)
              : node(
                  type.name(),
                  "jsonb_agg(",
                  argument(typeOf(scope.alone()), depth, scope),
                  ") OVER (",
                  over,
                  ")");
    };
  }

  private Part chosen(Type type, int depth, ColumnScope scope, Part over) {
    if (dice.percent(40)) {
      return node(
          type.name(),
          dice.oneOf("lag(", "lead("),
          argument(type, depth, scope),
          option(", " + dice.oneOf("1", "2", "0")),
          ") OVER (",
          over(scope, depth, false),
          ")");
    }
    String function =
        type == Type.JSON
            ? dice.oneOf("first_value", "last_value")
            : dice.oneOf("first_value", "last_value", "min", "max");
    return node(type.name(), call(function, type, depth, scope), " OVER (", over, ")");
  }

  /** Rows that are alike in all columns are the only ones whose order is left open. */
  private Part over(ColumnScope scope, int depth, boolean framed) {
    List<Part> order = new ArrayList<>();
    Type by = grammar.conditions().typeIn(scope);
    order.add(
        node(
            "",
            grammar.values().value(by, depth - 2, scope),
            option(dice.oneOf("", " DESC", " NULLS FIRST", " DESC NULLS LAST"))));
    for (Column column : scope.own()) {
      order.add(node("", column.text()));
    }
    Part partition =
        dice.percent(50)
            ? option("PARTITION BY ", grammar.values().column(typeOf(scope), scope), " ")
            : Part.none();
    Part frame = framed && dice.percent(60) ? option(" " + frame()) : Part.none();
    return node("", partition, "ORDER BY ", series(", ", order), frame);
  }

  private Type typeOf(ColumnScope scope) {
    return grammar.conditions().typeIn(scope);
  }

  private String frame() {
    String first = dice.oneOf("UNBOUNDED PRECEDING", "1 PRECEDING", "CURRENT ROW");
    String last = dice.oneOf("UNBOUNDED FOLLOWING", "1 FOLLOWING", "CURRENT ROW");
    String unit = dice.oneOf("ROWS", "ROWS", "RANGE", "GROUPS");
    if (unit.equals("RANGE")) {
      first = dice.oneOf("UNBOUNDED PRECEDING", "CURRENT ROW");
      last = dice.oneOf("UNBOUNDED FOLLOWING", "CURRENT ROW");
    }
    String exclude =
        dice.oneOf("", "", "", " EXCLUDE CURRENT ROW", " EXCLUDE TIES", " EXCLUDE GROUP");
    return unit + " BETWEEN " + first + " AND " + last + exclude;
  }
}
