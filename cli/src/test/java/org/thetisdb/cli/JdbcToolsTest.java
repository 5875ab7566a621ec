package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.ibatis.migration.ConnectionProvider;
import org.apache.ibatis.migration.FileMigrationLoader;
import org.apache.ibatis.migration.operations.DownOperation;
import org.apache.ibatis.migration.operations.UpOperation;
import org.apache.ibatis.migration.options.DatabaseOperationOption;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** The tools that applications put before a driver, on a real cluster. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class JdbcToolsTest {
  private static final int MOST_ATTEMPTS = 100;

  private String address;

  @BeforeEach
  void find(EmbeddedCluster cluster) {
    address = cluster.clientAddress().toString();
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:thetis://" + address + "/");
  }

  private void run(String... statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  private long number(String query) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  @Test
  void moneyIsNeitherMadeNorLostThroughAPool() throws Exception {
    run(
        "DROP TABLE IF EXISTS purse",
        "CREATE TABLE purse (id BIGINT PRIMARY KEY, amount BIGINT NOT NULL)");
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl("jdbc:thetis://" + address + "/");
    config.setMaximumPoolSize(4);
    config.setAutoCommit(false);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      fill(pool);
      List<CompletableFuture<Void>> workers = new ArrayList<>();
      for (int worker = 0; worker < 4; worker++) {
        int first = worker;
        workers.add(CompletableFuture.runAsync(() -> transferOften(pool, first)));
      }
      for (CompletableFuture<Void> worker : workers) {
        worker.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
    assertThat(number("SELECT SUM(amount) FROM purse")).isEqualTo(1_000);
    assertThat(number("SELECT COUNT(*) FROM purse WHERE amount <> 100")).isPositive();
  }

  private static void fill(HikariDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement insert = connection.prepareStatement("INSERT INTO purse VALUES (?, ?)")) {
      for (long id = 0; id < 10; id++) {
        insert.setLong(1, id);
        insert.setLong(2, 100);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(10).containsOnly(1);
      connection.commit();
    }
  }

  private static void transferOften(HikariDataSource pool, int first) {
    for (int i = 0; i < 25; i++) {
      try (Connection connection = pool.getConnection()) {
        transferOnce(connection, (first + i) % 10, (first + 3 * i + 1) % 10);
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** The loop that every application has: on 40001, and on nothing else, again. */
  private static void transferOnce(Connection connection, int from, int to) throws SQLException {
    for (int attempt = 1; ; attempt++) {
      try (PreparedStatement update =
          connection.prepareStatement("UPDATE purse SET amount = amount + ? WHERE id = ?")) {
        add(update, from, -7);
        add(update, to, 7);
        connection.commit();
        return;
      } catch (SQLException e) {
        connection.rollback();
        if (!"40001".equals(e.getSQLState()) || attempt == MOST_ATTEMPTS) {
          throw e;
        }
        assertThat(e.getErrorCode()).isZero();
      }
    }
  }

  private static void add(PreparedStatement update, long id, long amount) throws SQLException {
    update.setLong(1, amount);
    update.setLong(2, id);
    assertThat(update.executeUpdate()).isEqualTo(1);
  }

  @Test
  void queryBuilderReadsAndWrites() throws SQLException {
    run(
        "DROP TABLE IF EXISTS book",
        "CREATE TABLE book (id BIGINT PRIMARY KEY, title VARCHAR(100) NOT NULL, pages INT)");
    try (Connection connection = connect()) {
      DSLContext sql = DSL.using(connection, SQLDialect.DEFAULT);
      sql.insertInto(table("book"), field("id"), field("title"), field("pages"))
          .values(1L, "Middlemarch", 880)
          .values(2L, "Emma", 474)
          .execute();
      int changed =
          sql.update(table("book"))
              .set(field("pages", Integer.class), field("pages", Integer.class).plus(1))
              .where(field("id", Long.class).eq(2L))
              .execute();

      assertThat(changed).isEqualTo(1);
      assertThat(
              sql.select(field("title", String.class))
                  .from(table("book"))
                  .where(field("pages", Integer.class).gt(474))
                  .orderBy(field("id"))
                  .fetch(0, String.class))
          .containsExactly("Middlemarch", "Emma");
      assertThat(sql.select(count()).from(table("book")).fetchOne(0, int.class)).isEqualTo(2);
    }
  }

  @Test
  void migrationToolGoesUpAndDown(@TempDir Path scripts) throws SQLException, IOException {
    run("DROP TABLE IF EXISTS changelog", "DROP TABLE IF EXISTS plant");
    Files.writeString(
        scripts.resolve("20260101000001_changelog.sql"),
        """
        -- // Keeps what was done
        CREATE TABLE changelog (
          id DECIMAL(20,0) NOT NULL PRIMARY KEY,
          applied_at VARCHAR(25) NOT NULL,
          description VARCHAR(255) NOT NULL);
        -- //@UNDO
        DROP TABLE changelog;
        """);
    Files.writeString(
        scripts.resolve("20260101000002_plant.sql"),
        """
        -- // Plants
        CREATE TABLE plant (id BIGINT PRIMARY KEY, name VARCHAR(50));
        INSERT INTO plant VALUES (1, 'moss');
        -- //@UNDO
        DROP TABLE plant;
        """);
    ConnectionProvider connections = this::connect;
    FileMigrationLoader loader = new FileMigrationLoader(scripts.toFile(), "UTF-8", null);
    DatabaseOperationOption option = new DatabaseOperationOption();
    option.setAutoCommit(false);
    option.setStopOnError(true);
    PrintStream quiet =
        new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8);

    new UpOperation().operate(connections, loader, option, quiet);
    assertThat(number("SELECT COUNT(*) FROM changelog")).isEqualTo(2);
    assertThat(number("SELECT COUNT(*) FROM plant")).isEqualTo(1);

    new DownOperation().operate(connections, loader, option, quiet);
    assertThat(number("SELECT COUNT(*) FROM changelog")).isEqualTo(1);
    assertThatThrownBy(() -> number("SELECT COUNT(*) FROM plant"))
        .isInstanceOf(SQLSyntaxErrorException.class);
  }

  @Test
  void constraintsAndGeneratedKeysReachTheApplication() throws SQLException {
    run(
        "DROP TABLE IF EXISTS guest",
        "CREATE TABLE guest (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
            + " name VARCHAR(20) UNIQUE)");
    try (Connection connection = connect();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO guest (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, "Ada");
      assertThat(insert.executeUpdate()).isEqualTo(1);
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getLong(1)).isPositive();
      }
      assertThatThrownBy(insert::executeUpdate)
          .isInstanceOf(SQLIntegrityConstraintViolationException.class)
          .hasMessageContaining("guest")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("23505");
    }
  }

  @Test
  void metadataNamesTablesColumnsAndKeys() throws SQLException {
    run(
        "DROP TABLE IF EXISTS town",
        "CREATE TABLE town (id INT PRIMARY KEY, name VARCHAR(30) NOT NULL, area DECIMAL(9,2))");
    try (Connection connection = connect()) {
      assertThat(strings(connection.getMetaData().getTables(null, "public", "to%", null), 3))
          .containsExactly("town");
      assertThat(strings(connection.getMetaData().getColumns(null, null, "town", null), 4))
          .containsExactly("id", "name", "area");
      assertThat(strings(connection.getMetaData().getPrimaryKeys(null, null, "town"), 4))
          .containsExactly("id");
    }
  }

  private static List<String> strings(ResultSet rows, int column) throws SQLException {
    List<String> strings = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        strings.add(rows.getString(column));
      }
    }
    return strings;
  }

  @Test
  void shellRunsStatementsAndStopsAtTheFirstError() {
    CommandRun good =
        CommandRun.of(
            "sql",
            "--url",
            address,
            "-e",
            "CREATE TABLE shelf (id INT PRIMARY KEY, label VARCHAR(9));"
                + " INSERT INTO shelf VALUES (1, 'a'), (2, NULL); SELECT * FROM shelf ORDER BY id");
    assertThat(good.err()).isEmpty();
    assertThat(good.status()).isZero();
    assertThat(good.out()).contains("id | label", " 1 | a", " 2 | NULL", "(2 rows)");

    CommandRun bad =
        CommandRun.of(
            "sql", "--url", address, "-e", "SELECT * FROM shelff", "-e", "DROP TABLE shelf");
    assertThat(bad.status()).isEqualTo(1);
    assertThat(bad.err()).startsWith("T1006: ").contains("shelff", "42P01");
    assertThat(CommandRun.of("sql", "--url", address, "--csv", "-e", "SELECT id FROM shelf").out())
        .isEqualTo(
            "id"
                + System.lineSeparator()
                + "1"
                + System.lineSeparator()
                + "2"
                + System.lineSeparator());
  }
}
