package org.thetisdb.sql.interpret;

import java.lang.reflect.Array;
import org.apache.calcite.linq4j.tree.BinaryExpression;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.ExpressionType;
import org.apache.calcite.linq4j.tree.IndexExpression;
import org.apache.calcite.linq4j.tree.MemberExpression;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.apache.calcite.linq4j.tree.Types;

/** Translates expressions that assign something. Not thread-safe. */
final class AssignmentTranslator {
  private final Scope scope;
  private final ValueTranslator values;

  AssignmentTranslator(Scope scope, ValueTranslator values) {
    this.scope = scope;
    this.values = values;
  }

  /** Where a value can be put. */
  private interface Target {
    void set(Object[] frame, Object value);
  }

  /** Whether an operator assigns, and stands between two operands. */
  static boolean isOne(ExpressionType operator) {
    return operator.name().endsWith("Assign") || operator.name().endsWith("AssignChecked");
  }

  Typed assigned(BinaryExpression assignment) {
    Class<?> type = values.of(assignment.expression0).type();
    Typed value = values.of(assignment.expression1);
    ExpressionType operator = operator(assignment.getNodeType());
    Typed all =
        operator == null
            ? value
            : JavaOperators.binary(operator, values.of(assignment.expression0), value);
    return set(assignment.expression0, JavaCasts.to(type, all), type);
  }

  /** The operator within another assignment than the plain one. */
  private static ExpressionType operator(ExpressionType assignment) {
    return switch (assignment) {
      case Assign -> null;
      case AddAssign, AddAssignChecked -> ExpressionType.Add;
      case SubtractAssign, SubtractAssignChecked -> ExpressionType.Subtract;
      case MultiplyAssign, MultiplyAssignChecked -> ExpressionType.Multiply;
      case DivideAssign -> ExpressionType.Divide;
      case ModuloAssign -> ExpressionType.Modulo;
      case AndAssign -> ExpressionType.And;
      case OrAssign -> ExpressionType.Or;
      case ExclusiveOrAssign -> ExpressionType.ExclusiveOr;
      default -> throw new UnknownFormException("assignment " + assignment);
    };
  }

  /** One more or less. */
  Typed counted(Expression target, int by, boolean givesBefore) {
    Typed before = values.of(target);
    Class<?> type = before.type();
    Typed after = JavaOperators.binary(ExpressionType.Add, before, JavaOperators.constant(by));
    Typed set = set(target, JavaCasts.to(type, after), type);
    if (!givesBefore) {
      return set;
    }
    Node old = before.node();
    Node change = set.node();
    return new Typed(
        frame -> {
          Object value = old.eval(frame);
          change.eval(frame);
          return value;
        },
        type);
  }

  private Typed set(Expression expression, Node value, Class<?> type) {
    Target target = target(expression);
    return new Typed(
        frame -> {
          Object given = value.eval(frame);
          target.set(frame, given);
          return given;
        },
        type);
  }

  private Target target(Expression expression) {
    if (expression instanceof ParameterExpression variable) {
      int slot = scope.find(variable.name).slot();
      if (slot < 0) {
        throw new UnknownFormException("an assignment to what is around");
      }
      return (frame, value) -> frame[slot] = value;
    }
    if (expression instanceof MemberExpression member
        && member.expression != null
        && member.field.getDeclaringClass() instanceof Types.RecordType type) {
      int field = new RecordLayout(type).find(member.field.getName());
      Node record = values.of(member.expression).node();
      return (frame, value) -> ((SyntheticRecord) record.eval(frame)).set(field, value);
    }
    if (expression instanceof IndexExpression index && index.indexExpressions.size() == 1) {
      Node array = values.of(index.array).node();
      Node place = JavaCasts.to(int.class, values.of(index.indexExpressions.get(0)));
      return (frame, value) -> Array.set(array.eval(frame), (Integer) place.eval(frame), value);
    }
    throw new UnknownFormException("an assignment to " + expression.getClass());
  }
}
