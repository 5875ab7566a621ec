package org.thetisdb.sql.interpret;

import org.apache.calcite.linq4j.tree.ExpressionType;

/** Java's arithmetic over two operands of one type each. Stateless. */
final class Arithmetic {
  private Arithmetic() {}

  static Node ofInts(ExpressionType operator, Node one, Node other) {
    return switch (operator) {
      case Add -> frame -> (Integer) one.eval(frame) + (Integer) other.eval(frame);
      case Subtract -> frame -> (Integer) one.eval(frame) - (Integer) other.eval(frame);
      case Multiply -> frame -> (Integer) one.eval(frame) * (Integer) other.eval(frame);
      case Divide -> frame -> (Integer) one.eval(frame) / (Integer) other.eval(frame);
      case Modulo -> frame -> (Integer) one.eval(frame) % (Integer) other.eval(frame);
      default -> throw new UnknownFormException("operator " + operator);
    };
  }

  static Node ofLongs(ExpressionType operator, Node one, Node other) {
    return switch (operator) {
      case Add -> frame -> (Long) one.eval(frame) + (Long) other.eval(frame);
      case Subtract -> frame -> (Long) one.eval(frame) - (Long) other.eval(frame);
      case Multiply -> frame -> (Long) one.eval(frame) * (Long) other.eval(frame);
      case Divide -> frame -> (Long) one.eval(frame) / (Long) other.eval(frame);
      case Modulo -> frame -> (Long) one.eval(frame) % (Long) other.eval(frame);
      default -> throw new UnknownFormException("operator " + operator);
    };
  }

  static Node ofFloats(ExpressionType operator, Node one, Node other) {
    return switch (operator) {
      case Add -> frame -> (Float) one.eval(frame) + (Float) other.eval(frame);
      case Subtract -> frame -> (Float) one.eval(frame) - (Float) other.eval(frame);
      case Multiply -> frame -> (Float) one.eval(frame) * (Float) other.eval(frame);
      case Divide -> frame -> (Float) one.eval(frame) / (Float) other.eval(frame);
      case Modulo -> frame -> (Float) one.eval(frame) % (Float) other.eval(frame);
      default -> throw new UnknownFormException("operator " + operator);
    };
  }

  static Node ofDoubles(ExpressionType operator, Node one, Node other) {
    return switch (operator) {
      case Add -> frame -> (Double) one.eval(frame) + (Double) other.eval(frame);
      case Subtract -> frame -> (Double) one.eval(frame) - (Double) other.eval(frame);
      case Multiply -> frame -> (Double) one.eval(frame) * (Double) other.eval(frame);
      case Divide -> frame -> (Double) one.eval(frame) / (Double) other.eval(frame);
      case Modulo -> frame -> (Double) one.eval(frame) % (Double) other.eval(frame);
      default -> throw new UnknownFormException("operator " + operator);
    };
  }
}
