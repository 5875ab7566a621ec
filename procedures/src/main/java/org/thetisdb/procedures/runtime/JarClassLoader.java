package org.thetisdb.procedures.runtime;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;

/**
 * The classes of one version of one jar, apart from those of every other. Other files of the jar
 * can be read with {@link Class#getResourceAsStream}. Thread-safe as class loaders are.
 */
final class JarClassLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private final Map<String, byte[]> files;

  /** {@code files} by their paths; must not change any more. */
  JarClassLoader(String jarName, int version, Map<String, byte[]> files) {
    super(jarName + "-v" + version, ApiClassLoader.INSTANCE);
    this.files = files;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] file = files.get(name.replace('.', '/') + ".class");
    if (file == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, file, 0, file.length);
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    byte[] file = files.get(name);
    return file == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(file);
  }
}
