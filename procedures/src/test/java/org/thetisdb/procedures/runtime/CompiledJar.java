package org.thetisdb.procedures.runtime;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources in memory and packs the classes into a jar, as an application's build would. */
public final class CompiledJar {
  private final Map<String, String> sources = new HashMap<>();
  private final SortedMap<String, byte[]> files = new TreeMap<>();

  /** Adds the source of a class. */
  public CompiledJar source(String className, String... lines) {
    sources.put(className, String.join("\n", lines));
    return this;
  }

  /** Adds a file as it is. */
  public CompiledJar file(String path, byte[] bytes) {
    files.put(path, bytes);
    return this;
  }

  /** The jar. */
  public byte[] build() throws IOException {
    if (!sources.isEmpty()) {
      compile();
    }
    return JarPacker.zip(files);
  }

  /** What would be in the jar. */
  public SortedMap<String, byte[]> files() throws IOException {
    build();
    return files;
  }

  private void compile() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Iterable<Source> units = sources.entrySet().stream().map(Source::new).toList();
    try (Manager manager = new Manager(compiler.getStandardFileManager(null, null, null))) {
      if (!compiler.getTask(null, manager, null, null, null, units).call()) {
        throw new AssertionError("the sources of the test do not compile");
      }
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(Map.Entry<String, String> source) {
      super(URI.create("string:///" + source.getKey().replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = source.getValue();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private final class Manager extends ForwardingJavaFileManager<JavaFileManager> {
    Manager(JavaFileManager standard) {
      super(standard);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new Output(className.replace('.', '/') + ".class");
    }
  }

  private final class Output extends SimpleJavaFileObject {
    private final String path;

    Output(String path) {
      super(URI.create("string:///" + path), Kind.CLASS);
      this.path = path;
    }

    @Override
    public OutputStream openOutputStream() {
      return new ByteArrayOutputStream() {
        @Override
        public void close() {
          files.put(path, toByteArray());
        }
      };
    }
  }
}
