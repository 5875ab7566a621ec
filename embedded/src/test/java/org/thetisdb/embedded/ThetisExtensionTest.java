package org.thetisdb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Classes of tests that share the cluster of this JVM. */
@Tag("cluster")
@Timeout(120)
final class ThetisExtensionTest {
  @RegisterExtension static ThetisExtension db = ThetisExtension.create();

  @BeforeAll
  static void define() throws SQLException {
    try (Connection connection = db.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE once (id INT PRIMARY KEY)");
      statement.execute("INSERT INTO once VALUES (1)");
    }
  }

  private static long rows(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM once")) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  @Test
  void whatTheClassHasMadeIsThereForEachTest() throws SQLException {
    assertThat(rows(db.dataSource())).isEqualTo(1);
  }

  @Test
  void theClusterIsTheOneThatAllShare() {
    assertThat(db.cluster()).isSameAs(EmbeddedThetis.shared());
    assertThat(db.jdbcUrl()).startsWith("jdbc:thetis://127.0.0.1:");
  }

  /** Not emptied again: it belongs to the class around it. */
  @Nested
  final class Within {
    @Test
    void nestedTestsSeeWhatTheClassAroundThemMade() throws SQLException {
      assertThat(rows(db.dataSource())).isEqualTo(1);
    }
  }
}
