package org.thetisdb.procedures.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Sendable;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;

/**
 * Finds the methods {@code run} and {@code plan} of a procedure and checks their form. Every
 * problem is a BAD_JAR that names the class and says what to change. Stateless.
 */
final class ProcedureMethods {
  private static final String ALLOWED =
      "boolean, int, long, double, BigDecimal, String, byte[], Instant, UUID, List or Map";

  private ProcedureMethods() {}

  /** The one public method {@code run}. */
  static Method findRun(Class<?> type) {
    List<Method> found = methods(type, "run");
    if (found.size() != 1) {
      throw bad(type, "needs exactly one public method run, but has " + found.size());
    }
    Method run = found.get(0);
    checkForm(type, run, Context.class);
    if (!isSendable(run.getReturnType())) {
      String returned = run.getReturnType().getSimpleName();
      throw bad(type, "run returns " + returned + ", which cannot be sent to a caller");
    }
    return run;
  }

  /** The public method {@code plan}; null if there is none. */
  static Method findPlan(Class<?> type, Method run) {
    List<Method> found = methods(type, "plan");
    if (found.isEmpty()) {
      return null;
    }
    if (found.size() > 1) {
      throw bad(type, "has " + found.size() + " public methods plan; one is allowed");
    }
    Method plan = found.get(0);
    checkForm(type, plan, Plan.class);
    if (!arguments(plan).equals(arguments(run))) {
      throw bad(
          type,
          "plan takes (%s) after the Plan, but run takes (%s) after the Context; they must agree"
              .formatted(names(arguments(plan)), names(arguments(run))));
    }
    return plan;
  }

  private static List<Method> methods(Class<?> type, String name) {
    List<Method> named =
        Arrays.stream(type.getMethods())
            .filter(m -> m.getName().equals(name) && m.getDeclaringClass() != Object.class)
            .toList();
    List<Method> written = named.stream().filter(m -> !m.isBridge()).toList();
    return written.isEmpty() ? named : written;
  }

  private static void checkForm(Class<?> type, Method method, Class<?> first) {
    String name = method.getName();
    if (Modifier.isStatic(method.getModifiers())) {
      throw bad(type, name + " must not be static");
    }
    if (method.getParameterCount() == 0 || method.getParameterTypes()[0] != first) {
      throw bad(type, "the first parameter of " + name + " must be a " + first.getSimpleName());
    }
    if (method.isVarArgs()) {
      throw bad(type, name + " must not take a variable number of arguments; take a List");
    }
    for (Class<?> argument : arguments(method)) {
      if (Parameter.of(argument) == null) {
        String given = argument.getSimpleName();
        throw bad(type, name + " has a parameter of type " + given + "; allowed are " + ALLOWED);
      }
    }
  }

  private static boolean isSendable(Class<?> type) {
    return type == void.class
        || type == Object.class
        || Parameter.of(type) != null
        || List.class.isAssignableFrom(type)
        || Map.class.isAssignableFrom(type)
        || Sendable.class.isAssignableFrom(type);
  }

  /** The parameter types behind the first. */
  static List<Class<?>> arguments(Method method) {
    Class<?>[] all = method.getParameterTypes();
    return List.of(all).subList(1, all.length);
  }

  /** Types as a person would write them. */
  static String names(List<Class<?>> types) {
    return types.stream().map(Class::getSimpleName).collect(Collectors.joining(", "));
  }

  /**
   * The method of this object as a handle of type {@code (first, Object[]) Object}, or {@code void}
   * for {@code plan}; nothing is looked up when it is called.
   */
  static MethodHandle handle(Procedure instance, Method method, Class<?> returned) {
    Class<?> first = method.getParameterTypes()[0];
    try {
      MethodHandle bound = MethodHandles.publicLookup().unreflect(method).bindTo(instance);
      MethodType general =
          MethodType.genericMethodType(method.getParameterCount())
              .changeParameterType(0, first)
              .changeReturnType(returned);
      return bound.asType(general).asSpreader(Object[].class, method.getParameterCount() - 1);
    } catch (IllegalAccessException e) {
      throw bad(instance.getClass(), method.getName() + " cannot be called; make its class public");
    }
  }

  static ThetisException bad(Class<?> type, String problem) {
    return new ThetisException(
        ErrorCode.BAD_JAR, "class " + type.getName() + " is no procedure: " + problem);
  }
}
