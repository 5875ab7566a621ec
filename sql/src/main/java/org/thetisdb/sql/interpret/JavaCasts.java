package org.thetisdb.sql.interpret;

import org.apache.calcite.linq4j.tree.Primitive;

/** Conversions between types as Java makes them, by a cast or without one. Stateless. */
final class JavaCasts {
  private JavaCasts() {}

  /** The expression in another type. */
  static Node to(Class<?> type, Typed from) {
    Class<?> given = from.type();
    if (given == type || type == void.class) {
      return from.node();
    }
    if (type.isPrimitive()) {
      return toPrimitive(type, from);
    }
    if (from.isPrimitive()) {
      Class<?> unboxed = Primitive.unbox(type);
      return unboxed.isPrimitive() && unboxed != given ? toPrimitive(unboxed, from) : from.node();
    }
    return given == Typed.NULL || type.isAssignableFrom(given) ? from.node() : checked(type, from);
  }

  private static Node checked(Class<?> type, Typed from) {
    Node node = from.node();
    return frame -> type.cast(node.eval(frame));
  }

  private static Node toPrimitive(Class<?> type, Typed from) {
    Node node = from.node();
    Class<?> given = Primitive.unbox(from.type());
    if (given == type) {
      return from.isPrimitive() ? node : present(node);
    }
    if (type == boolean.class || given == boolean.class || !given.isPrimitive()) {
      Class<?> box = Primitive.box(type);
      return present(frame -> box.cast(node.eval(frame)));
    }
    Node number = given == char.class ? frame -> (int) (Character) node.eval(frame) : node;
    if (type == int.class) {
      return frame -> ((Number) number.eval(frame)).intValue();
    }
    if (type == long.class) {
      return frame -> ((Number) number.eval(frame)).longValue();
    }
    if (type == double.class) {
      return frame -> ((Number) number.eval(frame)).doubleValue();
    }
    if (type == float.class) {
      return frame -> ((Number) number.eval(frame)).floatValue();
    }
    if (type == short.class) {
      return frame -> (short) ((Number) number.eval(frame)).intValue();
    }
    if (type == byte.class) {
      return frame -> (byte) ((Number) number.eval(frame)).intValue();
    }
    return frame -> (char) ((Number) number.eval(frame)).intValue();
  }

  /** The value of a box that must not be null. */
  private static Node present(Node node) {
    return frame -> {
      Object value = node.eval(frame);
      if (value == null) {
        throw new NullPointerException("a value that is needed is null");
      }
      return value;
    };
  }

  /** What a variable of this type holds before anything is assigned. */
  static Object initial(Class<?> type) {
    return type.isPrimitive() ? Primitive.of(type).defaultValue : null;
  }
}
