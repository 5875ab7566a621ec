package org.thetisdb.procedures.runtime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes jars in memory. The same classes give the same bytes. Stateless. */
final class JarPacker {
  private static final LocalDateTime TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

  private JarPacker() {}

  static byte[] pack(Class<?>... classes) {
    try {
      Map<String, byte[]> files = new TreeMap<>();
      for (Class<?> type : classes) {
        for (Class<?> member : type.getNestHost().getNestMembers()) {
          files.put(path(member), read(member));
        }
      }
      return zip(files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String path(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  private static byte[] read(Class<?> type) throws IOException {
    ClassLoader loader = type.getClassLoader();
    if (loader == null) {
      throw new IllegalArgumentException(type + " is part of the JDK and cannot be packed");
    }
    try (InputStream input = loader.getResourceAsStream(path(type))) {
      if (input == null) {
        throw new IllegalArgumentException(type + " was not loaded from a class file");
      }
      return input.readAllBytes();
    }
  }

  static byte[] zip(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(TIME);
        zip.putNextEntry(entry);
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }
}
