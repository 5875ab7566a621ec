package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.benchmarks.schema.ManyTables;
import org.thetisdb.benchmarks.schema.NewTexts;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;
import org.thetisdb.core.testing.InTurn;

/** Small forms of {@code bench new-texts} and {@code bench many-tables} on a real cluster. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@InTurn(oneIn = 5, from = 3, whole = true)
final class SchemaBenchTest {
  private final String url;

  SchemaBenchTest(EmbeddedCluster cluster) {
    this.url = "jdbc:thetis://" + cluster.clientAddress() + "/";
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  @ParameterizedTest
  @EnumSource
  void newTextsOfBothFormsAreAnsweredAndLeaveNoTables(NewTexts.Differing differing)
      throws SQLException {
    try (Connection connection = connect()) {
      NewTexts texts = new NewTexts(connection, differing, 0);
      texts.prepare();
      NewTexts.Round round = texts.round(10);
      texts.drop();
      assertThat(round.lookups().count()).isEqualTo(10);
      assertThat(round.joins().worstUs()).isPositive();
      assertThat(connection.getMetaData().getTables(null, null, "new_texts_%", null).next())
          .isFalse();
    }
  }

  @Test
  void manyTablesAreMadeAskedForAndDropped() throws SQLException {
    try (Connection connection = connect()) {
      List<ManyTables.Measured> measured = new ArrayList<>();
      ManyTables tables = new ManyTables(connection);
      tables.makeAndAsk(200, measured::add);
      tables.makeAndDrop(10, measured::add);
      assertThat(measured).hasSize(5 + 10);
      assertThat(connection.getMetaData().getTables(null, null, "many_tables_%", null).next())
          .isFalse();
    }
  }
}
