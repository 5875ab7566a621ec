package org.thetisdb.cli;

import static com.example.sums.SumsEngine.add;
import static com.example.sums.SumsEngine.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.sums.SumsEngine;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.client.AbortedException;
import org.thetisdb.client.Session;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.client.engine.EngineTransaction;
import org.thetisdb.client.engine.FragmentClient;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.procedures.runtime.ProcedureJar;

/** A storage engine's partitions on a real cluster, by both clients and by commands. */
@Tag("cluster")
@InTurn(oneIn = 5, from = 4, whole = true)
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class EnginesTest {
  private static final String ENGINE = "SumsEngine";

  private String address;
  private ThetisClient client;
  private FragmentClient engine;

  @BeforeEach
  void open(EmbeddedCluster cluster) {
    address = cluster.clientAddress().toString();
    client = ThetisClient.connect(address);
    client.uploadJar("sums", ProcedureJar.pack(SumsEngine.class));
    Session session = client.session();
    engine = new FragmentClient(session, ENGINE);
    engine.change(4, new byte[0]);
    for (long partition = 0; partition < 4; partition++) {
      engine.execute(partition, add(1, -sum(engine.execute(partition, add(1, 0)))));
    }
  }

  @AfterEach
  void close() {
    client.close();
  }

  private static Map<Long, Long> sums(Map<Long, byte[]> answers) {
    return answers.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> sum(entry.getValue())));
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:thetis://" + address + "/");
  }

  @Test
  void aRoundHappensAtAllPartitionsOrAtNone() {
    assertThat(sums(engine.execute(Map.of(0L, add(1, 5), 3L, add(1, 7)))))
        .isEqualTo(Map.of(0L, 5L, 3L, 7L));
    assertThatThrownBy(() -> engine.execute(Map.of(0L, add(1, 1), 3L, add(1, -8))))
        .isInstanceOf(AbortedException.class)
        .hasMessageContaining("Sum 1 has only 7.");
    assertThat(sum(engine.execute(0, add(1, 0)))).isEqualTo(5);
  }

  @Test
  void roundsSeeTheirOwnAndOthersSeeThemAtTheEnd() throws SQLException {
    engine.execute(Map.of(0L, add(1, 50), 1L, add(1, 20)));
    try (Connection connection = connect();
        EngineTransaction tx = EngineTransaction.begin(connection, ENGINE, Set.of(0L, 1L))) {
      assertThat(sums(tx.execute(Map.of(0L, add(1, -30), 1L, add(1, 0)))))
          .isEqualTo(Map.of(0L, 20L, 1L, 20L));
      assertThat(sum(engine.execute(0, add(1, 0)))).as("others").isEqualTo(50);
      assertThat(sums(tx.execute(Map.of(0L, add(1, 0)), Set.of(0L)))).isEqualTo(Map.of(0L, 20L));
      assertThatThrownBy(() -> tx.execute(Map.of(0L, add(1, 0))))
          .as("a partition that is finished")
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(sums(tx.finish(Map.of(1L, add(1, 30))))).isEqualTo(Map.of(1L, 50L));
    }
    assertThat(sums(engine.execute(Map.of(0L, add(1, 0), 1L, add(1, 0)))))
        .isEqualTo(Map.of(0L, 20L, 1L, 50L));
  }

  @Test
  void ofTwoThatChangeOnePartitionOneBeginsAnew() throws SQLException {
    try (Connection connection = connect();
        EngineTransaction tx = EngineTransaction.begin(connection, ENGINE, Set.of(2L))) {
      tx.execute(Map.of(2L, add(1, 3)));
      engine.execute(2, add(1, 4));
      assertThatThrownBy(() -> tx.finish(Map.of(2L, add(1, 3))))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
    }
    assertThat(sum(engine.execute(2, add(1, 0)))).isEqualTo(4);
  }

  @Test
  void whatIsRolledBackLeavesNothing() throws SQLException {
    try (Connection connection = connect()) {
      try (EngineTransaction tx = EngineTransaction.begin(connection, ENGINE, Set.of(2L, 3L))) {
        tx.execute(Map.of(2L, add(1, 3), 3L, add(1, 3)));
        assertThatThrownBy(() -> tx.execute(Map.of(2L, add(1, -4))))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("Sum 1 has only 3.");
      }
      try (EngineTransaction tx = EngineTransaction.begin(connection, ENGINE, Set.of(2L))) {
        assertThat(sums(tx.finish(Map.of(2L, add(1, 1))))).isEqualTo(Map.of(2L, 1L));
      }
    }
    assertThat(sum(engine.execute(3, add(1, 0)))).isZero();
  }

  @Test
  void aNewVersionOfTheJarGoesOnFromTheRows() {
    engine.execute(0, add(1, 5));
    client.uploadJar("sums", ProcedureJar.pack(SumsEngine.class));
    assertThat(sum(engine.execute(0, add(1, 1)))).isEqualTo(6);
  }

  @Test
  void fragmentsForOtherMetadataAreMadeAnew() {
    try (Session other = client.session()) {
      long[] made = new long[1];
      engine.metadata();
      new FragmentClient(other, ENGINE).change(4, new byte[] {1});
      engine.execute(
          known -> {
            made[0]++;
            return Map.of(known.partitions() - 1, add(2, 1));
          });
      assertThat(made[0]).isEqualTo(2);
      assertThatThrownBy(() -> new FragmentClient(other, ENGINE).change(3, new byte[0]))
          .hasMessageContaining("An engine that has 4 partitions can get 4 to 1024, not 3.");
    }
  }

  @Test
  void theCommandSaysWhatThereIs() {
    CommandRun shown = CommandRun.of("admin", "engine", ENGINE, "--url", address);
    assertThat(shown.out())
        .contains("Engine SumsEngine has ")
        .contains(" partitions; its metadata");
    CommandRun unknown = CommandRun.of("admin", "engine", "Nobody", "--url", address);
    assertThat(unknown.err()).contains("There is no engine Nobody. Upload its jar first.");
  }
}
