package org.thetisdb.procedures.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import example.bank.SendPayment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;

/** Jars are loaded apart from each other, replaced, and refused with a reason. */
class ProcedureJarTest {
  private static CompiledJar procedure(String name, String... body) {
    return new CompiledJar().source("shop." + name, source(name, body));
  }

  private static String source(String name, String... body) {
    return """
        package shop;
        import java.util.List;
        import org.thetisdb.procedures.*;
        public class %s implements Procedure {
          public List<Table> tables() { return List.of(); }
          %s
        }
        """
        .formatted(name, String.join("\n", body));
  }

  private static Object call(ProcedureDefinition procedure, Object... arguments) throws Exception {
    return procedure.run(null, procedure.checkArguments(arguments));
  }

  private static void assertRefused(byte[] jar, ErrorCode code, String problem) {
    assertThatThrownBy(() -> ProcedureJar.load("shop", 1, jar))
        .isInstanceOfSatisfying(ThetisException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(problem);
  }

  private static void assertBad(CompiledJar jar, String problem) throws IOException {
    assertRefused(jar.build(), ErrorCode.BAD_JAR, problem);
  }

  @Test
  void aProcedureIsUploadedCalledAndReplaced() throws Exception {
    byte[] one = procedure("Price", "public long run(Context c, long n) { return n * 2; }").build();
    byte[] two = procedure("Price", "public long run(Context c, long n) { return n * 3; }").build();

    ProcedureRegistry first = ProcedureRegistry.EMPTY.withJar(ProcedureJar.load("shop", 1, one));
    assertThat(call(first.require("Price"), 7)).isEqualTo(14L);

    ProcedureRegistry second = first.withJar(ProcedureJar.load("shop", 2, two));
    assertThat(call(second.require("Price"), 7)).isEqualTo(21L);
    assertThat(call(second.find("Price", 1), 7)).isEqualTo(14L);
  }

  @Test
  void aJarBringsTablesHelpersAndResources() throws Exception {
    byte[] bytes =
        new CompiledJar()
            .source(
                "shop.Base",
                "package shop;",
                "import java.util.List;",
                "import org.thetisdb.core.schema.ColumnType;",
                "import org.thetisdb.procedures.*;",
                "abstract class Base implements Procedure {",
                "  static final Table ITEM = Table.define(\"item\")",
                "      .key(\"id\", ColumnType.LONG).column(\"name\", ColumnType.STRING).build();",
                "  public List<Table> tables() { return List.of(ITEM); }",
                "}")
            .source(
                "shop.Greet",
                "package shop;",
                "import org.thetisdb.procedures.*;",
                "public final class Greet extends Base {",
                "  public void plan(Plan plan, long id) { plan.read(ITEM, id); }",
                "  public String run(Context ctx, long id) throws java.io.IOException {",
                "    try (var in = Greet.class.getResourceAsStream(\"/hello.txt\")) {",
                "      return new String(in.readAllBytes()) + Inner.NAME;",
                "    }",
                "  }",
                "  static final class Inner { static final String NAME = \"you\".strip(); }",
                "}")
            .file("hello.txt", "Hello, ".getBytes(StandardCharsets.UTF_8))
            .build();
    ProcedureJar jar = ProcedureJar.load("shop", 1, bytes);
    assertThat(jar.tables()).hasToString("[item(id LONG NOT NULL | name STRING NOT NULL)]");
    ProcedureDefinition greet = jar.find("Greet");
    assertThat(greet.className()).isEqualTo("shop.Greet");
    assertThat(call(greet, 1)).isEqualTo("Hello, you");

    TableRegistry tables = TableRegistry.empty(100).withTable(4, jar.tables().get(0).schema());
    AccessPlanBuilder builder = new AccessPlanBuilder().begin(tables);
    greet.plan(builder, new Object[] {5L});
    RowKey key = new RowKey(4, jar.tables().get(0).keys().encode(5L));
    assertThat(builder.build().reads()).containsExactly(key);
  }

  private static final String LOOK_UP =
      """
      public String run(Context c, String name) {
        try {
          return Class.forName(name).getClassLoader() == null ? "jdk" : "seen";
        } catch (ClassNotFoundException e) {
          return "not there";
        }
      }
      """;

  @Test
  void aJarSeesTheJdkTheApiAndItself() throws Exception {
    ProcedureJar a = ProcedureJar.load("a", 1, procedure("Look", LOOK_UP).build());
    ProcedureJar b = ProcedureJar.load("b", 2, procedure("Other", LOOK_UP).build());
    ProcedureDefinition look = a.find("Look");
    assertThat(call(look, "shop.Look")).isEqualTo("seen");
    assertThat(call(look, "java.util.List")).isEqualTo("jdk");
    assertThat(call(look, "java.sql.Connection")).isEqualTo("seen");
    assertThat(call(look, "org.thetisdb.procedures.Row")).isEqualTo("seen");
    assertThat(call(look, "org.thetisdb.core.schema.ColumnType")).isEqualTo("seen");
    assertThat(call(look, "shop.Other")).isEqualTo("not there");
    assertThat(call(b.find("Other"), "shop.Look")).isEqualTo("not there");
    for (String engine :
        new String[] {
          "org.thetisdb.procedures.runtime.ProcedureJar",
          "org.thetisdb.procedures.testing.ProcedureTester",
          "org.thetisdb.core.key.RowKey",
          "org.slf4j.Logger",
          "org.junit.jupiter.api.Test"
        }) {
      assertThat(call(look, engine)).as(engine).isEqualTo("not there");
    }
  }

  @Test
  void twoJarsMayHaveClassesOfOneName() throws Exception {
    CompiledJar one = procedure("A", "public int run(Context c) { return Util.VALUE; }");
    one.source("shop.Util", "package shop; class Util { static int VALUE = 1; }");
    CompiledJar two = procedure("B", "public int run(Context c) { return Util.VALUE; }");
    two.source("shop.Util", "package shop; class Util { static int VALUE = 2; }");
    ProcedureRegistry both =
        ProcedureRegistry.EMPTY
            .withJar(ProcedureJar.load("one", 1, one.build()))
            .withJar(ProcedureJar.load("two", 2, two.build()));
    assertThat(call(both.require("A"))).isEqualTo(1);
    assertThat(call(both.require("B"))).isEqualTo(2);
  }

  @Test
  void classesOfTheClassPathPackThemselves() throws Exception {
    byte[] bytes = ProcedureJar.pack(SendPayment.class);
    assertThat(ProcedureJar.pack(SendPayment.class)).isEqualTo(bytes);
    ProcedureJar jar = ProcedureJar.load("bank", 1, bytes);
    assertThat(jar.procedures()).hasToString("[SendPayment(long, long, long) of bank v1]");
    assertThat(jar.tables()).containsExactly(SendPayment.CHECKING);
    assertThatThrownBy(() -> ProcedureJar.pack(String.class))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Has nested procedures and a class without a name. */
  public static final class Workload {
    private Workload() {}

    /** Nested, with an anonymous class and a lambda. */
    public static final class Nested implements org.thetisdb.procedures.Procedure {
      @Override
      public java.util.List<org.thetisdb.procedures.Table> tables() {
        return java.util.List.of();
      }

      /** Returns 6. */
      public int run(org.thetisdb.procedures.Context ctx) {
        java.util.function.IntSupplier anonymous =
            new java.util.function.IntSupplier() {
              @Override
              public int getAsInt() {
                return secret();
              }
            };
        java.util.function.IntUnaryOperator doubled = i -> 2 * i;
        return doubled.applyAsInt(anonymous.getAsInt());
      }
    }

    private static int secret() {
      return 3;
    }
  }

  @Test
  void nestedClassesArePackedWithTheirNest() throws Exception {
    byte[] bytes =
        ProcedureJar.pack(
            Workload.class, ProcedureRegistryTest.class, ProcedureDefinitionTest.class);
    Map<String, byte[]> files = JarContents.unpack(bytes, JarLimits.DEFAULT);
    assertThat(files.keySet()).anyMatch(path -> path.endsWith("Workload$Nested$1.class"));
    assertRefused(
        bytes, ErrorCode.BAD_JAR, "leave classes of Thetis and of the JDK out (Maven scope");
  }

  @Test
  void whatIsNoJarIsRefused() throws Exception {
    byte[] good = procedure("A", "public int run(Context c) { return 1; }").build();
    assertRefused(new byte[0], ErrorCode.BAD_JAR, "it is no zip file");
    assertRefused(
        "no jar".repeat(99).getBytes(StandardCharsets.UTF_8), ErrorCode.BAD_JAR, "no zip");
    assertRefused(Arrays.copyOf(good, good.length - 30), ErrorCode.BAD_JAR, "its end is missing");
    byte[] noStart = good.clone();
    noStart[0] = 0;
    assertRefused(noStart, ErrorCode.BAD_JAR, "(0 files where 1 are listed)");
  }

  @Test
  void damagedJarsAreLoadedOrRefused() throws Exception {
    byte[] good = procedure("A", "public int run(Context c) { return 1; }").build();
    Random random = new Random(1);
    for (int i = 0; i < 2000; i++) {
      byte[] bad = good.clone();
      for (int j = 1 + random.nextInt(3); j > 0; j--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      load(bad);
    }
  }

  private static void load(byte[] jar) {
    try {
      ProcedureJar.load("shop", 1, jar);
    } catch (ThetisException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.BAD_JAR);
    }
  }

  @Test
  void damagedClassFilesAreLoadedOrRefused() throws Exception {
    String path = "shop/A.class";
    byte[] good = procedure("A", "public int run(Context c) { return 1; }").files().get(path);
    Random random = new Random(2);
    for (int i = 0; i < 2000; i++) {
      byte[] bad =
          Arrays.copyOf(good, random.nextInt(4) == 0 ? random.nextInt(good.length) : good.length);
      for (int j = random.nextInt(3); j > 0 && bad.length > 0; j--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      load(JarPacker.zip(Map.of(path, bad)));
    }
  }

  @Test
  void largeJarsAreRefusedBeforeTheyAreUnpacked() throws Exception {
    assertRefused(
        new byte[(8 << 20) + 1],
        ErrorCode.JAR_TOO_LARGE,
        "The jar has 8388609 bytes, more than the 8388608 allowed.");
    byte[] bomb = bomb(65 << 20);
    assertThat(bomb).hasSizeLessThan(100_000);
    assertRefused(bomb, ErrorCode.JAR_TOO_LARGE, "The jar unpacks to more than 67108864 bytes.");
    TreeMap<String, byte[]> many = new TreeMap<>();
    for (int i = 0; i <= 10_000; i++) {
      many.put("f" + i, new byte[0]);
    }
    assertRefused(
        JarPacker.zip(many), ErrorCode.JAR_TOO_LARGE, "The jar has more than 10000 files.");
  }

  private static byte[] bomb(int size) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("bomb"));
      zip.write(new byte[size]);
      zip.closeEntry();
    }
    return bytes.toByteArray();
  }

  @Test
  void jarsWithoutProceduresAreRefused() throws Exception {
    assertBad(
        new CompiledJar().source("shop.A", "package shop; public class A {}"),
        "no public class in it implements org.thetisdb.procedures.Procedure"
            + " or org.thetisdb.dtxn.StorageEngine.");
    String hidden = source("A", "public void run(Context c) {}").replace("public class", "class");
    assertBad(new CompiledJar().source("shop.A", hidden), "these do but are not public: [shop.A]");
    assertBad(new CompiledJar().file("a.txt", new byte[1]), "no public class in it implements");
  }

  @Test
  void procedureClassesAreCheckedWithTheirNames() throws Exception {
    assertBad(procedure("A"), "class shop.A is no procedure: needs exactly one public method run");
    assertBad(
        procedure("A", "public A(int i) {}", "public void run(Context c) {}"),
        "class shop.A is no procedure: needs a public constructor without parameters");
    assertBad(
        procedure("A", "public A() { throw new RuntimeException(\"x\"); }"),
        "its constructor threw java.lang.RuntimeException: x");
    assertBad(
        procedure("A", "static int x = 1 / 0;", "public void run(Context c) {}"),
        "class shop.A is no procedure: it cannot be made: java.lang.ExceptionInInitializerError");
    CompiledJar twice = procedure("A", "public void run(Context c) {}");
    twice.source(
        "shop.B",
        source("B", "public void run(Context c) {}", "public String name() { return \"A\"; }"));
    assertBad(twice, "it holds two procedures named \"A\", shop.A and shop.B");
  }

  @Test
  void classesOfThetisDoNotComeInJars() throws Exception {
    CompiledJar jar = procedure("A", "public void run(Context c) {}");
    jar.source("org.thetisdb.Evil", "package org.thetisdb; public class Evil {}");
    assertBad(jar, "it holds class org.thetisdb.Evil; leave classes of Thetis");
    CompiledJar workload = procedure("A", "public void run(Context c) {}");
    workload.source("org.thetisdb.benchmarks.B", "package org.thetisdb.benchmarks; class B {}");
    assertThat(ProcedureJar.load("shop", 1, workload.build()).procedures()).hasSize(1);
    CompiledJar renamed = procedure("A", "public void run(Context c) {}");
    renamed.file("shop/B.class", procedure("A").files().get("shop/A.class"));
    assertBad(renamed, "shop/B.class holds the class shop/A");
  }

  @Test
  void aMissingLibraryIsNamed() throws Exception {
    CompiledJar jar = procedure("A", "public void run(Context c) {}");
    jar.source("shop.Lib", "package shop; public class Lib {}");
    jar.source(
        "shop.B",
        source("B extends Lib", "public void run(Context c) {}")
            .replace("B extends Lib implements", "B extends Lib implements"));
    Map<String, byte[]> files = new TreeMap<>(jar.files());
    files.remove("shop/Lib.class");
    assertRefused(
        JarPacker.zip(files),
        ErrorCode.BAD_JAR,
        "class shop.B cannot be loaded: java.lang.NoClassDefFoundError: shop/Lib");
  }

  @Test
  void brokenLibraryClassesThatAreNotUsedDoNoHarm() throws Exception {
    CompiledJar jar = procedure("A", "public void run(Context c) {}");
    jar.source("shop.Lib", "package shop; public class Lib {}");
    jar.source("shop.Unused", "package shop; public class Unused extends Lib {}");
    Map<String, byte[]> files = new TreeMap<>(jar.files());
    files.remove("shop/Lib.class");
    assertThat(ProcedureJar.load("shop", 1, JarPacker.zip(files)).procedures()).hasSize(1);
  }
}
