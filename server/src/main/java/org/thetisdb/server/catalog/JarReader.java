package org.thetisdb.server.catalog;

import org.thetisdb.procedures.runtime.ProcedureJar;

/** Makes procedures out of an uploaded jar's bytes. */
@FunctionalInterface
public interface JarReader {
  /**
   * Loads a jar.
   *
   * @throws org.thetisdb.core.error.ThetisException BAD_JAR or JAR_TOO_LARGE
   */
  ProcedureJar read(String name, int version, byte[] jar);
}
