package org.thetisdb.procedures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.thetisdb.procedures.runtime.CompiledJar;
import org.thetisdb.procedures.runtime.ProcedureJar;

/**
 * The example of docs/use/procedures.md compiles, passes its own test, and can be uploaded; that of
 * the README can be uploaded, too.
 */
class DocumentationTest {
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern CLASS = Pattern.compile("public (?:final )?class (\\w+)");

  private static List<String> sources() throws IOException {
    Matcher blocks = JAVA.matcher(Files.readString(Path.of("../docs/use/procedures.md")));
    List<String> sources = new ArrayList<>();
    while (blocks.find()) {
      sources.add(blocks.group(1));
    }
    return sources;
  }

  private static CompiledJar compiled() throws IOException {
    CompiledJar jar = new CompiledJar();
    for (String source : sources()) {
      Matcher name = CLASS.matcher(source);
      assertThat(name.find()).isTrue();
      jar.source("com.example.bank." + name.group(1), source);
    }
    return jar;
  }

  @Test
  void theExampleCanBeUploaded() throws IOException {
    ProcedureJar jar = ProcedureJar.load("bank", 1, compiled().build());
    assertThat(jar.procedures()).hasToString("[SendPayment(long, long, long) of bank v1]");
    assertThat(jar.procedures().get(0).hasPlan()).isTrue();
  }

  @Test
  void theExampleOfTheReadmeCanBeUploaded() throws IOException {
    Matcher blocks = JAVA.matcher(Files.readString(Path.of("../README.md")));
    String source =
        blocks
            .results()
            .map(found -> found.group(1))
            .filter(block -> block.contains("implements Procedure"))
            .findFirst()
            .orElseThrow();
    CompiledJar jar =
        new CompiledJar()
            .source(
                "com.example.bank.SendPayment",
                "package com.example.bank;",
                "import java.util.List;",
                "import org.thetisdb.core.schema.ColumnType;",
                "import org.thetisdb.procedures.*;",
                source);
    assertThat(ProcedureJar.load("bank", 1, jar.build()).procedures())
        .hasToString("[SendPayment(long, long, long) of bank v1]");
  }

  @Test
  void theExamplePassesItsTest() throws Exception {
    Class<?> test =
        new MemoryLoader(compiled().files()).loadClass("com.example.bank.SendPaymentTest");
    int tests = 0;
    for (Method method : test.getDeclaredMethods()) {
      if (method.isAnnotationPresent(Test.class)) {
        method.invoke(test.getConstructor().newInstance());
        tests++;
      }
    }
    assertThat(tests).isEqualTo(2);
  }

  /** Sees what tests see, as the build of an application would. */
  private static final class MemoryLoader extends ClassLoader {
    private final Map<String, byte[]> files;

    MemoryLoader(Map<String, byte[]> files) {
      super(DocumentationTest.class.getClassLoader());
      this.files = files;
    }

    @Override
    protected Class<?> findClass(String name) {
      byte[] file = files.get(name.replace('.', '/') + ".class");
      return defineClass(name, file, 0, file.length);
    }
  }
}
