package org.thetisdb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What README and the pages of use and operate show of Java and SQL runs against a cluster. */
@Tag("cluster")
@Timeout(180)
final class PageBlocksTest {
  private static final Path ROOT = Path.of("..");
  private static final Path README = ROOT.resolve("README.md");
  private static final Path USE = ROOT.resolve("docs").resolve("use");
  private static final Path USERS = ROOT.resolve("docs").resolve("operate").resolve("users.md");
  private static final List<Path> PAGES =
      List.of(
          README,
          USE.resolve("jdbc.md"),
          USE.resolve("native-client.md"),
          USE.resolve("testing.md"));

  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

  /** A statement in the dialogue of the README, and a row of its answer. */
  private static final Pattern ASKED = Pattern.compile("(?m)^thetis> (.*);$");

  private static final Pattern MOVE =
      Pattern.compile("(?m)^ \\d{4}-[^|]*\\| (\\w+) +\\| +(\\d) \\| +(\\d) \\| (.*)$");

  /** Stands for what is not shown. */
  private static final Pattern LEFT_OUT = Pattern.compile("^ *\\.\\.\\.$", Pattern.MULTILINE);

  /** What stands around a block, and what the blocks leave to the reader. */
  private static final String AROUND =
      """
      import java.math.BigDecimal;
      import java.sql.*;
      import javax.sql.DataSource;
      import org.junit.jupiter.api.*;
      import org.junit.jupiter.api.extension.*;
      import org.thetisdb.client.*;
      import org.thetisdb.embedded.*;

      public class Block%d {
        public static Connection connection;

        static void transfer(Connection over) throws SQLException {
          try (Statement statement = over.createStatement()) {
            statement.execute("UPDATE account SET balance = balance - 1 WHERE id = 1");
          }
        }

        public static void run() throws Exception {
      %s
        }
      }
      """;

  /** Runs the class of tests that a page shows. */
  private static final String TESTS = "class OrdersTest {";

  private static final String RUN_TESTS =
      "OrdersTest.define(); new OrdersTest().ordersAreKept();\n";

  @TempDir private Path directory;

  @Test
  void theBlocksOfJavaRun() throws Exception {
    try (EmbeddedThetis db = EmbeddedThetis.start();
        Connection connection = DriverManager.getConnection(db.jdbcUrl())) {
      db.upload("bank", procedures());
      execute(
          connection,
          "CREATE TABLE account (id BIGINT PRIMARY KEY, owner TEXT, balance NUMERIC(12, 2))",
          "INSERT INTO account VALUES (1, 'Ada', 100), (7, 'Cy', 0), (150, 'Bob', 100)",
          "INSERT INTO checking VALUES (1, 1000), (2, 0)");
      connection.setAutoCommit(false);
      runBlocks(db, connection);
      connection.setAutoCommit(true);
      assertThat(rows(connection, "SELECT balance FROM account ORDER BY id"))
          .containsExactly("89.00", "12.50", "110.00");
      assertThat(rows(connection, "SELECT balance FROM checking ORDER BY customer_id"))
          .containsExactly("700", "300");
    }
  }

  private void runBlocks(EmbeddedThetis db, Connection connection) throws Exception {
    List<String> blocks = blocksOfJava();
    assertThat(blocks).as("blocks that were found").hasSize(6);
    List<Path> sources = new ArrayList<>();
    for (String block : blocks) {
      String here =
          block
              .replace("jdbc:thetis://127.0.0.1:7433/", db.jdbcUrl())
              .replace("127.0.0.1:7433", db.address());
      String name = "Block" + sources.size() + ".java";
      String all = here + (here.contains(TESTS) ? RUN_TESTS : "");
      sources.add(
          Files.writeString(directory.resolve(name), AROUND.formatted(sources.size(), all)));
    }
    compile(sources);
    try (URLClassLoader classes =
        new URLClassLoader(
            new URL[] {directory.toUri().toURL()}, PageBlocksTest.class.getClassLoader())) {
      for (int i = 0; i < blocks.size(); i++) {
        Class<?> block = classes.loadClass("Block" + i);
        block.getField("connection").set(null, connection);
        block.getMethod("run").invoke(null);
      }
    }
  }

  @Test
  void theDialogueOfTheReadmeEndsAsItShows() throws Exception {
    String page = Files.readString(README);
    List<String> statements = ASKED.matcher(page).results().map(found -> found.group(1)).toList();
    List<String> moves = MOVE.matcher(page).results().map(PageBlocksTest::columns).toList();
    assertThat(statements).hasSize(3);
    assertThat(moves).hasSize(2);
    try (EmbeddedThetis db =
            EmbeddedThetis.builder().sites(3).setting("partition.keys", "100").start();
        Connection connection = DriverManager.getConnection(db.jdbcUrl())) {
      execute(connection, statements.get(0), statements.get(1));
      String query = statements.get(2).replace("moved_at, ", "");
      List<String> shown = new ArrayList<>();
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(query)) {
        while (rows.next()) {
          shown.add(
              String.join(
                  " ", rows.getString(1), rows.getString(2), rows.getString(3), rows.getString(4)));
        }
      }
      assertThat(shown).containsExactlyInAnyOrderElementsOf(moves);
    }
  }

  private static String columns(MatchResult row) {
    return String.join(" ", row.group(1), row.group(2), row.group(3), row.group(4).strip());
  }

  @Test
  void theUsersOfThePageHaveTheirRights() throws Exception {
    List<String> blocks = found(SQL, USERS);
    assertThat(blocks).hasSize(1);
    try (EmbeddedThetis db = EmbeddedThetis.start();
        Connection connection = DriverManager.getConnection(db.jdbcUrl())) {
      execute(
          connection,
          "CREATE TABLE account (id BIGINT PRIMARY KEY)",
          "CREATE PROCEDURE transfer (a BIGINT, b BIGINT) AS UPDATE account SET id = :b WHERE id = :a",
          "INSERT INTO account VALUES (1)");
      execute(connection, blocks.get(0).strip().split(";\\s*"));
      try (Connection shop = DriverManager.getConnection(db.jdbcUrl(), "shop", "another")) {
        assertThat(rows(shop, "SELECT id FROM account")).containsExactly("1");
      }
    }
  }

  /** The classes of the procedure that a page shows. */
  private Path procedures() throws IOException {
    Path source = directory.resolve("SendPayment.java");
    String block =
        found(JAVA, USE.resolve("procedures.md")).stream()
            .filter(shown -> shown.contains("class SendPayment "))
            .findFirst()
            .orElseThrow();
    Path classes = Files.createDirectory(directory.resolve("bank"));
    Files.writeString(source, block);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), source.toString()))
        .isZero();
    return classes;
  }

  private void compile(List<Path> sources) {
    Stream<String> options = Stream.of("-proc:none", "-d", directory.toString());
    String[] arguments =
        Stream.concat(options, sources.stream().map(Path::toString)).toArray(String[]::new);
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
  }

  /** All but whole classes, which other tests compile. */
  private static List<String> blocksOfJava() throws IOException {
    List<String> blocks = new ArrayList<>();
    for (Path page : PAGES) {
      found(JAVA, page).stream()
          .map(block -> LEFT_OUT.matcher(block).replaceAll(""))
          .filter(block -> !block.contains(" class "))
          .forEach(blocks::add);
    }
    return blocks;
  }

  private static List<String> found(Pattern block, Path page) throws IOException {
    return block.matcher(Files.readString(page)).results().map(found -> found.group(1)).toList();
  }

  private static void execute(Connection connection, String... texts) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
    }
  }

  /** The first column of a query's rows. */
  private static List<String> rows(Connection connection, String query) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }
}
