package org.thetisdb.sql.interpret;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the functions of one object find around them: its fields, its constants, and what they use
 * of the function that makes the object. All of that is final, so it is copied when the object is
 * made. Grows while the functions are translated; not thread-safe until then.
 */
final class Environment {
  private final Scope outer;
  private final Map<String, Typed> known = new HashMap<>();
  private final List<Node> sources = new ArrayList<>();
  private final List<Node> constants = new ArrayList<>();
  private Node[] made;

  /** An environment within a scope; null for what has nothing around it. */
  Environment(Scope outer) {
    this.outer = outer;
  }

  /** Takes a field; {@code initial} is evaluated in the frame of what makes the object. */
  void field(String name, Typed initial) {
    add(name, initial.node(), initial.type());
  }

  /** Takes a constant, which is evaluated when the first object is made. */
  void constant(String name, Typed value) {
    if (!sources.isEmpty()) {
      throw new UnknownFormException("a constant that varies");
    }
    Node kept = new KeptConstant(value.node());
    constants.add(kept);
    known.put(name, new Typed(kept, value.type()));
  }

  private Typed add(String name, Node source, Class<?> type) {
    int place = sources.size();
    sources.add(source);
    Typed value = new Typed(frame -> ((Object[]) frame[0])[place], type);
    known.put(name, value);
    return value;
  }

  /** What a name means within the functions. */
  Typed find(String name) {
    Typed value = known.get(name);
    if (value == null) {
      if (outer == null) {
        throw new UnknownFormException("a name without a meaning: " + name);
      }
      Typed around = outer.find(name).value();
      value =
          around.node() instanceof KeptConstant ? around : add(name, around.node(), around.type());
    }
    return value;
  }

  /** Names the constants for what initializes the fields. */
  void nameConstants(Scope scope) {
    known.forEach(
        (name, value) -> {
          if (value.node() instanceof KeptConstant) {
            scope.name(name, value);
          }
        });
  }

  /** All functions are translated. */
  void end() {
    made = sources.toArray(new Node[0]);
  }

  /** What the functions of a new object find in the first place of their frames. */
  Object[] create(Object[] frame) {
    for (Node constant : constants) {
      constant.eval(frame);
    }
    Object[] values = new Object[made.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = made[i].eval(frame);
    }
    return values;
  }

  /** A value that is calculated once, from constants. One that fails does so each time. */
  private static final class KeptConstant implements Node {
    private static final Object NOTHING = new Object();

    private final Node source;
    private volatile Object value = NOTHING;

    KeptConstant(Node source) {
      this.source = source;
    }

    @Override
    public Object eval(Object[] frame) {
      Object present = value;
      if (present == NOTHING) {
        present = source.eval(frame);
        value = present;
      }
      return present;
    }
  }
}
