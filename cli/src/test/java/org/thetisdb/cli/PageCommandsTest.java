package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.testing.InTurn;

/**
 * The commands of the pages go well against a cluster, in the order in which they are shown. Not
 * here: what starts processes or drives a load, which tests of its own do.
 */
@Tag("cluster")
@Timeout(240)
final class PageCommandsTest {
  private static final String SHOWN = "127.0.0.1:7433";
  private static final Pattern SOURCE =
      Pattern.compile("```java\n(package .*?class SendPayment .*?)```", Pattern.DOTALL);

  @TempDir private Path directory;

  /** Words of commands that are others here, such as where files are. */
  private Map<String, String> here = Map.of();

  @Test
  @InTurn(oneIn = 3)
  void aUsualClusterDoesWhatThePagesShow() throws Exception {
    Path jar = directory.resolve("bank.jar");
    Path script = directory.resolve("schema.sql");
    Files.write(jar, bankJar());
    Files.writeString(script, "CREATE TABLE item (id BIGINT PRIMARY KEY, name TEXT);");
    here = Map.of("target/bank-1.0.jar", jar.toString(), "schema.sql", script.toString());
    try (EmbeddedCluster cluster = start("cluster.sites=3")) {
      runAll(cluster, "use/start.md", "sql");
      runAll(cluster, "use/jdbc.md", "sql");
      runAll(cluster, "use/procedures.md", "admin upload");
      run(cluster, List.of("sql", "-e", "INSERT INTO checking VALUES (1, 1000), (2, 0)"));
      runAll(cluster, "use/procedures.md", "admin call");
      run(cluster, List.of("sql", "-e", "INSERT INTO account VALUES (150, 'Cy', 100)"));
      runAll(cluster, "operate/watch.md", "admin");
      runAll(cluster, "operate/watch.md", "sql");
      runAll(cluster, "operate/moving-ranges.md", "admin range");
      runAll(cluster, "operate/install.md", "admin add-site");
      runAll(cluster, "operate/install.md", "admin drain-site");
      runAll(cluster, "operate/schemes.md", "admin");
      runAll(cluster, "operate/install.md", "status");
    }
  }

  @Test
  @InTurn(oneIn = 3, from = 1)
  void rangesAndReplicasMoveAsThePagesShow() throws Exception {
    try (EmbeddedCluster cluster =
        start("cluster.sites=3", "scheme=partition-store", "replicas.full_sites=1")) {
      run(
          cluster,
          List.of(
              "sql",
              "-e",
              "CREATE TABLE item (id BIGINT PRIMARY KEY, name TEXT)",
              "-e",
              "CREATE TABLE checking (customer_id BIGINT PRIMARY KEY, balance BIGINT)",
              "-e",
              "INSERT INTO item VALUES (1, 'bread'), (2, 'salt')",
              "-e",
              "INSERT INTO checking VALUES (1, 1000), (150, 0), (300, 0)"));
      runAll(cluster, "operate/install.md", "admin replica");
      runAll(cluster, "operate/moving-ranges.md", "admin move");
      List<List<String>> migrations = shown("operate/moving-ranges.md", "admin migrations");
      run(cluster, migrations.get(0));
      assertThat(command(cluster, migrations.get(1)).err()).contains("T3014");
      runAll(cluster, "operate/moving-ranges.md", "admin rebalance");
    }
  }

  @Test
  @InTurn(oneIn = 3, from = 2)
  void aClusterWithTlsIsMadeAsThePageShows() throws Exception {
    for (List<String> command : shown("operate/security.md", "cert")) {
      List<String> line = new ArrayList<>(command);
      line.addAll(List.of("--dir", directory.resolve("certs").toString(), "--replace"));
      CommandRun run = CommandRun.of(line.toArray(String[]::new));
      assertThat(run.status()).as(line + ": " + run.err()).isZero();
    }
    here = Map.of("certs/ca.crt", directory.resolve("certs/ca.crt").toString());
    String[] settings =
        PageCommands.blocks(PageCommands.page("operate/security.md")).stream()
            .filter(line -> line.startsWith("tls."))
            .map(line -> line.replace("=certs/", "=" + directory + "/certs/"))
            .toArray(String[]::new);
    assertThat(settings).hasSize(4);
    try (EmbeddedCluster cluster = start(settings)) {
      runAll(cluster, "operate/security.md", "status");
      runAll(cluster, "operate/security.md", "sql");
    }
  }

  private EmbeddedCluster start(String... settings) throws Exception {
    Path file = directory.resolve("thetis.conf");
    Files.writeString(file, String.join("\n", settings) + "\nlisten.port=0\n");
    return EmbeddedCluster.start(
        ThetisSettings.builder().file(file).build(),
        directory.resolve("data"),
        (what, seconds) -> {});
  }

  private static byte[] bankJar() throws Exception {
    Matcher source = SOURCE.matcher(Files.readString(PageCommands.page("use/procedures.md")));
    assertThat(source.find()).isTrue();
    return new SourceJar()
        .with("com.example.bank.SendPayment", source.group(1))
        .build(Files.createTempDirectory("bank"));
  }

  /** The commands of a page that begin so. */
  private static List<List<String>> shown(String page, String begin) {
    List<List<String>> commands =
        PageCommands.of(PageCommands.page(page)).stream()
            .filter(words -> (String.join(" ", words) + " ").startsWith(begin + " "))
            .toList();
    assertThat(commands).as(begin + " in " + page).isNotEmpty();
    return commands;
  }

  private void runAll(EmbeddedCluster cluster, String page, String begin) {
    shown(page, begin).forEach(command -> run(cluster, command));
  }

  private void run(EmbeddedCluster cluster, List<String> command) {
    CommandRun run = command(cluster, command);
    assertThat(run.status()).as(command + ": " + run.out() + run.err()).isZero();
  }

  /** Runs a command; the shell that waits for input gets a statement. */
  private CommandRun command(EmbeddedCluster cluster, List<String> command) {
    String address = cluster.clientAddress().toString();
    List<String> line = new ArrayList<>();
    for (String word : command) {
      line.add(here.getOrDefault(word, word).replaceFirst("^" + SHOWN + ".*", address));
    }
    if (!line.contains("--url")) {
      line.addAll(List.of("--url", address));
    }
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream("VALUES (1);\n".getBytes(StandardCharsets.UTF_8)));
    try {
      return CommandRun.of(line.toArray(String[]::new));
    } finally {
      System.setIn(before);
    }
  }
}
