package org.thetisdb.procedures.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.dtxn.StorageEngine;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.engine.HostedEngine;

/**
 * Finds the procedures among the classes of a jar, and makes those of its storage engines. Only
 * classes that implement {@link Procedure} or {@link StorageEngine} are loaded, so a jar may hold
 * libraries of which not every class can be. For one use by one thread.
 */
final class ProcedureScanner {
  private static final String PROCEDURE = Procedure.class.getName().replace('.', '/');
  private static final String ENGINE = StorageEngine.class.getName().replace('.', '/');
  private static final String THETIS = "org/thetisdb/";

  /**
   * Workloads of Thetis itself, and the log of databases beside it, are uploaded as an
   * application's classes are; the engine has none of them.
   */
  private static final List<String> UPLOADED =
      List.of("org/thetisdb/benchmarks/", "org/thetisdb/relational/");

  private static final String JAVA = "java/";

  /** More superclasses than any real class has; a jar could hold a cycle. */
  private static final int MAX_ANCESTORS = 1000;

  private final JarClassLoader loader;
  private final SortedMap<String, ClassHeader> headers = new TreeMap<>();
  private final List<String> hidden = new ArrayList<>();

  private ProcedureScanner(JarClassLoader loader) {
    this.loader = loader;
  }

  /**
   * One instance of each procedure, in order of class names.
   *
   * @throws ThetisException BAD_JAR
   */
  static List<Procedure> scan(SortedMap<String, byte[]> files, JarClassLoader loader) {
    ProcedureScanner scanner = new ProcedureScanner(loader);
    files.entrySet().stream().filter(JarContents::isClass).forEach(scanner::readHeader);
    return scanner.instantiateAll();
  }

  private void readHeader(Map.Entry<String, byte[]> file) {
    ClassHeader header = header(file);
    if (!file.getKey().equals(header.name() + ".class")) {
      throw JarContents.bad(file.getKey() + " holds the class " + header.name());
    }
    if (isReserved(header.name())) {
      throw JarContents.bad(
          "it holds class "
              + dotted(header.name())
              + "; leave classes of Thetis and of the JDK out (Maven scope \"provided\")");
    }
    headers.put(header.name(), header);
  }

  private static boolean isReserved(String name) {
    return name.startsWith(JAVA)
        || (name.startsWith(THETIS) && UPLOADED.stream().noneMatch(name::startsWith));
  }

  private static ClassHeader header(Map.Entry<String, byte[]> file) {
    try {
      return ClassHeader.read(file.getValue());
    } catch (CodecException e) {
      throw JarContents.bad(file.getKey() + " is no class file (" + e.getMessage() + ")")
          .causedBy(e);
    }
  }

  private List<Procedure> instantiateAll() {
    List<Procedure> found = new ArrayList<>();
    for (String name : headers.keySet()) {
      if (isOf(PROCEDURE, name, new int[] {MAX_ANCESTORS})) {
        usable(dotted(name)).ifPresent(type -> found.add((Procedure) instantiate(type)));
      }
      if (isOf(ENGINE, name, new int[] {MAX_ANCESTORS})) {
        usable(dotted(name)).ifPresent(type -> found.addAll(engine(type)));
      }
    }
    if (found.isEmpty()) {
      String hint = hidden.isEmpty() ? "" : "; these do but are not public: " + hidden;
      throw JarContents.bad(
          "no public class in it implements "
              + Procedure.class.getName()
              + " or "
              + StorageEngine.class.getName()
              + hint);
    }
    return found;
  }

  private boolean isOf(String wanted, String name, int[] ancestorsLeft) {
    ClassHeader header = headers.get(name);
    if (header == null || ancestorsLeft[0]-- <= 0) {
      return name.equals(wanted);
    }
    return Stream.concat(Stream.of(header.superName()), header.interfaces().stream())
        .anyMatch(ancestor -> isOf(wanted, ancestor, ancestorsLeft));
  }

  /** The class, unless it is abstract or hidden. */
  private Optional<Class<?>> usable(String className) {
    Class<?> type = load(className);
    int modifiers = type.getModifiers();
    if (Modifier.isAbstract(modifiers)) {
      return Optional.empty();
    }
    if (!Modifier.isPublic(modifiers)) {
      hidden.add(className);
      return Optional.empty();
    }
    return Optional.of(type);
  }

  private static List<Procedure> engine(Class<?> type) {
    return HostedEngine.procedures(type.getSimpleName(), () -> (StorageEngine) instantiate(type));
  }

  private Class<?> load(String className) {
    try {
      return Class.forName(className, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw JarContents.bad("class " + className + " cannot be loaded: " + e).causedBy(e);
    }
  }

  private static Object instantiate(Class<?> type) {
    try {
      return type.getConstructor().newInstance();
    } catch (NoSuchMethodException e) {
      throw ProcedureMethods.bad(
              type, "needs a public constructor without parameters; if nested, make it static")
          .causedBy(e);
    } catch (InvocationTargetException e) {
      throw ProcedureMethods.bad(type, "its constructor threw " + e.getCause()).causedBy(e);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw ProcedureMethods.bad(type, "it cannot be made: " + e).causedBy(e);
    }
  }

  private static String dotted(String name) {
    return name.replace('/', '.');
  }
}
