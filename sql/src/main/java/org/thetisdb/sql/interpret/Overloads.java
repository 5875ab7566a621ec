package org.thetisdb.sql.interpret;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.calcite.linq4j.tree.Primitive;

/**
 * Which of several methods of one name Java calls. A tree names a method, but what counts is what
 * its text would mean: the types of arguments may fit another one better. Safe for all threads.
 */
final class Overloads {
  /** Bounded by the methods that generated code may call. */
  private static final Map<Key, List<Executable>> KNOWN = new ConcurrentHashMap<>();

  private Overloads() {}

  private record Key(Class<?> type, String name, int arguments) {}

  /**
   * The method that a call with arguments of these types means.
   *
   * @param target the type of the object on the left, which may be none that declares the method
   */
  static Method method(Method named, Class<?> target, Class<?>[] arguments) {
    Class<?> declaring = named.getDeclaringClass();
    Class<?> type = declaring.isAssignableFrom(target) ? declaring : target;
    List<Executable> candidates =
        KNOWN.computeIfAbsent(new Key(type, named.getName(), arguments.length), Overloads::methods);
    if (candidates.size() < 2) {
      return candidates.isEmpty() ? named : (Method) candidates.get(0); // of many arguments
    }
    Executable found = best(candidates, arguments);
    return found == null ? named : (Method) found;
  }

  private static List<Executable> methods(Key key) {
    List<Executable> found = new ArrayList<>();
    for (Method method : key.type.getMethods()) {
      if (method.getName().equals(key.name)
          && method.getParameterCount() == key.arguments
          && !method.isBridge()) {
        found.add(method);
      }
    }
    return List.copyOf(found);
  }

  /** The constructor that a call with arguments of these types means. */
  static Constructor<?> constructor(Class<?> type, Class<?>[] arguments) {
    List<Executable> candidates = new ArrayList<>();
    for (Constructor<?> constructor : type.getConstructors()) {
      if (constructor.getParameterCount() == arguments.length) {
        candidates.add(constructor);
      }
    }
    Executable found = candidates.size() == 1 ? candidates.get(0) : best(candidates, arguments);
    if (found == null) {
      throw new UnknownFormException("a constructor of " + type);
    }
    return (Constructor<?>) found;
  }

  /** First those that fit without boxes, then those that fit with them; null if none is best. */
  private static Executable best(List<Executable> candidates, Class<?>[] arguments) {
    for (boolean boxing : new boolean[] {false, true}) {
      List<Executable> fitting =
          candidates.stream().filter(each -> fits(each, arguments, boxing)).toList();
      if (!fitting.isEmpty()) {
        return mostSpecific(fitting);
      }
    }
    return null;
  }

  private static Executable mostSpecific(List<Executable> fitting) {
    List<Executable> best =
        fitting.stream()
            .filter(
                one ->
                    fitting.stream().allMatch(other -> fits(other, one.getParameterTypes(), false)))
            .toList();
    if (best.size() < 2) {
      return best.isEmpty() ? null : best.get(0);
    }
    // the same parameters: one that overrides the others, or is not abstract
    return best.stream()
        .filter(each -> !Modifier.isAbstract(each.getModifiers()))
        .findFirst()
        .orElse(best.get(0));
  }

  private static boolean fits(Executable candidate, Class<?>[] arguments, boolean boxing) {
    Class<?>[] parameters = candidate.getParameterTypes();
    for (int i = 0; i < parameters.length; i++) {
      if (!fits(parameters[i], arguments[i], boxing)) {
        return false;
      }
    }
    return true;
  }

  private static boolean fits(Class<?> parameter, Class<?> argument, boolean boxing) {
    if (argument == Typed.NULL) {
      return !parameter.isPrimitive();
    }
    if (parameter.isAssignableFrom(argument)) {
      return true;
    }
    if (parameter.isPrimitive() && argument.isPrimitive()) {
      return widens(argument, parameter);
    }
    if (!boxing) {
      return false;
    }
    if (parameter.isPrimitive()) {
      Class<?> unboxed = Primitive.unbox(argument);
      return unboxed == parameter || (unboxed.isPrimitive() && widens(unboxed, parameter));
    }
    return argument.isPrimitive() && parameter.isAssignableFrom(Primitive.box(argument));
  }

  private static final List<Class<?>> WIDENING =
      Arrays.asList(byte.class, short.class, int.class, long.class, float.class, double.class);

  private static boolean widens(Class<?> from, Class<?> to) {
    if (from == char.class) {
      return WIDENING.indexOf(to) >= WIDENING.indexOf(int.class);
    }
    int begin = WIDENING.indexOf(from);
    return begin >= 0 && WIDENING.indexOf(to) > begin;
  }
}
