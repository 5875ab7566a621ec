package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.client.CallException;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.Bystanders;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.testing.InTurn;

/** Jars that cannot be used are refused with one clear error; nothing changes, nobody notices. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
@InTurn(oneIn = 5, from = 3, whole = true)
final class UploadTroubleTest {
  private static final String HEAD =
      """
      package jar.%s;
      import java.util.List;
      import org.thetisdb.core.schema.ColumnType;
      import org.thetisdb.procedures.*;
      public final class %s implements Procedure {
        static final Table T = Table.define("upload_%s").key("id", ColumnType.LONG)
            .column("v", ColumnType.%s).build();
        public List<Table> tables() { return List.of(T); }
      """;

  @TempDir private Path directory;
  private Bystanders bystanders;
  private String address;
  private ThetisClient client;

  @BeforeEach
  void open(EmbeddedCluster cluster) throws InterruptedException {
    address = cluster.clientAddress().toString();
    client =
        ThetisClient.connect(
            address, ClientOptions.defaults().withCallTimeout(Duration.ofSeconds(60)));
    bystanders = Bystanders.start(address, 2);
    bystanders.goOn(20);
  }

  @AfterEach
  void nobodyNoticed() throws InterruptedException {
    try {
      bystanders.assertUndisturbed();
    } finally {
      bystanders.close();
      client.close();
    }
  }

  /** The source of a procedure of a package, with a table of its own, and some more members. */
  private static String source(String inPackage, String name, String type, String members) {
    return HEAD.formatted(inPackage, name, inPackage, type) + members + "}";
  }

  private static SourceJar jar(String inPackage, String name, String members) {
    return new SourceJar()
        .with("jar." + inPackage + "." + name, source(inPackage, name, "LONG", members));
  }

  private void assertRefused(ErrorCode code, String mentioned, byte[] jar) {
    assertRefused(code, mentioned, "refused", jar);
  }

  private void assertRefused(ErrorCode code, String mentioned, String name, byte[] jar) {
    CallException refusal =
        catchThrowableOfType(CallException.class, () -> client.uploadJar(name, jar));
    assertThat(refusal).as("the jar was taken").isNotNull();
    assertThat(refusal.code()).as(refusal.getMessage()).isEqualTo(code);
    assertThat(refusal).hasMessageContaining(mentioned);
    assertThat(client.status()).doesNotContain("\"refused\"");
  }

  @Test
  void whatIsNoJarIsRefused() throws IOException {
    byte[] good = jar("good", "Good", "public void run(Context ctx) {}").build(directory);
    byte[] random = new byte[10_000];
    new SplittableRandom(1).nextBytes(random);
    assertRefused(ErrorCode.BAD_JAR, "no zip file", new byte[0]);
    assertRefused(ErrorCode.BAD_JAR, "no zip file", random);
    assertRefused(ErrorCode.BAD_JAR, "no zip file", Arrays.copyOf(good, good.length / 2));
    byte[] broken = good.clone();
    broken[60] ^= 0x55;
    assertRefused(ErrorCode.BAD_JAR, "damaged", broken);
    byte[] text = "hello".getBytes(StandardCharsets.UTF_8);
    assertRefused(ErrorCode.BAD_JAR, "Procedure", SourceJar.zip(Map.of("readme.txt", text)));
    assertRefused(ErrorCode.BAD_JAR, "no class file", SourceJar.zip(Map.of("A.class", text)));
  }

  @Test
  void theCommandSaysItInOneLineAndEndsWithOne() throws IOException {
    Path file = directory.resolve("no.jar");
    Files.writeString(file, "this is no jar");
    CommandRun run = CommandRun.of("admin", "upload", "refused", file.toString(), "--url", address);
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("T5001: The upload is not a usable jar");
    assertThat(run.out()).isEmpty();
  }

  @Test
  @InTurn(oneIn = 2)
  void aJarThatIsTooLargeIsRefused() throws IOException {
    byte[] nine = new byte[9 << 20];
    new SplittableRandom(2).nextBytes(nine);
    SourceJar jar = jar("large", "Large", "public void run(Context ctx) {}");
    assertRefused(
        ErrorCode.JAR_TOO_LARGE, "8388608", jar.withFile("much.bin", nine).build(directory));
    SourceJar bomb = jar("bomb", "Bomb", "public void run(Context ctx) {}");
    for (int i = 0; i < 9; i++) {
      bomb.withFile("zeros" + i, new byte[8 << 20]);
    }
    assertRefused(ErrorCode.JAR_TOO_LARGE, "unpacks", bomb.build(directory));
  }

  @Test
  @InTurn(oneIn = 2, from = 1)
  void jarsTooLargeForOneMessageAreRefusedBeforeTheyHarm() throws IOException {
    byte[] seven = new byte[7 << 20];
    new SplittableRandom(3).nextBytes(seven);
    String run = "public long run(Context ctx) { return 1; }";
    client.uploadJar("much1", jar("m1", "Much1", run).withFile("m", seven).build(directory));
    byte[] second = jar("m2", "Much2", run).withFile("m", seven).build(directory);
    byte[] third = jar("m3", "Much3", run).withFile("m", seven).build(directory);
    client.uploadJar("much2", second);
    assertRefused(ErrorCode.JARS_TOO_LARGE, "together", "refused", third);
    // The two that are there are still what a new version replaces.
    client.uploadJar("much2", second);
    client.uploadJar("much1", jar("m1", "Much1", run).build(directory));
    client.uploadJar("much2", jar("m2", "Much2", run).build(directory));
    try (Session session = client.session()) {
      assertThat(session.call("Much2")).isEqualTo(1L);
    }
  }

  @Test
  void procedureNamesAndTablesOfOthersAreRespected() throws IOException {
    client.uploadJar(
        "owner", jar("owner", "Owned", "public void run(Context ctx) {}").build(directory));
    byte[] sameName = jar("thief", "Owned", "public void run(Context ctx) {}").build(directory);
    assertRefused(ErrorCode.PROCEDURE_CLASH, "\"owner\"", sameName);
    String otherColumns = source("owner", "Other", "STRING", "public void run(Context ctx) {}");
    byte[] sameTable = new SourceJar().with("jar.owner.Other", otherColumns).build(directory);
    assertRefused(ErrorCode.SCHEMA_MISMATCH, "upload_owner", sameTable);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "static int x = 1 / 0; public void run(Context ctx) {}",
        "public Hostile() { throw new IllegalStateException(); } public void run(Context ctx) {}",
        "public String name() { return null; } public void run(Context ctx) {}",
        "public void run(Context ctx) {} public void run(Context ctx, long a) {}",
        "public void run(Context ctx, Thread argument) {}",
        "public void run() {}",
      })
  @InTurn(oneIn = 3)
  void aClassThatIsNoProcedureIsNamed(String members) throws IOException {
    byte[] hostile = jar("hostile", "Hostile", members).build(directory);
    assertRefused(ErrorCode.BAD_JAR, "jar.hostile.Hostile", hostile);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "static { Never.comeBack(); } public void run(Context ctx) {}",
        "public Hanging() { Never.comeBack(); } public void run(Context ctx) {}",
        "public String name() { Never.comeBack(); return \"\"; } public void run(Context ctx) {}"
      })
  @InTurn(oneIn = 3)
  void aClassThatNeverFinishesLoadingIsRefusedAndHoldsUpNobody(String members) throws IOException {
    SourceJar jar =
        jar("hanging", "Hanging", members)
            .with(
                "jar.hanging.Never",
                """
                package jar.hanging;
                final class Never {
                  static void comeBack() {
                    while (true) {
                      try { Thread.sleep(Long.MAX_VALUE); } catch (InterruptedException e) { }
                    }
                  }
                }
                """);
    assertRefused(ErrorCode.BAD_JAR, "too long", jar.build(directory));
  }
}
