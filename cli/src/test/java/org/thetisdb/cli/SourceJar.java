package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Procedure;

/**
 * A jar of procedures as an application's build makes it: from sources of its own, against the two
 * libraries that a user has, and nothing else of Thetis.
 */
final class SourceJar {
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final Map<String, byte[]> files = new TreeMap<>();

  /** Adds a class by its full name. */
  SourceJar with(String className, String source) {
    sources.put(className, source);
    return this;
  }

  /** Adds a file that is no class. */
  SourceJar withFile(String path, byte[] bytes) {
    files.put(path, bytes);
    return this;
  }

  /** Compiles in {@code directory} and packs. */
  byte[] build(Path directory) throws IOException {
    Path classes = Files.createTempDirectory(directory, "classes");
    compile(classes);
    Map<String, byte[]> all = new TreeMap<>(files);
    try (Stream<Path> made = Files.walk(classes)) {
      for (Path file : made.filter(Files::isRegularFile).toList()) {
        all.put(
            classes.relativize(file).toString().replace(File.separatorChar, '/'),
            Files.readAllBytes(file));
      }
    }
    return zip(all);
  }

  private void compile(Path target) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((name, source) -> units.add(new Source(name, source)));
    StringWriter said = new StringWriter();
    List<String> options =
        List.of("--release", "17", "-cp", classPath(), "-d", target.toString(), "-proc:none");
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      boolean good = compiler.getTask(said, manager, null, options, null, units).call();
      assertThat(good).as(said.toString()).isTrue();
    }
  }

  private static String classPath() {
    return place(Procedure.class) + File.pathSeparator + place(ColumnType.class);
  }

  private static Path place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] zip(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** A source in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String className, String text) {
      super(URI.create("string:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
