package org.thetisdb.simulation.mutant;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.MemberSubstitution;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.MethodCall;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;

/**
 * One rule of the engine left out.
 *
 * @param name what is wrong now
 * @param changes what is done to each class that is changed
 */
record Mutation(String name, Map<String, UnaryOperator<DynamicType.Builder<?>>> changes) {
  private static final String ROOT = "org.thetisdb.";

  private Mutation(String name, String className, UnaryOperator<DynamicType.Builder<?>> change) {
    this(name, Map.of(className, change));
  }

  /** The same, with another change of another class: what guards a rule twice needs both. */
  Mutation and(Mutation other) {
    Map<String, UnaryOperator<DynamicType.Builder<?>>> both = new HashMap<>(changes);
    other.changes.forEach(
        (type, change) ->
            both.merge(type, change, (one, two) -> builder -> two.apply(one.apply(builder))));
    return new Mutation(name, both);
  }

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
            .withAssigner(Assigner.DEFAULT, Assigner.Typing.DYNAMIC));
  }

  /** A method does what another one of its class does with the same arguments. */
  static Mutation does(String name, String className, String method, String other) {
    return replaced(name, className, method, MethodCall.invoke(named(other)).withAllArguments());
  }

  /** A method does what another one of its class does with this argument. */
  static Mutation replacedByCall(
      String name, String className, String method, String other, Object argument) {
    return replaced(name, className, method, MethodCall.invoke(named(other)).with(argument));
  }

  /**
   * Within one method, calls of another do nothing and return 0, false or null. The last visitor is
   * the first to see the class, before the calls have gone.
   */
  static Mutation withoutCalls(String name, String className, String method, String called) {
    return changed(
        name,
        className,
        method,
        builder ->
            builder
                .visit(MemberSubstitution.relaxed().method(named(called)).stub().on(named(method)))
                .visit(Calls.required(method, called)));
  }

  /** Within one method, calls of another do nothing and return true. */
  static Mutation withYes(String name, String className, String method, String called) {
    return changed(
        name,
        className,
        method,
        builder ->
            builder
                .visit(
                    MemberSubstitution.relaxed()
                        .method(named(called))
                        .replaceWithChain(
                            new MemberSubstitution.Substitution.Chain.Step.Simple(
                                IntegerConstant.ONE, boolean.class))
                        .on(named(method)))
                .visit(Calls.required(method, called)));
  }

  /** A method with more at its beginning or end. */
  static Mutation advised(String name, String className, String method, Class<?> advice) {
    return changed(
        name, className, method, builder -> builder.visit(Advice.to(advice).on(named(method))));
  }

  private static Mutation replaced(
      String name, String className, String method, Implementation implementation) {
    return changed(
        name,
        className,
        method,
        builder -> builder.method(named(method)).intercept(implementation));
  }

  /** A method that the class does not have any more would leave the engine as it is. */
  private static Mutation changed(
      String name, String className, String method, UnaryOperator<DynamicType.Builder<?>> change) {
    return new Mutation(
        name,
        ROOT + className,
        builder -> {
          if (builder.toTypeDescription().getDeclaredMethods().filter(named(method)).isEmpty()) {
            throw new IllegalStateException("%s has no method %s".formatted(className, method));
          }
          return change.apply(builder);
        });
  }

  @Override
  public String toString() {
    return name;
  }
}
