package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** Indexes of expressions and partial ones as applications use them, over JDBC. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class IndexFormsTest {
  private ClusterConnection db;

  @BeforeEach
  void connect(EmbeddedCluster cluster) throws SQLException {
    db = ClusterConnection.to(cluster);
    db.run(
        "DROP TABLE IF EXISTS reader",
        "CREATE TABLE reader (id BIGINT PRIMARY KEY, email VARCHAR(40), gone BOOLEAN, doc JSONB,"
            + " visits INT DEFAULT 1)",
        "INSERT INTO reader VALUES (1, 'Ann@x', FALSE, '{\"town\": \"Bonn\"}', 1),"
            + " (500, 'Bob@x', FALSE, '{\"town\": \"Kiel\"}', 1)",
        "CREATE UNIQUE INDEX reader_email ON reader (lower(email)) WHERE NOT gone",
        "CREATE INDEX reader_town ON reader ((doc ->> 'town'), visits)");
  }

  @AfterEach
  void close() throws SQLException {
    db.close();
  }

  @Test
  void aReaderIsFoundByAnExpressionWithAParameter() throws SQLException {
    assertThat(db.rows("SELECT id FROM reader WHERE lower(email) = ? AND NOT gone", "ann@x"))
        .containsExactly("1");
    assertThat(
            db.rows("EXPLAIN SELECT id FROM reader WHERE lower(email) = ? AND NOT gone", "ann@x"))
        .anyMatch(line -> line.contains("index reader_email lower(email) = ?0"));
    assertThat(db.rows("SELECT id FROM reader WHERE doc ->> 'town' = ? AND visits >= ?", "Kiel", 1))
        .containsExactly("500");
    assertThat(db.change("UPDATE reader SET visits = 7 WHERE doc ->> 'town' = ?", "Kiel"))
        .isEqualTo(1);
    assertThat(db.rows("SELECT id FROM reader WHERE doc ->> 'town' = 'Kiel' AND visits > 6"))
        .containsExactly("500");
  }

  @Test
  void anUpsertByAPartialIndexOfAnExpressionChangesWhoIsThere() throws SQLException {
    String upsert =
        "INSERT INTO reader (id, email, gone) VALUES (?, ?, ?)"
            + " ON CONFLICT (lower(email)) WHERE NOT gone DO UPDATE SET visits = reader.visits + 1";
    assertThat(db.change(upsert, 2L, "ANN@X", false)).isEqualTo(1);
    assertThat(db.change(upsert, 900L, "eve@x", false)).isEqualTo(1);
    assertThat(db.change(upsert, 3L, "ann@x", true)).isEqualTo(1);
    assertThat(db.rows("SELECT id || ':' || visits FROM reader ORDER BY id"))
        .containsExactly("1:2", "3:1", "500:1", "900:1");
    assertThat(
            db.change(
                "INSERT INTO reader (id, email, gone) VALUES (4, 'BOB@x', FALSE)"
                    + " ON CONFLICT DO NOTHING"))
        .isZero();
  }

  @Test
  void aSecondReaderWithTheSameFoldedAddressIsRefused() {
    SQLException refused =
        catchThrowableOfType(
            SQLException.class,
            () -> db.run("INSERT INTO reader (id, email, gone) VALUES (9, 'ANN@x', FALSE)"));
    assertThat(refused.getSQLState()).isEqualTo("23505");
    assertThat(refused.getMessage()).contains("reader_email", "(lower(email)) = ('ann@x')");
    SQLException volatileOne =
        catchThrowableOfType(
            SQLException.class, () -> db.run("CREATE INDEX bad ON reader ((random() * visits))"));
    assertThat(volatileOne.getSQLState()).isEqualTo("42P17");
  }
}
