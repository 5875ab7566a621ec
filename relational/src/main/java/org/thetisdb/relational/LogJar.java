package org.thetisdb.relational;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.thetisdb.relational.log.StatementLog;

/** The classes of the log, as a cluster takes them. Stateless. */
final class LogJar {
  private static final List<String> CLASSES =
      List.of(
          "StatementLog",
          "StatementLog$Entry",
          "StatementLog$Trimmed",
          "LogFragments",
          "LogHead",
          "LogPage");

  private LogJar() {}

  /** The same bytes for the same classes, so that a second upload changes nothing. */
  static byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes)) {
      for (String name : CLASSES) {
        JarEntry entry = new JarEntry("org/thetisdb/relational/log/" + name + ".class");
        entry.setTime(0);
        jar.putNextEntry(entry);
        try (InputStream code = StatementLog.class.getResourceAsStream(name + ".class")) {
          code.transferTo(jar);
        }
        jar.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
