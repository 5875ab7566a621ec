package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** Statements in the forms that PostgreSQL gave them, over JDBC to a real cluster. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class PostgreSqlFormsTest {
  private String url;
  private Connection connection;

  @BeforeEach
  void connect(EmbeddedCluster cluster) throws SQLException {
    url = "jdbc:thetis://" + cluster.clientAddress() + "/";
    connection = DriverManager.getConnection(url);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void run(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  /** The rows that a statement gives, each as one text. */
  private List<String> rows(String text, Object... arguments) throws SQLException {
    return rows(connection, text, arguments);
  }

  private static List<String> rows(Connection by, String text, Object... arguments)
      throws SQLException {
    try (PreparedStatement statement = by.prepareStatement(text)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      List<String> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
          List<String> values = new ArrayList<>();
          for (int i = 1; i <= columns; i++) {
            values.add(rows.getString(i));
          }
          found.add(String.join(" ", values));
        }
      }
      return found;
    }
  }

  private int update(String text, Object... arguments) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      return statement.executeUpdate();
    }
  }

  /** Does the same on several connections at once. */
  private static <T> List<T> together(int many, Callable<T> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(many);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < many; i++) {
        futures.add(threads.submit(work));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void statementsArePreparedAndExecutedByText() throws SQLException {
    run(
        "CREATE TABLE prepared (id INT PRIMARY KEY, s VARCHAR(10))",
        "PREPARE put (int, text) AS INSERT INTO prepared VALUES ($1, $2)",
        "PREPARE got (int) AS SELECT s FROM prepared WHERE id >= $1 ORDER BY id LIMIT $2",
        "EXECUTE put (1, 'one')");
    connection.setAutoCommit(false);
    run("EXECUTE put (2, 'two')", "PREPARE within AS SELECT count(*) FROM prepared");
    connection.rollback();
    run("EXECUTE put (3, upper('three'))");
    connection.commit();
    connection.setAutoCommit(true);
    assertThat(rows("EXECUTE got (1, 5)")).containsExactly("one", "THREE");
    assertThat(rows("EXECUTE got (2, 1)")).containsExactly("THREE");
    assertThat(rows("EXECUTE within")).containsExactly("2");
    assertThatThrownBy(() -> run("PREPARE p AS SELECT * FROM nowhere"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42P01"));
    run("DEALLOCATE put", "DISCARD ALL");
    assertThatThrownBy(() -> run("EXECUTE got (1, 5)"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("26000"));
    run("DROP TABLE prepared");
  }

  @Test
  void aChangeFindsItsRowsByAJoin() throws SQLException {
    run(
        "DROP TABLE IF EXISTS joined, partners",
        "CREATE TABLE joined (id INT PRIMARY KEY, n INT)",
        "CREATE TABLE partners (id INT PRIMARY KEY, other INT, n INT)",
        "INSERT INTO joined VALUES (1, 10), (2, 20), (3, 30)",
        "INSERT INTO partners VALUES (7, 1, 100), (8, 3, 300), (9, 3, 300)");
    assertThat(
            rows(
                "UPDATE joined AS j SET n = j.n + p.n + ? FROM partners p"
                    + " WHERE p.other = j.id AND p.n > ? RETURNING j.id, j.n",
                5,
                100))
        .containsExactly("3 335");
    assertThat(update("DELETE FROM joined USING partners p WHERE p.other = joined.id"))
        .isEqualTo(2);
    assertThat(rows("SELECT * FROM joined")).containsExactly("2 20");
  }

  @Test
  void aMergeInsertsWhatIsNotThereAndChangesWhatIs() throws SQLException {
    run(
        "DROP TABLE IF EXISTS merged",
        "CREATE TABLE merged (id INT PRIMARY KEY, t VARCHAR(9), made BIGINT GENERATED BY DEFAULT AS IDENTITY)");
    String merge =
        "MERGE INTO merged m USING (SELECT CAST(? AS INT) id, CAST(? AS VARCHAR) t) s ON (m.id = s.id)"
            + " WHEN MATCHED AND s.t IS NULL THEN DELETE"
            + " WHEN MATCHED THEN UPDATE SET t = m.t || s.t"
            + " WHEN NOT MATCHED THEN INSERT (id, t) VALUES (s.id, s.t)";
    try (PreparedStatement statement = connection.prepareStatement(merge)) {
      for (Object[] row : new Object[][] {{1, "a"}, {2, "b"}, {1, "c"}, {2, null}}) {
        statement.setObject(1, row[0]);
        statement.setObject(2, row[1]);
        statement.addBatch();
      }
      assertThat(statement.executeBatch()).containsExactly(1, 1, 1, 1);
    }
    assertThat(rows("SELECT id, t FROM merged")).containsExactly("1 ac");
    assertThatThrownBy(
            () ->
                run(
                    "MERGE INTO merged USING (VALUES (1), (1)) v(id) ON merged.id = v.id"
                        + " WHEN MATCHED THEN DELETE"))
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "21000");
  }

  @Test
  void mergesOfManyAtOnceCountEachOfThem() throws Exception {
    run(
        "DROP TABLE IF EXISTS counted",
        "CREATE TABLE counted (id INT PRIMARY KEY, n INT NOT NULL)");
    int each = 25;
    together(
        4,
        () -> {
          try (Connection own = DriverManager.getConnection(url);
              PreparedStatement merge =
                  own.prepareStatement(
                      "MERGE INTO counted c USING (VALUES (?)) AS v(id) ON c.id = v.id"
                          + " WHEN MATCHED THEN UPDATE SET n = c.n + 1"
                          + " WHEN NOT MATCHED THEN INSERT VALUES (v.id, 1)")) {
            for (int i = 0; i < each; i++) {
              merge.setInt(1, i % 3);
              assertThat(merge.executeUpdate()).isEqualTo(1);
            }
          }
          return null;
        });
    assertThat(rows("SELECT SUM(n), COUNT(*) FROM counted")).containsExactly(4 * each + " 3");
  }

  @Test
  void tablesAreEmptiedTogetherAndTheirSequencesBeginAnew() throws SQLException {
    run(
        "DROP TABLE IF EXISTS leaves, branches",
        "CREATE TABLE branches (id INT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)",
        "CREATE TABLE leaves (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
            + " branch INT REFERENCES branches)",
        "INSERT INTO branches VALUES (DEFAULT)",
        "INSERT INTO leaves (branch) VALUES (1)");
    assertThatThrownBy(() -> run("TRUNCATE branches"))
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "0A000");
    run("TRUNCATE TABLE branches, leaves RESTART IDENTITY");
    assertThat(rows("SELECT * FROM leaves")).isEmpty();
    assertThat(rows("INSERT INTO branches VALUES (DEFAULT) RETURNING id")).containsExactly("1");
    assertThat(rows("INSERT INTO leaves (branch) VALUES (1) RETURNING id")).containsExactly("1");
    connection.setAutoCommit(false);
    run("TRUNCATE branches CASCADE");
    assertThatThrownBy(() -> run("TRUNCATE leaves RESTART IDENTITY"))
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "0A000");
    connection.rollback();
    connection.setAutoCommit(true);
    assertThat(rows("SELECT * FROM leaves")).containsExactly("1 1");
    run("TRUNCATE branches RESTART IDENTITY CASCADE");
    assertThat(rows("SELECT COUNT(*) FROM leaves")).containsExactly("0");
  }

  @Test
  void rowsThatReferToEachOtherAreDeletedTogether() throws SQLException {
    run(
        "CREATE TABLE staff (id INT PRIMARY KEY, boss INT REFERENCES staff)",
        "INSERT INTO staff VALUES (1, NULL)",
        "INSERT INTO staff VALUES (2, 1)",
        "INSERT INTO staff VALUES (3, 2)");
    try (PreparedStatement deletion =
        connection.prepareStatement("DELETE FROM staff WHERE id <= ?")) {
      deletion.setInt(1, 2);
      assertThatThrownBy(deletion::executeUpdate)
          .isInstanceOf(SQLException.class)
          .hasFieldOrPropertyWithValue("SQLState", "23503");
      assertThat(rows("SELECT COUNT(*) FROM staff")).containsExactly("3");
      deletion.setInt(1, 3);
      assertThat(deletion.executeUpdate()).isEqualTo(3);
    }
    run("INSERT INTO staff VALUES (1, NULL)", "INSERT INTO staff VALUES (2, 1)");
    connection.setAutoCommit(false);
    assertThatThrownBy(() -> run("DELETE FROM staff WHERE id = 1"))
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "23503");
    run("DELETE FROM staff");
    connection.rollback();
    connection.setAutoCommit(true);
    assertThat(rows("SELECT COUNT(*) FROM staff")).containsExactly("2");
    try (Statement truncation = connection.createStatement()) {
      assertThat(truncation.executeUpdate("TRUNCATE staff")).isZero();
    }
    assertThat(rows("SELECT COUNT(*) FROM staff")).containsExactly("0");
  }

  @Test
  void aTableIsMadeOfAQueryOrNotAtAll() throws SQLException {
    run(
        "DROP TABLE IF EXISTS originals, copies",
        "DROP SEQUENCE IF EXISTS numbers",
        "CREATE SEQUENCE numbers",
        "CREATE TABLE originals (id INT PRIMARY KEY, t VARCHAR(9))",
        "INSERT INTO originals VALUES (1, 'a'), (2, 'b'), (3, NULL)");
    String make = "CREATE TABLE copies AS SELECT id, t, nextval('numbers') AS n FROM originals";
    assertThat(update(make + " WHERE id > 1")).isEqualTo(2);
    assertThat(update("INSERT INTO copies (id) VALUES (4)")).isEqualTo(1);
    assertThat(rows("SELECT id, t FROM copies ORDER BY id"))
        .containsExactly("2 b", "3 null", "4 null");
    assertThat(rows("SELECT MAX(n) FROM copies")).containsExactly("2");
    assertThat(update("CREATE TABLE IF NOT EXISTS copies AS SELECT 1 AS one")).isZero();
    assertThat(rows("SELECT COUNT(*) FROM copies")).containsExactly("3");
    run("DROP TABLE copies");
    assertThatThrownBy(() -> run("CREATE TABLE copies AS SELECT 1 / (id - 2) AS q FROM originals"))
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "22012");
    assertThatThrownBy(() -> rows("SELECT * FROM copies"))
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "42P01");
    assertThat(update(make + " WITH NO DATA")).isZero();
    assertThat(rows("SELECT * FROM copies")).isEmpty();
  }

  @Test
  void aSequenceIsAlteredSetAndAskedForItsLastValue() throws SQLException {
    run(
        "DROP TABLE IF EXISTS drawn",
        "DROP SEQUENCE IF EXISTS tickets",
        "CREATE SEQUENCE tickets MAXVALUE 3 CYCLE",
        "CREATE TABLE drawn (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, n BIGINT)");
    assertThatThrownBy(() -> rows("SELECT currval('tickets')"))
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "55000");
    List<String> drawn = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      drawn.addAll(rows("SELECT nextval('tickets')"));
    }
    assertThat(drawn).containsExactly("1", "2", "3", "1", "2");
    assertThat(rows("SELECT currval(?), lastval()", "public.Tickets")).containsExactly("2 2");
    try (Connection other = DriverManager.getConnection(url)) {
      assertThat(rows(other, "SELECT nextval('tickets')")).containsExactly("3");
    }
    assertThat(rows("SELECT currval('tickets')")).as("of this session").containsExactly("2");

    run("ALTER SEQUENCE tickets RESTART WITH 50 INCREMENT BY 5 MAXVALUE 1000");
    assertThat(rows("CALL NEXT VALUE FOR tickets")).containsExactly("50");
    assertThat(rows("SELECT nextval('tickets')")).containsExactly("55");

    run("INSERT INTO drawn VALUES (10, 0), (20, 0)");
    assertThat(rows("SELECT setval('drawn_id_seq', (SELECT MAX(id) FROM drawn))"))
        .containsExactly("20");
    run("INSERT INTO drawn (n) VALUES (1), (2)");
    String last = rows("SELECT MAX(id) FROM drawn").get(0);
    assertThat(Integer.parseInt(last)).isGreaterThan(21);
    assertThat(rows("SELECT lastval()")).containsExactly(last);
    run("INSERT INTO drawn (n) VALUES (currval('drawn_id_seq'))");
    assertThat(rows("SELECT n FROM drawn WHERE id > ?", Integer.parseInt(last)))
        .containsExactly(last);
    assertThat(rows("SELECT setval('tickets', ?, FALSE)", 900)).containsExactly("900");
    assertThat(rows("SELECT nextval('tickets')")).containsExactly("900");
    assertThatThrownBy(() -> rows("SELECT setval('tickets', 1001)"))
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "22003");
    run("ALTER TABLE drawn ALTER COLUMN id RESTART WITH 500");
    assertThat(rows("INSERT INTO drawn (n) VALUES (9) RETURNING id")).containsExactly("500");
  }

  @Test
  void workersTakeJobsThatNoOtherHasTaken() throws Exception {
    run(
        "DROP TABLE IF EXISTS jobs",
        "CREATE TABLE jobs (id INT PRIMARY KEY, state VARCHAR(9) DEFAULT 'new', runs INT DEFAULT 0)");
    int jobs = 40;
    for (int id = 0; id < jobs; id++) {
      update("INSERT INTO jobs (id) VALUES (?)", id);
    }
    List<Integer> taken =
        together(
            4,
            () -> {
              int mine = 0;
              try (Connection own = DriverManager.getConnection(url)) {
                own.setAutoCommit(false);
                List<String> some;
                do {
                  some =
                      rows(
                          own,
                          "SELECT id FROM jobs WHERE state = ? ORDER BY id"
                              + " FOR UPDATE OF jobs SKIP LOCKED LIMIT 3",
                          "new");
                  for (String id : some) {
                    String done = "UPDATE jobs SET state = 'done', runs = runs + 1 WHERE id = ?";
                    try (PreparedStatement statement = own.prepareStatement(done)) {
                      statement.setInt(1, Integer.parseInt(id));
                      mine += statement.executeUpdate();
                    }
                  }
                  own.commit();
                } while (!some.isEmpty());
              }
              return mine;
            });
    assertThat(rows("SELECT COUNT(*), MIN(runs), MAX(runs) FROM jobs WHERE state = 'done'"))
        .containsExactly(jobs + " 1 1");
    assertThat(taken.stream().mapToInt(Integer::intValue).sum()).isEqualTo(jobs);
  }

  @Test
  void whoSaysNowaitHearsThatARowIsLocked() throws SQLException {
    run("DROP TABLE IF EXISTS held", "CREATE TABLE held (id INT PRIMARY KEY)");
    run("INSERT INTO held VALUES (1), (2)");
    try (Connection holder = DriverManager.getConnection(url)) {
      holder.setAutoCommit(false);
      assertThat(rows(holder, "SELECT id FROM held WHERE id = ? FOR UPDATE", 1)).hasSize(1);
      assertThatThrownBy(() -> rows("SELECT id FROM held WHERE id = ? FOR UPDATE NOWAIT", 1))
          .isInstanceOf(SQLException.class)
          .hasFieldOrPropertyWithValue("SQLState", "55P03");
      assertThat(rows("SELECT id FROM held WHERE id = ? FOR UPDATE NOWAIT", 2)).hasSize(1);
      holder.rollback();
    }
  }

  @Test
  void aConnectionLooksForNamesAlongItsOwnPath() throws SQLException {
    run("CREATE SCHEMA IF NOT EXISTS public", "create schema if not exists \"public\";");
    run(
        "DROP SCHEMA IF EXISTS sales CASCADE",
        "CREATE SCHEMA sales",
        "DROP TABLE IF EXISTS held_by");
    assertThatThrownBy(() -> run("CREATE SCHEMA public"))
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "42P06");
    run(
        "CREATE TABLE held_by (id INT PRIMARY KEY, v VARCHAR(9))",
        "CREATE TABLE sales.held_by (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v VARCHAR(9))",
        "INSERT INTO held_by VALUES (1, 'public')",
        "INSERT INTO sales.held_by (v) VALUES ('sales')");
    try (Connection other = DriverManager.getConnection(url + "?currentSchema=nothing,sales");
        Statement statement = other.createStatement()) {
      assertThat(other.getSchema()).isEqualTo("nothing");
      assertThat(first(statement, "SELECT v FROM held_by WHERE id = 1")).isEqualTo("sales");
      assertThat(first(statement, "SELECT current_schema")).isEqualTo("sales");
      assertThat(first(statement, "SHOW search_path")).isEqualTo("nothing, sales");
      statement.execute(" SET session search_path = 'public', \"$user\"; ");
      assertThat(first(statement, "SELECT v FROM held_by WHERE id = 1")).isEqualTo("public");
      other.setSchema("SALES");
      assertThat(other.getSchema()).isEqualTo("sales");
      assertThatThrownBy(() -> other.setSchema("sails"))
          .isInstanceOf(SQLException.class)
          .hasFieldOrPropertyWithValue("SQLState", "3F000");
      try (PreparedStatement insert =
          other.prepareStatement("INSERT INTO held_by (v) VALUES (?)", new String[] {"id"})) {
        other.setAutoCommit(false);
        for (String v : List.of("a", "b")) {
          insert.setString(1, v);
          insert.addBatch();
        }
        assertThat(insert.executeBatch()).containsExactly(1, 1);
        insert.setString(1, "c");
        insert.execute();
        try (ResultSet key = insert.getGeneratedKeys()) {
          assertThat(key.next()).isTrue();
          assertThat(key.getLong(1)).isEqualTo(4);
        }
        other.commit();
      }
      try (ResultSet row = statement.executeQuery("SELECT id, v FROM held_by WHERE v = 'c'")) {
        assertThat(row.getMetaData().getSchemaName(1)).isEqualTo("sales");
        assertThat(row.getMetaData().getTableName(1)).isEqualTo("held_by");
      }
      other.commit();
      statement.execute("RESET search_path");
      assertThat(first(statement, "SELECT count(*) FROM held_by")).isEqualTo("1");
      other.commit();
      assertThatThrownBy(() -> statement.execute("SET LOCAL search_path TO sales"))
          .isInstanceOf(SQLException.class)
          .hasFieldOrPropertyWithValue("SQLState", "0A000");
    }
    assertThat(rows("SELECT v FROM sales.held_by")).hasSize(4);
    run("DROP SCHEMA sales CASCADE", "DROP TABLE held_by");
  }

  @Test
  void rowsThatReferToEachOtherComeWithOneTransactionInAnyOrder() throws SQLException {
    run(
        "DROP TABLE IF EXISTS egg, hen",
        "CREATE TABLE hen (id INT PRIMARY KEY, egg INT NOT NULL)",
        "CREATE TABLE egg (id INT PRIMARY KEY, hen INT NOT NULL CONSTRAINT of_hen"
            + " REFERENCES hen DEFERRABLE)",
        "ALTER TABLE hen ADD CONSTRAINT of_egg FOREIGN KEY (egg) REFERENCES egg"
            + " DEFERRABLE INITIALLY DEFERRED");
    try (Connection other = DriverManager.getConnection(url);
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("INSERT INTO hen VALUES (1, 7)");
      statement.execute("INSERT INTO egg VALUES (7, 1)");
      other.commit();
      assertThatThrownBy(() -> statement.execute("INSERT INTO egg VALUES (8, 2)"))
          .isInstanceOf(SQLException.class)
          .hasFieldOrPropertyWithValue("SQLState", "23503");
      other.rollback();
      statement.execute("SET CONSTRAINTS of_hen DEFERRED");
      statement.execute("INSERT INTO egg VALUES (8, 2)");
      assertThatThrownBy(() -> statement.execute("SET CONSTRAINTS ALL IMMEDIATE"))
          .isInstanceOf(SQLException.class)
          .hasFieldOrPropertyWithValue("SQLState", "23503");
      statement.execute("INSERT INTO hen SELECT 2, 8");
      statement.execute("SET CONSTRAINTS ALL IMMEDIATE");
      other.commit();
      statement.execute("INSERT INTO hen VALUES (3, 9)");
      assertThatThrownBy(other::commit)
          .isInstanceOf(SQLException.class)
          .hasFieldOrPropertyWithValue("SQLState", "23503");
      assertThat(first(statement, "SELECT count(*) FROM hen")).isEqualTo("2");
      other.rollback();
      boolean gone = false;
      for (int tries = 0; tries < 5 && !gone; tries++) {
        gone = gone(other, statement);
      }
      assertThat(gone).isTrue();
      assertThat(first(statement, "SELECT count(*) FROM egg")).isEqualTo("1");
      other.rollback();
    }
    assertThatThrownBy(() -> run("INSERT INTO hen VALUES (3, 9)"))
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", "23503");
    run("DROP TABLE egg, hen CASCADE");
  }

  /** The first deletions of a table's rows may find that its transaction began too early. */
  private static boolean gone(Connection connection, Statement statement) throws SQLException {
    try {
      statement.execute("DELETE FROM egg WHERE id = 7");
      statement.execute("DELETE FROM hen WHERE id = 1");
      connection.commit();
      return true;
    } catch (SQLTransactionRollbackException e) {
      connection.rollback();
      return false;
    }
  }

  private static String first(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  /** A pool gives a thread one connection now and another one later. */
  @Test
  void aThreadSeesOverOneConnectionWhatItCommittedOverAnother() throws SQLException {
    run(
        "CREATE TABLE seen (id BIGINT PRIMARY KEY, n BIGINT NOT NULL)",
        "INSERT INTO seen VALUES (1, 0), (5000, 0), (900000, 0)");
    try (Connection other = DriverManager.getConnection(url)) {
      for (int round = 1; round <= 300; round++) {
        run("UPDATE seen SET n = n + 1 WHERE id = " + List.of(1, 5000, 900000).get(round % 3));
        assertThat(rows(other, "SELECT SUM(n) FROM seen")).containsExactly(Integer.toString(round));
      }
    }
  }
}
