package org.thetisdb.benchmarks.hostile.kind;

import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.thetisdb.benchmarks.hostile.Attacker;
import org.thetisdb.benchmarks.hostile.HostileKind;

/** What changes rows, locks them, or changes what tables there are. */
final class ChangeKinds {
  private static final int ROWS = 2_000;

  private ChangeKinds() {}

  static List<HostileKind> all() {
    return List.of(
        new HostileKind("locks", "locks that are held, and many who wait", 8, ChangeKinds::locks),
        new HostileKind("batches", "batches of up to 100,000 rows", 1, ChangeKinds::batches),
        new HostileKind("large-rows", "rows of many mebibytes", 1, ChangeKinds::largeRows),
        new HostileKind("bulk", "statements that change many rows", 2, ChangeKinds::bulk),
        new HostileKind("temporary", "temporary tables in a loop", 2, ChangeKinds::temporary),
        new HostileKind(
            "definitions", "tables, indexes and views in a loop", 1, ChangeKinds::definitions),
        new HostileKind("metadata", "what tools ask about the schema", 2, ChangeKinds::metadata));
  }

  /** Each holds two rows for a while, and all want the same few. */
  private static void locks(Attacker attacker) throws InterruptedException {
    int row = 1 + attacker.random().nextInt(3);
    int more = 1 + attacker.random().nextInt(ROWS);
    attacker.attempt(
        on -> {
          on.setAutoCommit(false);
          try {
            attacker.execute(on, "UPDATE hostile SET v = v + 1 WHERE id = " + row, 5);
            attacker.execute(
                on, "SELECT v FROM hostile WHERE id = %d FOR UPDATE".formatted(more), 5);
            TimeUnit.MILLISECONDS.sleep(attacker.size(1, 500));
          } finally {
            on.setAutoCommit(true);
          }
        });
  }

  private static void batches(Attacker attacker) throws InterruptedException {
    int rows = attacker.size(1_000, 100_000);
    String table = "hostile_batch";
    attacker.attempt(
        on -> {
          attacker.execute(on, "DROP TABLE IF EXISTS " + table, 0);
          attacker.execute(on, "CREATE TABLE %s (id INT PRIMARY KEY, v INT)".formatted(table), 0);
          try (PreparedStatement insert =
              on.prepareStatement("INSERT INTO %s VALUES (?, ?)".formatted(table))) {
            for (int i = 0; i < rows; i++) {
              insert.setInt(1, i);
              insert.setInt(2, i);
              insert.addBatch();
            }
            insert.executeBatch();
          }
        });
  }

  private static void largeRows(Attacker attacker) throws InterruptedException {
    int bytes = attacker.size(100_000, 32 << 20);
    attacker.attempt(
        on -> {
          attacker.execute(
              on, "CREATE TABLE IF NOT EXISTS hostile_large (id INT PRIMARY KEY, s TEXT)", 0);
          try (PreparedStatement delete = on.prepareStatement("DELETE FROM hostile_large");
              PreparedStatement insert =
                  on.prepareStatement("INSERT INTO hostile_large VALUES (?, ?)");
              Statement read = on.createStatement()) {
            delete.executeUpdate();
            insert.setInt(1, 1);
            insert.setCharacterStream(2, new StringReader("l".repeat(bytes)));
            insert.executeUpdate();
            try (ResultSet row = read.executeQuery("SELECT s FROM hostile_large")) {
              if (!row.next() || row.getString(1).length() != bytes) {
                throw new SQLException("a large value is another one", "LOST");
              }
            }
          }
        });
  }

  private static void bulk(Attacker attacker) throws InterruptedException {
    int rows = attacker.size(1_000, 200_000);
    String table = "hostile_bulk" + attacker.random().nextInt(2);
    attacker.attempt(
        on -> {
          attacker.execute(on, "DROP TABLE IF EXISTS " + table, 0);
          attacker.execute(on, "CREATE TABLE %s (id INT PRIMARY KEY, v INT)".formatted(table), 0);
          attacker.execute(
              on,
              "INSERT INTO %s SELECT g, g FROM generate_series(1, %d) AS q(g)"
                  .formatted(table, rows),
              0);
          attacker.execute(on, "UPDATE %s SET v = v + 1".formatted(table), 0);
          attacker.execute(on, "DELETE FROM %s WHERE v > 10".formatted(table), 0);
        });
  }

  private static void temporary(Attacker attacker) throws InterruptedException {
    String name = "hostile_temporary" + attacker.next();
    attacker.attempt(
        on -> {
          attacker.execute(
              on, "CREATE TEMPORARY TABLE %s (id INT PRIMARY KEY, v INT)".formatted(name), 0);
          attacker.execute(
              on, "INSERT INTO %s SELECT id, v FROM hostile WHERE id <= 100".formatted(name), 0);
          attacker.execute(on, "SELECT sum(v) FROM " + name, 0);
          attacker.execute(on, "DROP TABLE " + name, 0);
        });
  }

  private static void definitions(Attacker attacker) throws InterruptedException {
    String name = "hostile_defined" + attacker.random().nextInt(20);
    String text =
        switch (attacker.random().nextInt(6)) {
          case 0 -> "DROP TABLE IF EXISTS %s CASCADE".formatted(name);
          case 1 -> "CREATE TABLE %s (id INT PRIMARY KEY, v INT, s VARCHAR(20))".formatted(name);
          case 2 -> "CREATE INDEX %s_v ON %s (v)".formatted(name, name);
          case 3 -> "CREATE VIEW %s_seen AS SELECT id FROM %s".formatted(name, name);
          case 4 -> "ALTER TABLE %s ADD COLUMN c%d INT".formatted(name, attacker.next());
          default -> "CREATE TABLE %s AS SELECT * FROM hostile".formatted(name);
        };
    attacker.send(text);
  }

  private static void metadata(Attacker attacker) throws InterruptedException {
    int choice = attacker.random().nextInt(5);
    attacker.attempt(
        on -> {
          switch (choice) {
            case 0 -> read(on.getMetaData().getColumns(null, "public", "%", "%"));
            case 1 -> read(on.getMetaData().getTables(null, null, "%", null));
            case 2 -> read(on.getMetaData().getIndexInfo(null, "public", "hostile", false, false));
            case 3 -> attacker.execute(on, "SELECT * FROM information_schema.columns", 0);
            default ->
                attacker.execute(
                    on,
                    "SELECT count(*) FROM information_schema.columns a, information_schema.columns b",
                    0);
          }
        });
  }

  private static void read(ResultSet rows) throws SQLException {
    try (rows) {
      while (rows.next()) {
        String unused = rows.getString(1);
      }
    }
  }

  /** Leaves a transaction open that holds rows. */
  static void holdRows(Connection on, int first) throws SQLException {
    on.setAutoCommit(false);
    try (Statement statement = on.createStatement()) {
      statement.setQueryTimeout(5);
      statement.execute("UPDATE hostile SET v = v + 1 WHERE id = " + first);
    }
  }
}
