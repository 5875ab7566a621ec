package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.process.ThetisProcess;

/**
 * Jars that an application builds for itself, against nothing but the procedures API: uploaded and
 * called by commands, replaced under load, still there after a restart, and apart from each other.
 */
@Tag("cluster")
@Timeout(180)
final class OutsideJarTest {
  @TempDir private Path directory;

  /** A counter that adds {@code step}, with the version of its code in the answer. */
  private static final String COUNT =
      """
      package com.example.shop;
      import java.util.List;
      import java.util.Map;
      import org.thetisdb.core.schema.ColumnType;
      import org.thetisdb.procedures.*;
      public final class Count implements Procedure {
        static final Table COUNTERS = Table.define("shop_counters")
            .key("id", ColumnType.LONG).column("value", ColumnType.LONG).build();
        @Override public List<Table> tables() { return List.of(COUNTERS); }
        public void plan(Plan plan, long id) { plan.write(COUNTERS, id); }
        public Map<String, Object> run(Context ctx, long id) {
          Row row = ctx.get(COUNTERS, id);
          long value = (row == null ? 0 : row.getLong("value")) + 1;
          ctx.put(COUNTERS.row(id).setLong("value", value));
          return Map.of("value", value, "version", Version.NUMBER);
        }
      }
      """;

  private Path jar(int version) throws IOException {
    String number = "package com.example.shop; class Version { static long NUMBER = %d; }";
    byte[] bytes =
        new SourceJar()
            .with("com.example.shop.Count", COUNT)
            .with("com.example.shop.Version", number.formatted(version))
            .build(directory);
    return Files.write(directory.resolve("shop-" + version + ".jar"), bytes);
  }

  private static void upload(String address, String name, Path jar) {
    CommandRun run = CommandRun.of("admin", "upload", name, jar.toString(), "--url", address);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("Uploaded \"" + name + "\"");
  }

  private static String call(String address, String... procedureAndArguments) {
    String[] command = new String[procedureAndArguments.length + 4];
    command[0] = "admin";
    command[1] = "call";
    System.arraycopy(procedureAndArguments, 0, command, 2, procedureAndArguments.length);
    command[command.length - 2] = "--url";
    command[command.length - 1] = address;
    CommandRun run = CommandRun.of(command);
    assertThat(run.status()).as(run.err()).isZero();
    return run.out().strip();
  }

  private ThetisProcess start() throws IOException {
    String data = directory.resolve("data").toString();
    return ThetisProcess.start("org.thetisdb.cli.Main", "start", "--data", data, "--port", "0");
  }

  @Test
  @InTurn(oneIn = 13, from = 8)
  void aJarIsReplacedUnderLoadAndOutlivesTheCluster() throws Exception {
    long counted;
    try (ThetisProcess cluster = start()) {
      String address = cluster.address();
      upload(address, "shop", jar(1));
      assertThat(call(address, "Count", "7")).contains("value=1").contains("version=1");
      try (ThetisClient client = ThetisClient.connect(address);
          Session session = client.session()) {
        CompletableFuture<Long> counting = countUntilVersion(session, 2);
        upload(address, "shop", jar(2));
        counted = counting.join();
      }
      cluster.kill();
    }
    try (ThetisProcess cluster = start()) {
      assertThat(call(cluster.address(), "Count", "7"))
          .contains("value=" + (counted + 1))
          .contains("version=2");
    }
  }

  /**
   * Counts until the new version answers: no call fails, none is left out or done twice, and the
   * old version never answers after the new one. The future ends with the last value.
   */
  private static CompletableFuture<Long> countUntilVersion(Session session, long version) {
    return CompletableFuture.supplyAsync(
        () -> {
          long expected = 2;
          long seen = 1;
          for (int left = 20; left > 0; left -= seen == version ? 1 : 0) {
            Map<?, ?> answer = (Map<?, ?>) session.call("Count", 7L);
            assertThat(answer.get("value")).isEqualTo(expected);
            assertThat((Long) answer.get("version")).isBetween(seen, version);
            seen = (Long) answer.get("version");
            expected++;
          }
          return expected - 1;
        });
  }

  /** Tells what it sees of a class that both jars have under one name, and of others' classes. */
  private static final String LOOK =
      """
      package com.example.%s;
      import java.util.List;
      import org.thetisdb.procedures.*;
      public final class Look%s implements Procedure {
        @Override public List<Table> tables() { return List.of(); }
        public List<String> run(Context ctx, String other) {
          return List.of(com.example.lib.Library.name(), find(other));
        }
        private static String find(String name) {
          try {
            return Class.forName(name).getName();
          } catch (ClassNotFoundException e) {
            return "not there";
          }
        }
      }
      """;

  private Path lookingJar(String who) throws IOException {
    String library =
        "package com.example.lib; public class Library {"
            + " public static String name() { return \"of %s\"; } }";
    byte[] bytes =
        new SourceJar()
            .with("com.example." + who + ".Look" + who, LOOK.formatted(who, who))
            .with("com.example.lib.Library", library.formatted(who))
            .build(directory);
    return Files.write(directory.resolve(who + ".jar"), bytes);
  }

  @Test
  @ExtendWith(SharedCluster.class)
  void jarsDoNotSeeEachOthersClassesNorThoseOfTheEngine(EmbeddedCluster cluster) throws Exception {
    String address = cluster.clientAddress().toString();
    upload(address, "one", lookingJar("One"));
    upload(address, "two", lookingJar("Two"));
    assertThat(call(address, "LookOne", "com.example.Two.LookTwo")).isEqualTo("of One\nnot there");
    assertThat(call(address, "LookTwo", "com.example.One.LookOne")).isEqualTo("of Two\nnot there");
    for (String hidden :
        List.of("org.thetisdb.server.site.Site", "org.apache.kafka.clients.admin.Admin")) {
      assertThat(call(address, "LookOne", hidden)).isEqualTo("of One\nnot there");
    }
    assertThat(call(address, "LookOne", "java.util.ArrayList"))
        .isEqualTo("of One\njava.util.ArrayList");
  }
}
