package org.thetisdb.router.catalog;

import org.thetisdb.procedures.runtime.ProcedureJar;

/** Makes procedures of the bytes of a jar. */
@FunctionalInterface
public interface JarLoader {
  /** Loads real jars, each in a class loader of its own. */
  JarLoader DEFAULT = ProcedureJar::load;

  /**
   * Loads a jar.
   *
   * @throws org.thetisdb.core.error.ThetisException BAD_JAR if it cannot be used
   */
  ProcedureJar load(String name, int version, byte[] jar);
}
