package org.thetisdb.sql.operator;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.EnumerableDefaults;
import org.apache.calcite.linq4j.ExtendedEnumerable;
import org.apache.calcite.linq4j.function.Functions;
import org.apache.calcite.linq4j.function.NullablePredicate2;
import org.apache.calcite.linq4j.function.Predicate2;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MemberExpression;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.NewArrayExpression;
import org.apache.calcite.runtime.JsonFunctions;
import org.apache.calcite.runtime.SortedMultiMap;
import org.apache.calcite.runtime.SqlFunctions;
import org.apache.calcite.util.BuiltInMethod;
import org.thetisdb.sql.function.number.RealOrder;
import org.thetisdb.sql.run.RunContext;

/**
 * Puts counting operators in place of Calcite's into the code of a plan. A method of Calcite's
 * operators that is neither replaced nor known to keep nothing is an error, so that no operator
 * goes uncounted that a new version brings. For one plan; not thread-safe.
 */
final class CountedCode extends ExactCode {
  /** Methods of rows that pass them on as they come. */
  private static final Set<String> PASSING_ON =
      Set.of(
          "select", "selectMany", "where", "concat", "skip", "take", "enumerator", "asEnumerable");

  private static final Expression RUN = Expressions.convert_(DataContext.ROOT, RunContext.class);

  /** Bounded by the operators that there are. */
  private static final Map<Named, Method> METHODS = new ConcurrentHashMap<>();

  private int operators;

  @Override
  public Expression visit(
      MethodCallExpression call, Expression target, List<Expression> expressions) {
    MethodCallExpression visited = (MethodCallExpression) super.visit(call, target, expressions);
    if (!visited.method.equals(call.method)) {
      return visited;
    }
    Class<?> owner = call.method.getDeclaringClass();
    if (owner == ExtendedEnumerable.class || owner == Enumerable.class) {
      return ofRows(visited, call.method.getName(), target, expressions);
    }
    if (owner == EnumerableDefaults.class) {
      return ofRows(visited, call.method.getName(), null, expressions);
    }
    return ofValues(visited, owner, target, expressions);
  }

  private Expression ofRows(
      MethodCallExpression call, String name, Expression target, List<Expression> arguments) {
    List<Expression> all = new ArrayList<>();
    if (target != null) {
      all.add(target);
    }
    all.addAll(arguments);
    return switch (name) {
      case "hashJoin", "leftMarkHashJoin", "semiJoin", "antiJoin" -> {
        all.set(1, numbered(CountedOperators.class, "held", all.get(1)));
        all.set(2, Expressions.call(MatchKeys.class, "of", all.get(2)));
        all.set(3, Expressions.call(MatchKeys.class, "of", all.get(3)));
        yield made(same(call, askedAll(all)));
      }
      case "leftMarkNestedLoopJoin" -> {
        all.set(0, numbered(CountedOperators.class, "outer", all.get(0)));
        yield made(same(call, askedAll(all)));
      }
      case "correlateJoin", "correlateLeftMarkJoin" -> {
        all.set(0, numbered(CountedOperators.class, "outer", all.get(0)));
        yield same(call, askedAll(all));
      }
      case "nestedLoopJoin" -> made(numbered(CountedOperators.class, name, all));
      case "groupBy" -> numbered(Groups.class, name, all.subList(0, 5));
      case "groupByMultiple" -> numbered(Groups.class, name, all);
      case "aggregate" -> Expressions.convert_(numbered(Groups.class, name, all), call.getType());
      case "distinct" -> numbered(Sets.class, name, all.subList(0, 1));
      case "union" -> numbered(Sets.class, name, all.subList(0, 2));
      case "intersect", "except" ->
          numbered(Sets.class, name, List.of(all.get(0), all.get(1), all.get(all.size() - 1)));
      case "orderBy" -> {
        if (all.size() == 5) {
          yield numbered(FirstRows.class, name, all);
        }
        all.set(0, numbered(CountedOperators.class, "held", all.get(0)));
        yield same(call, all);
      }
      case "toList", "toMap", "into", "foreach" -> {
        all.set(0, numbered(CountedOperators.class, "held", all.get(0)));
        yield same(call, all);
      }
      default -> {
        if (!PASSING_ON.contains(name)) {
          throw new IllegalStateException("an operator that nobody counts: " + call.method);
        }
        yield call;
      }
    };
  }

  private static Expression ofValues(
      MethodCallExpression call, Class<?> owner, Expression target, List<Expression> arguments) {
    String name = call.method.getName();
    if (owner == Collection.class && (name.equals("add") || name.equals("addAll"))) {
      return Expressions.call(CountedOperators.class, name, RUN, target, boxed(arguments.get(0)));
    }
    if (owner == Functions.class && name.equals("nullsComparator") && arguments.size() == 2) {
      return Expressions.call(Order.class, "comparator", arguments);
    }
    if (call.method.equals(BuiltInMethod.LIST_N.method)
        && arguments.get(0) instanceof NewArrayExpression many) {
      Expression all = Expressions.newArrayInit(Object.class, many.expressions);
      return Expressions.call(MatchKeys.class, "list", all);
    }
    if (owner == SqlFunctions.class && (name.equals("greater") || name.equals("lesser"))) {
      Class<?> compared = call.method.getParameterTypes()[0];
      return compared == double.class || compared == float.class
          ? Expressions.call(RealOrder.class, name + "Of", arguments)
          : call;
    }
    if (owner == SortedMultiMap.class && name.equals("putMulti")) {
      Expression key =
          Expressions.call(
              MatchKeys.class,
              "comparable",
              Expressions.convert_(boxed(arguments.get(0)), Object.class));
      return Expressions.call(target, call.method, key, arguments.get(1));
    }
    if (owner == JsonFunctions.class && name.endsWith("AggAdd")) {
      List<Expression> kept = new ArrayList<>(arguments);
      for (int i = 1; i < arguments.size() - 1; i++) {
        kept.set(i, kept(arguments.get(i)));
      }
      return Expressions.call(call.method, kept);
    }
    boolean isOfGroup =
        owner == SqlFunctions.class
            && name.equals("concat")
            && arguments.get(0) instanceof MemberExpression
            && arguments.get(0).getType() == String.class;
    return isOfGroup
        ? Expressions.call(CountedOperators.class, name, RUN, arguments.get(0), arguments.get(1))
        : call;
  }

  private static Expression kept(Expression value) {
    return Expressions.convert_(
        Expressions.call(CountedOperators.class, "kept", RUN, boxed(value)),
        boxed(value).getType());
  }

  /** The same call of other operands; its target is the first one if it has a target. */
  private static Expression same(MethodCallExpression call, List<Expression> all) {
    return call.targetExpression == null
        ? Expressions.call(call.method, all)
        : Expressions.call(all.get(0), call.method, all.subList(1, all.size()));
  }

  private static Expression made(Expression rows) {
    return Expressions.call(CountedOperators.class, "made", RUN, rows);
  }

  private static List<Expression> askedAll(List<Expression> all) {
    List<Expression> asked = new ArrayList<>();
    for (Expression each : all) {
      asked.add(asked(each));
    }
    return asked;
  }

  private static Expression asked(Expression argument) {
    Type type = argument.getType();
    if (type == Predicate2.class) {
      return Expressions.call(CountedOperators.class, "asked", RUN, argument);
    }
    return type == NullablePredicate2.class
        ? Expressions.call(CountedOperators.class, "askedOrUnknown", RUN, argument)
        : argument;
  }

  private Expression numbered(Class<?> owner, String name, Expression argument) {
    return numbered(owner, name, List.of(argument));
  }

  /** A call of an operator of ours, which gets the run and a number before its operands. */
  private Expression numbered(Class<?> owner, String name, List<Expression> arguments) {
    List<Expression> all = new ArrayList<>();
    all.add(RUN);
    all.add(Expressions.constant(operators++));
    all.addAll(arguments);
    return Expressions.call(
        METHODS.computeIfAbsent(new Named(owner, name, all.size()), CountedCode::method), all);
  }

  private static Method method(Named named) {
    return Arrays.stream(named.owner.getMethods())
        .filter(method -> method.getName().equals(named.name))
        .filter(method -> method.getParameterCount() == named.operands)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no operator " + named.name));
  }

  private record Named(Class<?> owner, String name, int operands) {}
}
