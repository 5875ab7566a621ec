package org.thetisdb.sql.interpret;

import org.thetisdb.sql.context.Calculation;

/** The body of a function. Immutable, safe for all threads. */
final class Code {
  /** Of less than that calls are not counted: what they are called for is. */
  private static final int MANY_EXPRESSIONS = 64;

  private static final int STEPS_OF_EXPRESSION = 4;

  private final CodeStep body;
  private final int size;

  /** What a call counts as; 0 for a function of few expressions. */
  private final int steps;

  private final Effort effort;

  /**
   * A body.
   *
   * @param scope of its translation: its frame has the environment and the parameters in front
   */
  Code(CodeStep body, Scope scope, Effort effort) {
    this.body = body;
    this.size = scope.size();
    this.steps =
        scope.expressions() < MANY_EXPRESSIONS ? 0 : STEPS_OF_EXPRESSION * scope.expressions();
    this.effort = effort;
  }

  Object call(Object[] environment) {
    return run(new Object[size], environment);
  }

  Object call(Object[] environment, Object first) {
    Object[] frame = new Object[size];
    frame[1] = first;
    return run(frame, environment);
  }

  Object call(Object[] environment, Object first, Object second) {
    Object[] frame = new Object[size];
    frame[1] = first;
    frame[2] = second;
    return run(frame, environment);
  }

  Object callAll(Object[] environment, Object[] arguments) {
    Object[] frame = new Object[size];
    System.arraycopy(arguments, 0, frame, 1, arguments.length);
    return run(frame, environment);
  }

  private Object run(Object[] frame, Object[] environment) {
    frame[0] = environment;
    effort.add();
    if (steps > 0) {
      Calculation.count(steps);
    }
    Object result = body.run(frame);
    return result == CodeStep.NEXT ? null : result;
  }
}
