package org.thetisdb.sql.interpret;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls of methods and constructors. What these throw passes as it is. Safe for all threads. */
final class CallTranslator {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

  /** Bounded by the methods that generated code may call. */
  private static final Map<Executable, MethodHandle> HANDLES = new ConcurrentHashMap<>();

  private CallTranslator() {}

  /** A call of a method; {@code target} is null for one without an object. */
  static Typed method(Method named, Typed target, List<Typed> arguments) {
    Class<?> type = target == null ? named.getDeclaringClass() : target.type();
    Method method = Overloads.method(named, type, types(arguments));
    boolean isStatic = Modifier.isStatic(method.getModifiers());
    Node[] values = values(method, isStatic ? null : target, arguments);
    Class<?> result = method.getReturnType();
    return new Typed(call(HANDLES.computeIfAbsent(method, CallTranslator::find), values), result);
  }

  /** A new object. */
  static Typed constructor(Class<?> type, List<Typed> arguments) {
    Constructor<?> constructor = Overloads.constructor(type, types(arguments));
    Node[] values = values(constructor, null, arguments);
    return new Typed(
        call(HANDLES.computeIfAbsent(constructor, CallTranslator::find), values), type);
  }

  private static Class<?>[] types(List<Typed> arguments) {
    return arguments.stream().map(Typed::type).toArray(Class<?>[]::new);
  }

  private static MethodHandle find(Executable executable) {
    try {
      MethodHandle handle =
          executable instanceof Method method
              ? LOOKUP.unreflect(method)
              : LOOKUP.unreflectConstructor((Constructor<?>) executable);
      MethodHandle fixed = handle.asFixedArity();
      int count = fixed.type().parameterCount();
      MethodHandle generic = fixed.asType(MethodType.genericMethodType(count));
      return count > 4 ? generic.asSpreader(Object[].class, count) : generic;
    } catch (IllegalAccessException e) {
      throw new UnknownFormException("access to " + executable);
    }
  }

  private static Node[] values(Executable called, Typed target, List<Typed> arguments) {
    Class<?>[] parameters = called.getParameterTypes();
    int shift = target == null ? 0 : 1;
    boolean gathers =
        called.isVarArgs()
            && (arguments.size() != parameters.length
                || !isArray(arguments.get(parameters.length - 1)));
    if (!gathers && arguments.size() != parameters.length) {
      throw new UnknownFormException("arguments of " + called);
    }
    Node[] values = new Node[parameters.length + shift];
    if (target != null) {
      values[0] = JavaCasts.to(called.getDeclaringClass(), target);
    }
    int fixed = gathers ? parameters.length - 1 : parameters.length;
    for (int i = 0; i < fixed; i++) {
      values[i + shift] = JavaCasts.to(parameters[i], arguments.get(i));
    }
    if (gathers) {
      Class<?> component = parameters[fixed].getComponentType();
      values[fixed + shift] = array(component, arguments.subList(fixed, arguments.size()));
    }
    return values;
  }

  private static boolean isArray(Typed argument) {
    return argument.type().isArray() || argument.type() == Typed.NULL;
  }

  /** A new array of these values. */
  static Node array(Class<?> component, List<Typed> elements) {
    Node[] values =
        elements.stream().map(each -> JavaCasts.to(component, each)).toArray(Node[]::new);
    if (component == Object.class) {
      return frame -> {
        Object[] made = new Object[values.length];
        for (int i = 0; i < made.length; i++) {
          made[i] = values[i].eval(frame);
        }
        return made;
      };
    }
    return frame -> {
      Object made = Array.newInstance(component, values.length);
      for (int i = 0; i < values.length; i++) {
        Array.set(made, i, values[i].eval(frame));
      }
      return made;
    };
  }

  private static Node call(MethodHandle handle, Node[] values) {
    return switch (values.length) {
      case 0 -> new Call0(handle);
      case 1 -> new Call1(handle, values[0]);
      case 2 -> new Call2(handle, values[0], values[1]);
      case 3 -> new Call3(handle, values[0], values[1], values[2]);
      case 4 -> new Call4(handle, values);
      default -> new CallAll(handle, values);
    };
  }

  private record Call0(MethodHandle handle) implements Node {
    @Override
    public Object eval(Object[] frame) {
      try {
        return (Object) handle.invokeExact();
      } catch (Throwable e) {
        throw passed(e);
      }
    }
  }

  private record Call1(MethodHandle handle, Node first) implements Node {
    @Override
    public Object eval(Object[] frame) {
      Object one = first.eval(frame);
      try {
        return (Object) handle.invokeExact(one);
      } catch (Throwable e) {
        throw passed(e);
      }
    }
  }

  private record Call2(MethodHandle handle, Node first, Node second) implements Node {
    @Override
    public Object eval(Object[] frame) {
      Object one = first.eval(frame);
      Object two = second.eval(frame);
      try {
        return (Object) handle.invokeExact(one, two);
      } catch (Throwable e) {
        throw passed(e);
      }
    }
  }

  private record Call3(MethodHandle handle, Node first, Node second, Node third) implements Node {
    @Override
    public Object eval(Object[] frame) {
      Object one = first.eval(frame);
      Object two = second.eval(frame);
      Object three = third.eval(frame);
      try {
        return (Object) handle.invokeExact(one, two, three);
      } catch (Throwable e) {
        throw passed(e);
      }
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Call4(MethodHandle handle, Node[] values) implements Node {
    @Override
    public Object eval(Object[] frame) {
      Object one = values[0].eval(frame);
      Object two = values[1].eval(frame);
      Object three = values[2].eval(frame);
      Object four = values[3].eval(frame);
      try {
        return (Object) handle.invokeExact(one, two, three, four);
      } catch (Throwable e) {
        throw passed(e);
      }
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record CallAll(MethodHandle handle, Node[] values) implements Node {
    @Override
    public Object eval(Object[] frame) {
      Object[] arguments = new Object[values.length];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = values[i].eval(frame);
      }
      try {
        return (Object) handle.invokeExact(arguments);
      } catch (Throwable e) {
        throw passed(e);
      }
    }
  }

  /** The same, thrown without being declared, as a class made of the tree would. */
  @SuppressWarnings("unchecked")
  static <E extends Throwable> RuntimeException passed(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
