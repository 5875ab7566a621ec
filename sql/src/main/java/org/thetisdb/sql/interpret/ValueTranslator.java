package org.thetisdb.sql.interpret;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.List;
import org.apache.calcite.linq4j.tree.BinaryExpression;
import org.apache.calcite.linq4j.tree.ConstantExpression;
import org.apache.calcite.linq4j.tree.ConstantUntypedNull;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.ExpressionType;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.FunctionExpression;
import org.apache.calcite.linq4j.tree.IndexExpression;
import org.apache.calcite.linq4j.tree.MemberExpression;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.NewArrayExpression;
import org.apache.calcite.linq4j.tree.NewExpression;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.linq4j.tree.PseudoField;
import org.apache.calcite.linq4j.tree.TernaryExpression;
import org.apache.calcite.linq4j.tree.TypeBinaryExpression;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.linq4j.tree.UnaryExpression;

/** Translates the expressions of one function. Not thread-safe. */
final class ValueTranslator {
  private final Scope scope;
  private final Effort effort;

  ValueTranslator(Scope scope, Effort effort) {
    this.scope = scope;
    this.effort = effort;
  }

  /** The expression, with the type that Java gives it. */
  Typed of(Expression expression) {
    scope.onExpression();
    if (expression instanceof ConstantUntypedNull) {
      return new Typed(frame -> null, Typed.NULL);
    }
    if (expression instanceof ConstantExpression constant) {
      return Literals.of(constant);
    }
    if (expression instanceof ParameterExpression variable) {
      return scope.find(variable.name).value();
    }
    if (expression instanceof MethodCallExpression call) {
      Typed target = call.targetExpression == null ? null : of(call.targetExpression);
      return CallTranslator.method(call.method, target, all(call.expressions));
    }
    if (expression instanceof UnaryExpression unary) {
      return unary(unary);
    }
    if (expression instanceof BinaryExpression binary) {
      return binary(binary);
    }
    if (expression instanceof TernaryExpression ternary) {
      return chosen(ternary);
    }
    if (expression instanceof TypeBinaryExpression test) {
      Class<?> type = TreeTypes.of(test.type);
      Node value = of(test.expression).node();
      return new Typed(frame -> type.isInstance(value.eval(frame)), boolean.class);
    }
    if (expression instanceof MemberExpression member) {
      return member(member);
    }
    if (expression instanceof IndexExpression index) {
      return element(index);
    }
    if (expression instanceof NewArrayExpression array) {
      return array(array);
    }
    if (expression instanceof NewExpression made) {
      return made(made);
    }
    if (expression instanceof FunctionExpression<?> function) {
      return new Objects(scope, effort).function(function);
    }
    throw new UnknownFormException("expression " + expression.getClass());
  }

  private List<Typed> all(List<Expression> expressions) {
    return expressions.stream().map(this::of).toList();
  }

  private Typed unary(UnaryExpression unary) {
    ExpressionType operator = unary.getNodeType();
    return switch (operator) {
      case Convert -> {
        Class<?> type = TreeTypes.of(unary.getType());
        yield new Typed(JavaCasts.to(type, of(unary.expression)), type);
      }
      case ConvertChecked -> checked(unary);
      case PreIncrementAssign ->
          new AssignmentTranslator(scope, this).counted(unary.expression, 1, false);
      case PreDecrementAssign ->
          new AssignmentTranslator(scope, this).counted(unary.expression, -1, false);
      case PostIncrementAssign ->
          new AssignmentTranslator(scope, this).counted(unary.expression, 1, true);
      case PostDecrementAssign ->
          new AssignmentTranslator(scope, this).counted(unary.expression, -1, true);
      default -> JavaOperators.unary(operator, of(unary.expression));
    };
  }

  private Typed checked(UnaryExpression unary) {
    Class<?> type = TreeTypes.of(unary.getType());
    Primitive primitive = Primitive.of(type);
    if (primitive == null) {
      throw new UnknownFormException("a checked conversion to " + type);
    }
    Node value = JavaCasts.to(Number.class, of(unary.expression));
    Node rounded = frame -> primitive.numberValueRoundDown((Number) value.eval(frame));
    return new Typed(JavaCasts.to(type, new Typed(rounded, Number.class)), type);
  }

  private Typed binary(BinaryExpression binary) {
    ExpressionType operator = binary.getNodeType();
    if (AssignmentTranslator.isOne(operator)) {
      return new AssignmentTranslator(scope, this).assigned(binary);
    }
    return JavaOperators.binary(operator, of(binary.expression0), of(binary.expression1));
  }

  private Typed chosen(TernaryExpression ternary) {
    Node condition = JavaCasts.to(boolean.class, of(ternary.expression0));
    Typed then = of(ternary.expression1);
    Typed otherwise = of(ternary.expression2);
    Class<?> type = chosen(then.type(), otherwise.type(), ternary.getType());
    Node one = JavaCasts.to(type, then);
    Node other = JavaCasts.to(type, otherwise);
    return new Typed(
        frame -> (Boolean) condition.eval(frame) ? one.eval(frame) : other.eval(frame), type);
  }

  private static Class<?> chosen(Class<?> one, Class<?> other, Type declared) {
    if (one == other) {
      return one;
    }
    if (one == Typed.NULL || other == Typed.NULL) {
      return Primitive.box(one == Typed.NULL ? other : one);
    }
    Class<?> left = Primitive.unbox(one);
    Class<?> right = Primitive.unbox(other);
    if (left == right && left.isPrimitive()) {
      return left;
    }
    Class<?> promoted = JavaOperators.promoted(one, other);
    if (promoted != null) {
      return promoted;
    }
    Class<?> first = Primitive.box(one);
    Class<?> second = Primitive.box(other);
    if (first.isAssignableFrom(second)) {
      return first;
    }
    if (second.isAssignableFrom(first)) {
      return second;
    }
    Class<?> known = Primitive.box(TreeTypes.of(declared));
    return known.isAssignableFrom(first) && known.isAssignableFrom(second) ? known : Object.class;
  }

  private Typed member(MemberExpression member) {
    PseudoField field = member.field;
    if (field.getDeclaringClass() instanceof Types.RecordType type && member.expression != null) {
      RecordLayout layout = new RecordLayout(type);
      int place = layout.find(field.getName());
      Node target = of(member.expression).node();
      return new Typed(
          frame -> ((SyntheticRecord) target.eval(frame)).get(place), layout.type(place));
    }
    boolean isStatic = Modifier.isStatic(field.getModifiers());
    if (isStatic && !Modifier.isFinal(field.getModifiers())) {
      throw new UnknownFormException("field " + field.getName());
    }
    if (!isStatic && member.expression == null) {
      throw new UnknownFormException("field " + field.getName());
    }
    Node target = isStatic ? frame -> null : of(member.expression).node();
    return new Typed(
        frame -> {
          try {
            return field.get(target.eval(frame));
          } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
          }
        },
        TreeTypes.of(field.getType()));
  }

  private Typed element(IndexExpression index) {
    Typed array = of(index.array);
    if (index.indexExpressions.size() != 1 || !array.type().isArray()) {
      throw new UnknownFormException("an element of several indexes");
    }
    Class<?> component = array.type().getComponentType();
    Node values = array.node();
    Node place = JavaCasts.to(int.class, of(index.indexExpressions.get(0)));
    return component.isPrimitive()
        ? new Typed(frame -> Array.get(values.eval(frame), (Integer) place.eval(frame)), component)
        : new Typed(
            frame -> ((Object[]) values.eval(frame))[(Integer) place.eval(frame)], component);
  }

  private Typed array(NewArrayExpression array) {
    Class<?> component = TreeTypes.of(array.getType());
    while (component.isArray()) {
      component = component.getComponentType();
    }
    for (int i = 1; i < array.dimension; i++) {
      component = component.arrayType();
    }
    Class<?> element = component;
    if (array.expressions != null) {
      return new Typed(CallTranslator.array(element, all(array.expressions)), element.arrayType());
    }
    if (array.dimension != 1) {
      throw new UnknownFormException("an array of several dimensions");
    }
    Node length = JavaCasts.to(int.class, of(array.bound));
    return new Typed(
        frame -> Array.newInstance(element, (Integer) length.eval(frame)), element.arrayType());
  }

  private Typed made(NewExpression made) {
    if (made.memberDeclarations != null) {
      return new Objects(scope, effort).anonymous(made);
    }
    if (made.type instanceof Types.RecordType type) {
      if (!made.arguments.isEmpty()) {
        throw new UnknownFormException("a record of " + Expressions.toString(made));
      }
      RecordLayout layout = new RecordLayout(type);
      return new Typed(frame -> new SyntheticRecord(layout), SyntheticRecord.class);
    }
    return CallTranslator.constructor(TreeTypes.of(made.type), all(made.arguments));
  }
}
