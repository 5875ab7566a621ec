package org.thetisdb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.client.NotRunException;
import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.store.engine.StoreEngines;

/** Clusters of a test's own. */
@Tag("cluster")
@Timeout(120)
final class EmbeddedThetisTest {
  private static Set<Path> directories() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return new TreeSet<>(
          files.filter(f -> f.getFileName().toString().startsWith("thetis-embedded-")).toList());
    }
  }

  @Test
  void aClusterThatIsClosedIsGoneWithItsData() throws Exception {
    Set<Path> before = directories();
    String url;
    try (EmbeddedThetis db = EmbeddedThetis.start()) {
      url = db.jdbcUrl();
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE kept (id INT PRIMARY KEY)");
      }
      Set<Path> during = directories();
      during.removeAll(before);
      assertThat(during).isNotEmpty();
    }
    Set<Path> after = directories();
    after.removeAll(before);
    assertThat(after).isEmpty();
    assertThatThrownBy(() -> DriverManager.getConnection(url + "?connectTimeoutMs=500"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08001"));
  }

  @Test
  void twoClustersOfOneJvmKnowNothingOfEachOther() throws SQLException {
    try (EmbeddedThetis one = EmbeddedThetis.start();
        EmbeddedThetis other = EmbeddedThetis.builder().sites(3).start()) {
      assertThat(one.jdbcUrl()).isNotEqualTo(other.jdbcUrl());
      run(one, "CREATE TABLE here (id INT PRIMARY KEY)");
      run(other, "CREATE TABLE there (id INT PRIMARY KEY)");
      assertThat(tables(one)).containsExactly("here");
      assertThat(tables(other)).containsExactly("there");
    }
  }

  @Test
  void aSettingThatThereIsNotIsRefusedByName() {
    assertThatThrownBy(() -> EmbeddedThetis.builder().setting("store.colour", "red").start())
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_SETTING))
        .hasMessageContaining("store.colour");
  }

  @Test
  void aRowStoreWhoseLibraryIsLeftOutIsRefusedByName() {
    assertThatThrownBy(() -> EmbeddedThetis.builder().setting("store.engine", "chronicle").start())
        .isInstanceOf(ThetisException.class)
        .hasMessageContaining("thetis-store-chronicle");
  }

  @Test
  void rowsAreKeptAsInProductionWhereTheJvmDoesNotWarnOfIt() {
    StoreEngine expected = Runtime.version().feature() < 24 ? StoreEngine.SLAB : StoreEngine.HEAP;
    assertThat(StoreEngines.quiet()).isEqualTo(expected);
  }

  @Test
  void anUploadThatHoldsNoProcedureWasNotRun(@TempDir Path classes) throws IOException {
    Files.writeString(classes.resolve("notes.txt"), "no class");
    assertThatThrownBy(() -> EmbeddedThetis.shared().upload("none", classes))
        .isInstanceOfSatisfying(
            NotRunException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_JAR));
    assertThatThrownBy(() -> EmbeddedThetis.shared().upload("none", classes.resolve("gone")))
        .isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void whatCouldNotBeMadeIsTriedAgain() {
    AtomicInteger times = new AtomicInteger();
    OnDemand<String> thing =
        new OnDemand<>(
            () -> {
              if (times.incrementAndGet() == 1) {
                throw new ThetisException(ErrorCode.START_FAILED, "it", "no room");
              }
              return "made";
            });
    assertThatThrownBy(thing::get).isInstanceOf(ThetisException.class);
    assertThat(thing.get()).isSameAs(thing.get()).isEqualTo("made");
    assertThat(times).hasValue(2);
  }

  private static void run(EmbeddedThetis db, String... statements) throws SQLException {
    try (Connection connection = db.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  private static Set<String> tables(EmbeddedThetis db) throws SQLException {
    Set<String> names = new TreeSet<>();
    try (Connection connection = db.dataSource().getConnection();
        ResultSet rows = connection.getMetaData().getTables(null, "public", "%", null)) {
      while (rows.next()) {
        names.add(rows.getString("TABLE_NAME"));
      }
    }
    return names;
  }

  @Test
  void clearingLeavesNothingHoweverObjectsDependOnEachOther() throws SQLException {
    EmbeddedThetis db = EmbeddedThetis.shared();
    run(
        db,
        "CREATE TABLE parent (id INT PRIMARY KEY, boss INT REFERENCES parent (id))",
        "CREATE TABLE child (id INT PRIMARY KEY, of INT REFERENCES parent (id))",
        "CREATE TABLE \"Odd \"\" name\" (id INT PRIMARY KEY)",
        "CREATE VIEW pair AS SELECT p.id AS a, c.id AS b FROM parent p JOIN child c ON c.of = p.id",
        "CREATE VIEW pairs AS SELECT count(*) AS n FROM pair",
        "CREATE SEQUENCE numbers",
        "CREATE PROCEDURE look (n INT) AS SELECT id FROM parent WHERE id = :n",
        "INSERT INTO parent VALUES (1, 1)",
        "INSERT INTO child VALUES (1, 1)");
    assertThat(tables(db)).contains("pair", "parent");
    db.clear();
    assertThat(tables(db)).isEmpty();
    run(
        db,
        "CREATE TABLE parent (id INT PRIMARY KEY)",
        "CREATE SEQUENCE numbers",
        "CREATE PROCEDURE look (n INT) AS SELECT id FROM parent WHERE id = :n");
    db.clear();
  }

  @Test
  void theSharedClusterOutlivesThoseWhoCloseIt() throws SQLException {
    EmbeddedThetis db = EmbeddedThetis.shared();
    db.close();
    assertThat(EmbeddedThetis.shared()).isSameAs(db);
    run(db, "CREATE TABLE alive (id INT PRIMARY KEY)");
    db.clear();
  }
}
