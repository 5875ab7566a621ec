package org.thetisdb.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A class of tests that takes the cluster as a parameter, after another one has used it. */
@Tag("cluster")
@Timeout(120)
@ExtendWith({ParametersTest.ClassBefore.class, ThetisExtension.class})
final class ParametersTest {
  /** What another class of tests would have left. */
  static final class ClassBefore implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext tests) throws SQLException {
      try (Connection connection = EmbeddedThetis.shared().dataSource().getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE left_behind (id INT PRIMARY KEY)");
      }
    }
  }

  @BeforeAll
  static void theDatabaseIsEmpty(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        ResultSet tables = connection.getMetaData().getTables(null, "public", "%", null)) {
      assertThat(tables.next()).isFalse();
    }
  }

  @Test
  void theClusterIsTheSharedOne(EmbeddedThetis cluster) {
    assertThat(cluster).isSameAs(EmbeddedThetis.shared());
  }
}
