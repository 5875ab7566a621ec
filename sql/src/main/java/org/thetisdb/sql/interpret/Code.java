package org.thetisdb.sql.interpret;

/** The body of a function. Immutable, safe for all threads. */
final class Code {
  private final Step body;
  private final int size;
  private final Effort effort;

  /**
   * A body.
   *
   * @param size of its frame, with the environment and the parameters in front
   */
  Code(Step body, int size, Effort effort) {
    this.body = body;
    this.size = size;
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
    Object result = body.run(frame);
    return result == Step.NEXT ? null : result;
  }
}
