package org.thetisdb.procedures.runtime;

import java.util.Set;
import org.thetisdb.procedures.Procedure;

/**
 * What uploaded code sees of the world: the JDK, and the packages of the APIs of procedures and of
 * storage engines. Engine classes and their libraries cannot be named from a jar, so a jar may
 * bring its own copies of any library. One instance serves all jars. Thread-safe as class loaders
 * are.
 */
final class ApiClassLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  /** The parent of every jar's class loader. */
  static final ApiClassLoader INSTANCE = new ApiClassLoader();

  private static final Set<String> PACKAGES =
      Set.of(
          "org.thetisdb.procedures",
          "org.thetisdb.dtxn",
          "org.thetisdb.core.schema",
          "org.thetisdb.core.value");

  private ApiClassLoader() {
    super("thetis-api", ClassLoader.getPlatformClassLoader());
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    int dot = name.lastIndexOf('.');
    if (dot > 0 && PACKAGES.contains(name.substring(0, dot))) {
      return Class.forName(name, false, Procedure.class.getClassLoader());
    }
    throw new ClassNotFoundException(name);
  }
}
