package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.testing.InTurn;

/** Short runs of the workloads over JDBC on one real cluster: each keeps its invariants. */
@Tag("cluster")
@Timeout(120)
class JdbcWorkloadsTest {
  private static final int TRANSACTIONS_AT_LEAST = 20;

  @TempDir private static Path directory;
  private static EmbeddedCluster cluster;

  @BeforeAll
  static void start() throws SQLException {
    Settings settings =
        Settings.of(ThetisSettings.ALL).build().with(NetworkSettings.LISTEN_PORT, 0);
    cluster = EmbeddedCluster.start(settings, directory.resolve("data"), (what, seconds) -> {});
    runFirstStatements();
  }

  /** A planner that has never run takes seconds for its first statements, which are not judged. */
  private static void runFirstStatements() throws SQLException {
    String url = "jdbc:thetis://" + cluster.clientAddress() + "/";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE warm_up (id INT PRIMARY KEY, amount DECIMAL(8, 2))");
      statement.execute("INSERT INTO warm_up VALUES (1, 2.50)");
      statement.execute("UPDATE warm_up SET amount = amount + 1 WHERE id = 1");
      statement.execute("SELECT SUM(amount) FROM warm_up WHERE id >= 0");
      statement.execute("DROP TABLE warm_up");
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static CommandRun bench(String arguments, String... more) {
    List<String> all = new ArrayList<>(List.of("bench"));
    all.addAll(List.of(arguments.split(" ")));
    String seconds = all.contains("tpcc") ? "2" : "1";
    all.addAll(List.of("--url", cluster.clientAddress().toString(), "--duration", seconds));
    if (!all.contains("--warm-up")) {
      all.addAll(List.of("--warm-up", "1"));
    }
    all.addAll(List.of(more));
    return CommandRun.of(all.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "smallbank --via jdbc --accounts 300 --terminals 4",
        "ycsb --scale 1 --terminals 4 --weights 30,30,10,10,20",
        "voter --terminals 4",
        "tatp --scale 1 --terminals 4 --weights 20,10,20,10,20,10,10",
        "twitter --scale 1 --terminals 4 --weights 10,10,20,20,20,20",
        "tpcc --via jdbc --scale 1 --shrink 100 --warm-up 4 --terminals 3 --weights 40,30,10,10,10",
      })
  @InTurn(oneIn = 6)
  void theWorkloadKeepsItsInvariants(String workload) throws IOException {
    Path json = directory.resolve("result.json");
    CommandRun run = bench(workload, "--json", json.toString());

    assertThat(run.status()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).containsPattern("invariants +ok");
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertThat(result.path("via").asText()).isEqualTo("jdbc");
    assertThat(result.path("failed").asInt()).as(run.out()).isZero();
    assertThat(result.path("committed").asInt()).isGreaterThan(TRANSACTIONS_AT_LEAST);
    for (JsonNode type : result.path("types")) {
      assertThat(type.path("committed").asInt()).as(result.path("types").toString()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "smallbank --accounts 300",
        "ycsb --scale 1",
        "voter",
        "tatp --scale 1 --weights 20,10,20,10,20,10,10",
        "twitter --scale 1 --weights 20,20,20,20,20",
        "sibench --scale 10",
        "statements --scale 1",
        "tpcc --scale 2 --shrink 100 --warm-up 4 --weights 40,30,10,10,10",
      })
  @InTurn(oneIn = 8)
  void drivenAsByOltpBenchTheWorkloadKeepsItsInvariants(String workload) throws IOException {
    Path json = directory.resolve("styled.json");
    CommandRun run =
        bench(
            workload + " --via jdbc --style oltp-bench --terminals 3 --load-connections 2",
            "--json",
            json.toString());

    assertThat(run.out()).as(run.err()).containsPattern("invariants +ok");
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertThat(result.path("style").asText()).isEqualTo("oltp-bench");
    assertThat(result.path("isolation").asText()).isEqualTo("serializable");
    assertThat(result.path("failed").asInt()).as(run.out()).isZero();
    assertThat(result.path("load").path("connections").asInt()).isEqualTo(2);
    assertThat(result.path("load").path("rows").asLong()).isGreaterThan(50);
    assertThat(run.status()).as(run.out() + run.err()).isZero();
    for (JsonNode type : result.path("types")) {
      assertThat(type.path("committed").asInt()).as(result.path("types").toString()).isPositive();
      assertThat(type.path("retried_share").asDouble(2)).isBetween(0.0, 1.0);
    }
  }

  @Test
  @InTurn(oneIn = 4)
  void wholesalersOrdersAsProceduresKeepTheConsistencyConditions() {
    CommandRun run = bench("tpcc --scale 1 --shrink 100 --clients 4");

    assertThat(run.status()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains("tpcc via procedure", "new orders a minute");
  }

  @Test
  void theRateIsKeptAndTheWeightsDecideWhatIsRun() {
    CommandRun run = bench("ycsb --scale 1 --terminals 4 --preset C --rate 50");

    assertThat(run.status()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains("4 clients at 50 calls/s").containsPattern("Update +0 +0");
  }

  @Test
  void wrongWaysAreExplained() {
    assertThat(bench("ycsb --via procedure").err())
        .startsWith("ycsb cannot be run with --via proc");
    assertThat(bench("nothing").err()).contains("There are: smallbank, ycsb,");
    assertThat(bench("tatp --weights 1,2").err()).contains("7 percentages that add up to 100");
    assertThat(bench("tatp --isolation none").err()).contains("'none' is none of read-committed,");
    assertThat(bench("tpcc --isolation serializable").err()).contains("goes with --via jdbc");
    assertThat(bench("tpcc --style oltp-bench").err()).contains("--style goes with --via jdbc");
    assertThat(bench("voter --style other").err()).contains("--style is oltp-bench, or not given");
    assertThat(bench("ycsb --style oltp-bench --preset B").err())
        .contains("--preset has no effect with --style oltp-bench");
    assertThat(bench("voter --load-connections 0").err())
        .contains("--load-connections goes from 1 to 256");
    assertThat(bench("tpcc --locality 5").err())
        .contains("--locality is not an option of tpcc. It belongs to: smallbank.");
    assertThat(bench("voter --rate -1").err()).contains("--rate is 0 or more");
    assertThat(CommandRun.of("bench", "voter", "--jdbc-url", "jdbc:none:x").err())
        .contains("Name its jar in THETIS_CLASS_PATH");
    assertThat(bench("voter --scale 0").err()).contains("--scale goes from 1 to");
  }
}
