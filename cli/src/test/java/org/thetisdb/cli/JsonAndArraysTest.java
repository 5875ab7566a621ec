package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;
import org.thetisdb.core.testing.InTurn;

/** Documents and arrays over the driver, against a real cluster. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
@InTurn(oneIn = 5, from = 1, whole = true)
final class JsonAndArraysTest {
  private ClusterConnection db;

  @BeforeEach
  void connect(EmbeddedCluster cluster) throws SQLException {
    db = ClusterConnection.to(cluster);
    db.run(
        "DROP TABLE IF EXISTS things",
        "CREATE TABLE things (id BIGINT PRIMARY KEY, doc JSONB, tags VARCHAR(20)[], n INTEGER[],"
            + " u UUID[], d DECIMAL(9, 2)[], days DATE[])");
  }

  @AfterEach
  void close() throws SQLException {
    db.close();
  }

  private void insert(long id, String doc, Object tags) throws SQLException {
    try (PreparedStatement insert =
        db.jdbc().prepareStatement("INSERT INTO things (id, doc, tags) VALUES (?, ?, ?)")) {
      insert.setLong(1, id);
      insert.setObject(2, doc, Types.OTHER);
      insert.setObject(3, tags);
      insert.executeUpdate();
    }
  }

  @Test
  void aDocumentIsFoundByItsMembersWithParametersBesideOperators() throws SQLException {
    insert(1, "{\"name\": \"Ada\", \"age\": 36, \"langs\": [\"en\"]}", null);
    insert(2, "{\"name\": \"Bob\", \"age\": 7}", null);
    assertThat(db.rows("SELECT id FROM things WHERE doc ->> 'name' = ?", "Bob"))
        .containsExactly("2");
    assertThat(db.rows("SELECT id FROM things WHERE doc ->> ? = ?", "name", "Ada"))
        .containsExactly("1");
    assertThat(db.rows("SELECT id FROM things WHERE (doc ->> 'age')::int > ?", 30))
        .containsExactly("1");
    assertThat(db.rows("SELECT id FROM things WHERE doc @> ?", "{\"age\": 7.0}"))
        .containsExactly("2");
    assertThat(db.rows("SELECT id FROM things WHERE doc @> ?::jsonb", "{\"name\": \"Ada\"}"))
        .containsExactly("1");
    assertThat(db.rows("SELECT id FROM things WHERE doc ?? ?", "langs")).containsExactly("1");
    assertThat(db.rows("SELECT doc -> 'langs' -> ? FROM things WHERE id = 1", 0))
        .containsExactly("\"en\"");
    assertThat(db.rows("SELECT jsonb_set(doc, '{age}', ?) FROM things WHERE id = 2", "8"))
        .containsExactly("{\"age\": 8, \"name\": \"Bob\"}");
    assertThat(db.rows("SELECT jsonb_build_object('a', ?, 'b', ?)", 1, "x"))
        .containsExactly("{\"a\": 1, \"b\": \"x\"}");
    assertThat(db.rows("SELECT doc - ? FROM things WHERE id = 2", "age"))
        .containsExactly("{\"name\": \"Bob\"}");
    try (Statement statement = db.jdbc().createStatement();
        ResultSet found = statement.executeQuery("SELECT id FROM things WHERE doc ?? 'langs'")) {
      assertThat(found.next()).isTrue();
      assertThat(found.getLong(1)).isEqualTo(1);
    }
  }

  @Test
  void aPlainStatementAsksForMembersWithOneQuestionMark() throws SQLException {
    insert(1, "{\"name\": \"Ada\", \"langs\": [\"en\"]}", null);
    insert(2, "{\"name\": \"Bob\"}", null);
    try (Statement statement = db.jdbc().createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT id FROM things WHERE doc ? 'langs' AND doc ?& ARRAY['name', 'langs']")) {
      assertThat(found.next()).isTrue();
      assertThat(found.getLong(1)).isEqualTo(1);
      assertThat(found.next()).isFalse();
    }
    try (Statement statement = db.jdbc().createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("SELECT id FROM things WHERE id = ?"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("07001"))
          .hasMessageContaining("prepareStatement");
    }
  }

  @Test
  void whatIsNoJsonIsRefusedWithTheSqlStateThatLibrariesKnow() {
    assertThatThrownBy(() -> insert(1, "{\"name\": ", null))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22P02"))
        .hasMessageContaining("is no JSON");
  }

  @Test
  void anArrayGoesInAndComesOutInEachFormOfJdbc() throws SQLException {
    UUID uuid = new UUID(1, 2);
    try (PreparedStatement insert =
        db.jdbc().prepareStatement("INSERT INTO things VALUES (?, NULL, ?, ?, ?, ?, ?)")) {
      insert.setLong(1, 1);
      insert.setArray(2, db.jdbc().createArrayOf("varchar", new String[] {"a", null, "b c"}));
      insert.setObject(3, new int[] {3, 1, 2});
      insert.setObject(4, new UUID[] {uuid});
      insert.setArray(5, db.jdbc().createArrayOf("numeric", new Object[] {new BigDecimal("1.5")}));
      insert.setObject(6, List.of(LocalDate.of(2026, 1, 2)));
      insert.executeUpdate();
    }
    try (Statement statement = db.jdbc().createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM things")) {
      assertThat(row.next()).isTrue();
      Array tags = row.getArray("tags");
      assertThat(tags.getBaseTypeName()).isEqualTo("VARCHAR");
      assertThat((String[]) tags.getArray()).containsExactly("a", null, "b c");
      assertThat(tags.toString()).isEqualTo("{a,NULL,\"b c\"}").isEqualTo(row.getString("tags"));
      assertThat((Integer[]) row.getArray("n").getArray(2, 2)).containsExactly(1, 2);
      assertThat(row.getObject("n", int[].class)).containsExactly(3, 1, 2);
      assertThat((UUID[]) ((Array) row.getObject("u")).getArray()).containsExactly(uuid);
      assertThat(row.getObject("d", BigDecimal[].class)).containsExactly(new BigDecimal("1.50"));
      assertThat(row.getObject("days", LocalDate[].class))
          .containsExactly(LocalDate.of(2026, 1, 2));
      try (ResultSet elements = tags.getResultSet()) {
        assertThat(elements.next()).isTrue();
        assertThat(elements.getInt("INDEX")).isEqualTo(1);
        assertThat(elements.getString("VALUE")).isEqualTo("a");
      }
      assertThat(row.getMetaData().getColumnType(4)).isEqualTo(Types.ARRAY);
      assertThat(row.getMetaData().getColumnTypeName(4)).isEqualTo("INTEGER[]");
      assertThat(row.getMetaData().getColumnTypeName(2)).isEqualTo("JSONB");
    }
  }

  @Test
  void rowsAreFoundByAnArrayOfKeysAndChangedByIt() throws SQLException {
    for (long id = 1; id <= 5; id++) {
      insert(id, null, new String[] {"t" + id, "all"});
    }
    Array keys = db.jdbc().createArrayOf("bigint", new Long[] {4L, 2L, 9L, 2L, null});
    assertThat(db.rows("SELECT id FROM things WHERE id = ANY(?) ORDER BY id", keys))
        .containsExactly("2", "4");
    assertThat(db.rows("SELECT id FROM things WHERE id = ANY(?)", (Object) new Integer[] {3}))
        .containsExactly("3");
    assertThat(db.rows("SELECT id FROM things WHERE ? = ANY(tags)", "t5")).containsExactly("5");
    assertThat(db.rows("SELECT id FROM things WHERE id <> ALL(?) ORDER BY id", List.of(1, 2, 3)))
        .containsExactly("4", "5");
    assertThat(
            db.rows("SELECT count(*) FROM things WHERE tags @> ?", (Object) new String[] {"all"}))
        .containsExactly("5");
    assertThat(db.rows("SELECT tag FROM unnest(?) AS tag", (Object) new String[] {"x", "y"}))
        .containsExactly("x", "y");
    assertThat(db.rows("SELECT array_agg(id ORDER BY id DESC) FROM things"))
        .containsExactly("{5,4,3,2,1}");
    try (PreparedStatement update =
        db.jdbc().prepareStatement("UPDATE things SET tags = tags || ? WHERE id = ANY(?)")) {
      update.setString(1, "new");
      update.setArray(2, keys);
      assertThat(update.executeUpdate()).isEqualTo(2);
    }
    try (PreparedStatement delete =
        db.jdbc().prepareStatement("DELETE FROM things WHERE id = ANY(?)")) {
      delete.setObject(1, new long[] {1, 4});
      assertThat(delete.executeUpdate()).isEqualTo(2);
    }
    assertThat(db.rows("SELECT tags FROM things ORDER BY id"))
        .containsExactly("{t2,all,new}", "{t3,all}", "{t5,all}");
  }

  @Test
  void aColumnIsCalculatedFromADocumentAndIndexed() throws SQLException {
    db.run(
        "DROP TABLE IF EXISTS people",
        "CREATE TABLE people (id INT PRIMARY KEY, doc JSONB NOT NULL,"
            + " email TEXT GENERATED ALWAYS AS (doc ->> 'email') STORED UNIQUE)",
        "INSERT INTO people (id, doc) VALUES (1, '{\"email\": \"a@x\"}'), (2, '{}')");
    assertThat(db.rows("SELECT id FROM people WHERE email = ?", "a@x")).containsExactly("1");
    assertThatThrownBy(
            () -> db.run("INSERT INTO people (id, doc) VALUES (3, '{\"email\": \"a@x\"}')"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
  }
}
