package org.thetisdb.sql.operator;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.calcite.linq4j.function.Functions;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.ExpressionType;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.FunctionExpression;
import org.apache.calcite.linq4j.tree.MemberDeclaration;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.NewExpression;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.linq4j.tree.UnaryExpression;
import org.apache.calcite.runtime.SqlFunctions;
import org.apache.calcite.runtime.Utilities;
import org.apache.calcite.util.BuiltInMethod;
import org.thetisdb.sql.function.CalcArray;
import org.thetisdb.sql.function.TextFunctions;
import org.thetisdb.sql.function.TextOrder;
import org.thetisdb.sql.function.number.WholeArithmetic;
import org.thetisdb.sql.function.time.ServerZone;
import org.thetisdb.sql.function.time.Years;

/**
 * Puts functions of ours in place of Calcite's into generated code, where these count, cut and
 * order texts by the units of Java in place of characters, and where years are counted. For one
 * tree; not thread-safe.
 */
public class ExactCode extends Shuttle {
  /** Of texts alone. */
  private static final Set<String> COMPARED = Set.of("lt", "le", "gt", "ge");

  /** Of all values that have an order. */
  private static final Set<String> ORDERED =
      Set.of("compare", "compareNullsFirst", "compareNullsLast", "lesser", "greater");

  private static final Set<String> OF_CHARACTERS =
      Set.of(
          "charLength",
          "charFromUtf8",
          "overlay",
          "position",
          "substring",
          "truncate",
          "truncateOrPad");

  /** Of whole numbers. */
  private static final Set<String> CHECKED =
      Set.of("checkedPlus", "checkedMinus", "checkedMultiply", "checkedUnaryMinus");

  private static final Set<String> OF_ZONE =
      Set.of(
          "timestampWithLocalTimeZoneToTimestamp",
          "timestampWithLocalTimeZoneToDate",
          "timestampWithLocalTimeZoneToTime");

  /** Elements that a new list has place for. */
  private static final int FIRST_SIZE = 4;

  /** For one tree. */
  protected ExactCode() {}

  /** The same code by functions of ours. */
  public static BlockStatement of(BlockStatement code) {
    return code.accept(new ExactCode());
  }

  /** Calcite's own would choose the kind of a function by what it gives. */
  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // the class was that of the function before
  public Expression visit(FunctionExpression function, BlockStatement body) {
    return body == null || body.equals(function.body)
        ? function
        : Expressions.lambda((Class) function.getType(), body, function.parameterList);
  }

  /** Lists of generated code are arrays, which are compared with each other. */
  @Override
  public Expression visit(
      NewExpression made, List<Expression> arguments, List<MemberDeclaration> members) {
    Expression visited = super.visit(made, arguments, members);
    boolean isArray = made.type == ArrayList.class && arguments.isEmpty() && members == null;
    return isArray ? Expressions.new_(CalcArray.class, Expressions.constant(FIRST_SIZE)) : visited;
  }

  @Override
  public Expression visit(
      MethodCallExpression call, Expression target, List<Expression> expressions) {
    MethodCallExpression visited = (MethodCallExpression) super.visit(call, target, expressions);
    Class<?> owner = call.method.getDeclaringClass();
    if (call.method.equals(BuiltInMethod.OBJECTS_EQUAL.method)) {
      List<Expression> values = expressions.stream().map(ExactCode::boxed).toList();
      return Expressions.call(MatchKeys.class, "equal", values);
    }
    boolean known =
        owner == SqlFunctions.class || owner == Utilities.class || owner == Functions.class;
    return known ? exact(visited, owner, expressions) : visited;
  }

  /** The value as an object. */
  static Expression boxed(Expression value) {
    return Primitive.is(value.getType()) ? Expressions.box(value) : value;
  }

  /** Some lists that are arrays are not {@link Comparable}, and are ordered all the same. */
  private static Expression uncast(Expression operand) {
    boolean isCast =
        operand instanceof UnaryExpression unary
            && unary.nodeType == ExpressionType.Convert
            && unary.type == Comparable.class;
    return isCast
        ? Expressions.convert_(((UnaryExpression) operand).expression, Object.class)
        : operand;
  }

  private static Expression exact(
      MethodCallExpression call, Class<?> owner, List<Expression> operands) {
    String name = call.method.getName();
    Class<?>[] types = call.method.getParameterTypes();
    if (owner == Functions.class) {
      return name.equals("nullsComparator") && types.length == 2
          ? Expressions.call(TextOrder.class, name, operands)
          : call;
    }
    if (types.length == 2 && types[0] == Comparable.class && ORDERED.contains(name)) {
      return name.startsWith("compare")
          ? Expressions.call(
              TextOrder.class,
              name.replace("compare", "order"),
              operands.stream().map(ExactCode::uncast).toList())
          : Expressions.call(TextOrder.class, name, operands);
    }
    if (owner != SqlFunctions.class || types.length == 0) {
      return call;
    }
    if (types.length == 2 && types[1] == String.class && COMPARED.contains(name)) {
      return Expressions.call(TextOrder.class, name, operands);
    }
    if (name.equals("unixDateExtract")) {
      return Expressions.call(Years.class, name, operands);
    }
    if (CHECKED.contains(name) && (types[0] == int.class || types[0] == long.class)) {
      return checked(call, types, operands);
    }
    if (OF_ZONE.contains(name)) {
      return Expressions.call(ServerZone.class, name, operands);
    }
    if (name.equals("trim") && types[0] == boolean.class) {
      return Expressions.call(TextFunctions.class, name, operands.subList(0, 4));
    }
    boolean ofText = types[0] == String.class || name.equals("charFromUtf8");
    boolean fromPlace = name.equals("position") && types.length > 2;
    return ofText && OF_CHARACTERS.contains(name) && !fromPlace
        ? Expressions.call(TextFunctions.class, name, operands)
        : call;
  }

  /** The same of ours, if the operands are of one type. */
  private static Expression checked(
      MethodCallExpression call, Class<?>[] types, List<Expression> operands) {
    for (Method ours : WholeArithmetic.class.getMethods()) {
      if (ours.getName().equals(call.method.getName())
          && Arrays.equals(ours.getParameterTypes(), types)) {
        return Expressions.call(ours, operands);
      }
    }
    return call;
  }
}
