package org.thetisdb.sql.interpret;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.function.Function0;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.function.Function2;
import org.apache.calcite.linq4j.function.Predicate1;
import org.apache.calcite.linq4j.function.Predicate2;

/** The types of objects that a tree makes: what Java code sees of them. Stateless. */
final class Shapes {
  private Shapes() {}

  /** Makes an object whose functions find this environment. */
  @FunctionalInterface
  interface Maker {
    Object make(Object[] environment);
  }

  /** Objects of an interface with one method. */
  static Maker function(Class<?> type, Code code) {
    if (type == Function1.class) {
      return environment -> (Function1<Object, Object>) one -> code.call(environment, one);
    }
    if (type == Function2.class) {
      return environment ->
          (Function2<Object, Object, Object>) (one, two) -> code.call(environment, one, two);
    }
    if (type == Function0.class) {
      return environment -> (Function0<Object>) () -> code.call(environment);
    }
    if (type == Predicate1.class) {
      return environment -> (Predicate1<Object>) one -> (Boolean) code.call(environment, one);
    }
    if (type == Predicate2.class) {
      return environment ->
          (Predicate2<Object, Object>) (one, two) -> (Boolean) code.call(environment, one, two);
    }
    return proxy(type, Map.of(onlyMethod(type).getName(), code));
  }

  /** The one method that an object of this interface has to have. */
  static Method onlyMethod(Class<?> type) {
    List<Method> methods =
        Arrays.stream(type.getMethods())
            .filter(each -> Modifier.isAbstract(each.getModifiers()) && !each.isBridge())
            .toList();
    if (!type.isInterface() || methods.stream().map(Method::getName).distinct().count() != 1) {
      throw new UnknownFormException("a function of " + type);
    }
    return methods.get(0);
  }

  /** Objects with several methods. */
  static Maker object(Class<?> type, Map<String, Code> codes) {
    if (type == AbstractEnumerable.class) {
      Code enumerator = codes.get("enumerator");
      return environment -> new Rows(enumerator, environment);
    }
    if (type == Enumerator.class) {
      Cursor codeOf =
          new Cursor(
              codes.get("current"), codes.get("moveNext"), codes.get("reset"), codes.get("close"));
      return environment -> new Walk(codeOf, environment);
    }
    if (type == Comparator.class && codes.size() == 1) {
      Code compare = codes.get("compare");
      return environment ->
          (Comparator<Object>) (one, two) -> (Integer) compare.call(environment, one, two);
    }
    return proxy(type, codes);
  }

  private static Maker proxy(Class<?> type, Map<String, Code> codes) {
    if (!type.isInterface()) {
      throw new UnknownFormException("an object of " + type);
    }
    Map<String, Code> known = Map.copyOf(codes);
    return environment -> {
      InvocationHandler handler =
          (self, method, arguments) -> invoked(known, environment, self, method, arguments);
      return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
    };
  }

  @SuppressWarnings("ReferenceEquality")
  private static Object invoked(
      Map<String, Code> codes, Object[] environment, Object self, Method method, Object[] given)
      throws Throwable {
    Code code = codes.get(method.getName());
    if (code != null) {
      return given == null ? code.call(environment) : code.callAll(environment, given);
    }
    if (method.isDefault()) {
      return InvocationHandler.invokeDefault(self, method, given);
    }
    return switch (method.getName()) {
      case "equals" -> self == given[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> "an object of a tree";
    };
  }

  private static final class Rows extends AbstractEnumerable<Object> {
    private final Code enumerator;
    private final Object[] environment;

    Rows(Code enumerator, Object[] environment) {
      this.enumerator = enumerator;
      this.environment = environment;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Enumerator<Object> enumerator() {
      return (Enumerator<Object>) enumerator.call(environment);
    }
  }

  private record Cursor(Code current, Code moveNext, Code reset, Code close) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Walk(Cursor code, Object[] environment) implements Enumerator<Object> {
    @Override
    public Object current() {
      return code.current.call(environment);
    }

    @Override
    public boolean moveNext() {
      return (Boolean) code.moveNext.call(environment);
    }

    @Override
    public void reset() {
      code.reset.call(environment);
    }

    @Override
    public void close() {
      code.close.call(environment);
    }
  }
}
