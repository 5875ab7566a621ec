package org.thetisdb.embedded;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A jar as bytes, out of a file or out of a directory of classes. */
final class JarBytes {
  private JarBytes() {}

  static byte[] of(Path classes) throws IOException {
    return Files.isDirectory(classes) ? packed(classes) : Files.readAllBytes(classes);
  }

  private static byte[] packed(Path directory) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream jar = new ZipOutputStream(bytes);
        Stream<Path> files = Files.walk(directory)) {
      List<Path> sorted = files.filter(Files::isRegularFile).sorted().toList();
      for (Path file : sorted) {
        String name = directory.relativize(file).toString().replace(File.separatorChar, '/');
        jar.putNextEntry(new ZipEntry(name));
        Files.copy(file, jar);
        jar.closeEntry();
      }
    }
    return bytes.toByteArray();
  }
}
