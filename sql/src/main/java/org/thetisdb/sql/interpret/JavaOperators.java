package org.thetisdb.sql.interpret;

import org.apache.calcite.linq4j.tree.ExpressionType;
import org.apache.calcite.linq4j.tree.Primitive;

/** What Java's operators give, with its promotion of numbers. Stateless. */
final class JavaOperators {
  private JavaOperators() {}

  /** The type in which Java calculates with values of these types; null if it does not. */
  static Class<?> promoted(Class<?> one, Class<?> other) {
    Class<?> left = Primitive.unbox(one);
    Class<?> right = Primitive.unbox(other);
    if (!isNumber(left) || !isNumber(right)) {
      return null;
    }
    if (left == double.class || right == double.class) {
      return double.class;
    }
    if (left == float.class || right == float.class) {
      return float.class;
    }
    return left == long.class || right == long.class ? long.class : int.class;
  }

  private static boolean isNumber(Class<?> type) {
    return type.isPrimitive() && type != boolean.class && type != void.class;
  }

  /** An expression with one operand that assigns nothing. */
  static Typed unary(ExpressionType operator, Typed operand) {
    Class<?> number = promoted(operand.type(), int.class);
    switch (operator) {
      case Not -> {
        Node value = JavaCasts.to(boolean.class, operand);
        return new Typed(frame -> !(Boolean) value.eval(frame), boolean.class);
      }
      case Negate, NegateChecked -> {
        Typed zero = new Typed(JavaCasts.to(require(number), constant(0)), number);
        return number == double.class || number == float.class
            ? floatNegation(operand, number)
            : binary(ExpressionType.Subtract, zero, operand);
      }
      case UnaryPlus -> {
        return new Typed(JavaCasts.to(require(number), operand), number);
      }
      case OnesComplement -> {
        return binary(ExpressionType.ExclusiveOr, operand, constant(-1));
      }
      default -> throw new UnknownFormException("operator " + operator);
    }
  }

  /** Zero less zero is another zero than the negated one. */
  private static Typed floatNegation(Typed operand, Class<?> type) {
    Node value = JavaCasts.to(type, operand);
    return type == double.class
        ? new Typed(frame -> -(Double) value.eval(frame), type)
        : new Typed(frame -> -(Float) value.eval(frame), type);
  }

  static Typed constant(int value) {
    return new Typed(frame -> value, int.class);
  }

  private static Class<?> require(Class<?> promoted) {
    if (promoted == null) {
      throw new UnknownFormException("operands that are no numbers");
    }
    return promoted;
  }

  /** An expression with two operands that assigns nothing. */
  static Typed binary(ExpressionType operator, Typed left, Typed right) {
    return switch (operator) {
      case AndAlso -> logical(left, right, true);
      case OrElse -> logical(left, right, false);
      case Equal -> equal(left, right, true);
      case NotEqual -> equal(left, right, false);
      case LessThan, LessThanOrEqual, GreaterThan, GreaterThanOrEqual ->
          compared(operator, left, right);
      case And, Or, ExclusiveOr -> bits(operator, left, right);
      case LeftShift, RightShift -> shifted(operator, left, right);
      case Add, AddChecked ->
          left.type() == String.class || right.type() == String.class
              ? joined(left, right)
              : arithmetic(ExpressionType.Add, left, right);
      case Subtract, SubtractChecked -> arithmetic(ExpressionType.Subtract, left, right);
      case Multiply, MultiplyChecked -> arithmetic(ExpressionType.Multiply, left, right);
      case Divide, DivideChecked -> arithmetic(ExpressionType.Divide, left, right);
      case Modulo, Mod -> arithmetic(ExpressionType.Modulo, left, right);
      default -> throw new UnknownFormException("operator " + operator);
    };
  }

  private static Typed joined(Typed left, Typed right) {
    Node one = left.node();
    Node other = right.node();
    return new Typed(frame -> String.valueOf(one.eval(frame)) + other.eval(frame), String.class);
  }

  private static Typed logical(Typed left, Typed right, boolean and) {
    Node one = JavaCasts.to(boolean.class, left);
    Node other = JavaCasts.to(boolean.class, right);
    Node node =
        and
            ? frame -> (Boolean) one.eval(frame) && (Boolean) other.eval(frame)
            : frame -> (Boolean) one.eval(frame) || (Boolean) other.eval(frame);
    return new Typed(node, boolean.class);
  }

  /** References are the same object; a box beside a primitive value is opened. */
  private static Typed equal(Typed left, Typed right, boolean wanted) {
    if (!left.isPrimitive() && !right.isPrimitive()) {
      return new Typed(sameObject(left.node(), right.node(), wanted), boolean.class);
    }
    Class<?> type = promoted(left.type(), right.type());
    Class<?> as = type == null ? boolean.class : type;
    Node one = JavaCasts.to(as, left);
    Node other = JavaCasts.to(as, right);
    if (as == double.class) {
      return new Typed(
          frame -> ((Double) one.eval(frame) == (double) (Double) other.eval(frame)) == wanted,
          boolean.class);
    }
    if (as == float.class) {
      return new Typed(
          frame -> ((Float) one.eval(frame) == (float) (Float) other.eval(frame)) == wanted,
          boolean.class);
    }
    return new Typed(frame -> one.eval(frame).equals(other.eval(frame)) == wanted, boolean.class);
  }

  @SuppressWarnings("ReferenceEquality")
  private static Node sameObject(Node one, Node other, boolean wanted) {
    return frame -> (one.eval(frame) == other.eval(frame)) == wanted;
  }

  private static Typed compared(ExpressionType operator, Typed left, Typed right) {
    Class<?> type = require(promoted(left.type(), right.type()));
    Node one = JavaCasts.to(type, left);
    Node other = JavaCasts.to(type, right);
    if (type == double.class || type == float.class) {
      return new Typed(comparedFloats(operator, one, other), boolean.class);
    }
    Node node =
        switch (operator) {
          case LessThan -> frame -> whole(one, frame) < whole(other, frame);
          case LessThanOrEqual -> frame -> whole(one, frame) <= whole(other, frame);
          case GreaterThan -> frame -> whole(one, frame) > whole(other, frame);
          default -> frame -> whole(one, frame) >= whole(other, frame);
        };
    return new Typed(node, boolean.class);
  }

  private static Node comparedFloats(ExpressionType operator, Node one, Node other) {
    return switch (operator) {
      case LessThan -> frame -> real(one, frame) < real(other, frame);
      case LessThanOrEqual -> frame -> real(one, frame) <= real(other, frame);
      case GreaterThan -> frame -> real(one, frame) > real(other, frame);
      default -> frame -> real(one, frame) >= real(other, frame);
    };
  }

  private static long whole(Node node, Object[] frame) {
    return ((Number) node.eval(frame)).longValue();
  }

  private static double real(Node node, Object[] frame) {
    return ((Number) node.eval(frame)).doubleValue();
  }

  private static Typed bits(ExpressionType operator, Typed left, Typed right) {
    Class<?> type = promoted(left.type(), right.type());
    if (type == null) {
      return conditions(operator, left, right);
    }
    Node one = JavaCasts.to(long.class, new Typed(JavaCasts.to(type, left), type));
    Node other = JavaCasts.to(long.class, new Typed(JavaCasts.to(type, right), type));
    Node node =
        switch (operator) {
          case And -> frame -> whole(one, frame) & whole(other, frame);
          case Or -> frame -> whole(one, frame) | whole(other, frame);
          default -> frame -> whole(one, frame) ^ whole(other, frame);
        };
    return new Typed(JavaCasts.to(type, new Typed(node, long.class)), type);
  }

  @SuppressWarnings("ShortCircuitBoolean") // Java's & and | work both sides out
  private static Typed conditions(ExpressionType operator, Typed left, Typed right) {
    Node one = JavaCasts.to(boolean.class, left);
    Node other = JavaCasts.to(boolean.class, right);
    Node node =
        switch (operator) {
          case And -> frame -> (Boolean) one.eval(frame) & (Boolean) other.eval(frame);
          case Or -> frame -> (Boolean) one.eval(frame) | (Boolean) other.eval(frame);
          default -> frame -> (Boolean) one.eval(frame) ^ (Boolean) other.eval(frame);
        };
    return new Typed(node, boolean.class);
  }

  private static Typed shifted(ExpressionType operator, Typed left, Typed right) {
    Class<?> type = require(promoted(left.type(), int.class));
    Node one = JavaCasts.to(type, left);
    Node by = JavaCasts.to(long.class, right);
    boolean toLeft = operator == ExpressionType.LeftShift;
    Node node =
        type == long.class
            ? frame -> {
              long value = whole(one, frame);
              return toLeft ? value << whole(by, frame) : value >> whole(by, frame);
            }
            : frame -> {
              int value = (int) whole(one, frame);
              return toLeft ? value << whole(by, frame) : value >> whole(by, frame);
            };
    return new Typed(node, type);
  }

  private static Typed arithmetic(ExpressionType operator, Typed left, Typed right) {
    Class<?> type = require(promoted(left.type(), right.type()));
    Node one = JavaCasts.to(type, left);
    Node other = JavaCasts.to(type, right);
    Node node =
        type == int.class
            ? Arithmetic.ofInts(operator, one, other)
            : type == long.class
                ? Arithmetic.ofLongs(operator, one, other)
                : type == float.class
                    ? Arithmetic.ofFloats(operator, one, other)
                    : Arithmetic.ofDoubles(operator, one, other);
    return new Typed(node, type);
  }
}
