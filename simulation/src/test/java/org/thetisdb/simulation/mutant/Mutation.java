package org.thetisdb.simulation.mutant;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.function.UnaryOperator;
import net.bytebuddy.asm.MemberSubstitution;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.MethodCall;
import net.bytebuddy.implementation.StubMethod;

/**
 * One rule of the engine left out.
 *
 * @param name what is wrong now
 */
record Mutation(String name, String className, UnaryOperator<DynamicType.Builder<?>> change) {
  private static final String ROOT = "org.thetisdb.";

  /** A method always returns this. */
  static Mutation returns(String name, String className, String method, Object value) {
    return replaced(name, className, method, FixedValue.value(value));
  }

  /** A method does nothing. */
  static Mutation skipped(String name, String className, String method) {
    return replaced(name, className, method, StubMethod.INSTANCE);
  }

  /** A method runs the task that it is given, at once. */
  static Mutation runsAtOnce(String name, String className, String method, int task) {
    return replaced(
        name,
        className,
        method,
        MethodCall.invoke(named("run"))
            .onArgument(task)
            .withAssigner(
                net.bytebuddy.implementation.bytecode.assign.Assigner.DEFAULT,
                net.bytebuddy.implementation.bytecode.assign.Assigner.Typing.DYNAMIC));
  }

  /** Within one method, calls of another do nothing and return 0, false or null. */
  static Mutation withoutCalls(String name, String className, String method, String called) {
    return new Mutation(
        name,
        ROOT + className,
        builder ->
            builder.visit(
                MemberSubstitution.relaxed().method(named(called)).stub().on(named(method))));
  }

  private static Mutation replaced(
      String name, String className, String method, Implementation implementation) {
    return new Mutation(
        name, ROOT + className, builder -> builder.method(named(method)).intercept(implementation));
  }

  @Override
  public String toString() {
    return name;
  }
}
