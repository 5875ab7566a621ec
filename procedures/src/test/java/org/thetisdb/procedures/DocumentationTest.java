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
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.thetisdb.procedures.runtime.CompiledJar;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.procedures.testing.ProcedureTester;

/**
 * The example of docs/use/procedures.md compiles, passes its own test, and can be uploaded; that of
 * the README can be uploaded, too. The page's pieces of code do what stands beside them.
 */
class DocumentationTest {
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern CLASS = Pattern.compile("public (?:final )?class (\\w+)");

  private static final Pattern BLOCK = Pattern.compile("```(\\w*)\n(.*?)```\n", Pattern.DOTALL);
  private static final Path PAGE = Path.of("../docs/use/procedures.md");

  private static List<String> sources() throws IOException {
    Matcher blocks = JAVA.matcher(Files.readString(PAGE));
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

  /** The block of the page, of those without a language, that holds this. */
  private static String part(String held) throws IOException {
    return BLOCK
        .matcher(Files.readString(PAGE))
        .results()
        .filter(found -> found.group(1).isEmpty())
        .map(found -> found.group(2))
        .filter(block -> block.contains(held))
        .findFirst()
        .orElseThrow();
  }

  private static Class<?> load(String name, String... lines) throws Exception {
    return new MemoryLoader(new CompiledJar().source(name, lines).files()).loadClass(name);
  }

  @Test
  void theTableAndTheRangesOfThePageAreMade() throws Exception {
    String ranges =
        part("ORDERS.prefix(7)")
            .lines()
            .map(line -> line.replaceFirst("//.*", "").strip())
            .collect(Collectors.joining(", "));
    Class<?> orders =
        load(
            "Orders",
            "import java.util.List;",
            "import org.thetisdb.core.schema.ColumnType;",
            "import org.thetisdb.procedures.*;",
            "public class Orders {",
            "  public static final Table ORDERS = " + part("Table.define(\"orders\")"),
            "  public static final List<KeyRange> RANGES = List.of(" + ranges + ");",
            "}");
    Table table = (Table) orders.getField("ORDERS").get(null);
    assertThat(table.name()).isEqualTo("orders");
    assertThat((List<?>) orders.getField("RANGES").get(null)).hasSize(4);
  }

  @Test
  void theProcedureInPiecesOfThePageRuns() throws Exception {
    Class<?> type =
        load(
            "Pay",
            "import java.util.List;",
            "import org.thetisdb.core.schema.ColumnType;",
            "import org.thetisdb.procedures.*;",
            "public final class Pay implements Procedure {",
            "  static final Table CHECKING = Table.define(\"checking\")",
            "      .key(\"customer_id\", ColumnType.LONG).column(\"balance\", ColumnType.LONG).build();",
            "  public List<Table> tables() { return List.of(CHECKING); }",
            "  public void plan(Plan plan, long from, long to, long cents) {",
            "    plan.write(CHECKING, from).write(CHECKING, to);",
            "  }",
            "  private static void raise(Context ctx, long to, long cents) {",
            "    Row row = ctx.get(CHECKING, to);",
            "    ctx.put(row.setLong(\"balance\", row.getLong(\"balance\") + cents));",
            "  }",
            part("inPieces()"),
            "}");
    Procedure pay = (Procedure) type.getConstructor().newInstance();
    Table checking = pay.tables().get(0);
    ProcedureTester db =
        new ProcedureTester()
            .put(checking.row(1).setLong("balance", 1000))
            .put(checking.row(2).setLong("balance", 0));
    db.call(pay, 1L, 2L, 300L);
    assertThat(pay.inPieces()).isTrue();
    assertThat(db.get(checking, 2).getLong("balance")).isEqualTo(300);
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
