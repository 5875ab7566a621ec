package org.thetisdb.sql.interpret;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The variables of one function while its body is translated. Not thread-safe. */
final class Scope {
  private final Environment environment;
  private final Deque<Map<String, Variable>> blocks = new ArrayDeque<>();
  private int size = 1;
  private int expressions;

  /**
   * A scope without variables of its own.
   *
   * @param environment what the function finds around it
   */
  Scope(Environment environment) {
    this.environment = environment;
    begin();
  }

  /**
   * A variable, or a name that stands for a value.
   *
   * @param slot its place in the frame; negative for a name that nothing can be assigned to
   */
  record Variable(Typed value, int slot) {}

  /** Begins a block, whose variables end with it. */
  void begin() {
    blocks.push(new HashMap<>());
  }

  void end() {
    blocks.pop();
  }

  /** Declares a variable. */
  Variable declare(String name, Class<?> type) {
    int slot = size++;
    Variable variable = new Variable(new Typed(frame -> frame[slot], type), slot);
    blocks.element().put(name, variable);
    return variable;
  }

  /** Gives a value a name. */
  void name(String name, Typed value) {
    blocks.element().put(name, new Variable(value, -1));
  }

  /** An expression of the function is translated. */
  void onExpression() {
    expressions++;
  }

  /** How many expressions the function has, without those of functions within it. */
  int expressions() {
    return expressions;
  }

  /** How long a frame has to be. */
  int size() {
    return size;
  }

  /** What a name means here. */
  Variable find(String name) {
    for (Map<String, Variable> block : blocks) {
      Variable variable = block.get(name);
      if (variable != null) {
        return variable;
      }
    }
    return new Variable(environment.find(name), -1);
  }
}
