package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;
import org.thetisdb.core.testing.InTurn;

/** A text that is hard to plan keeps nobody waiting but whoever sent it, and not for long. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
final class HostileTextsTest {
  private static final int BYSTANDER_S = 8;

  /** The mark is 500 ms on a machine of its own. */
  private static final long WORST_MS = 2_000;

  private final String url;

  HostileTextsTest(EmbeddedCluster cluster) {
    this.url = "jdbc:thetis://" + cluster.clientAddress() + "/";
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  private static String list(int count, IntFunction<String> of, String between) {
    return IntStream.range(0, count).mapToObj(of).collect(Collectors.joining(between));
  }

  private static String selfJoins(int count, int salt) {
    return "SELECT count(*) + "
        + salt
        + " FROM "
        + list(count, i -> "hostile a" + i, ", ")
        + " WHERE "
        + list(count - 1, i -> "a" + i + ".v = a" + (i + 1) + ".id", " AND ");
  }

  private static String doubled(int levels) {
    String query = "SELECT v FROM hostile";
    for (int i = 0; i < levels; i++) {
      query = "SELECT a.v FROM (" + query + ") a JOIN (" + query + ") b ON a.v = b.v";
    }
    return query;
  }

  private static List<String> hostile(int salt) {
    return List.of(
        selfJoins(150, salt),
        "SELECT "
            + list(150, i -> "count(DISTINCT v + " + (i + salt) + ")", ", ")
            + " FROM hostile",
        doubled(9) + " WHERE " + salt + " > 0",
        "SELECT "
            + list(100, i -> "sum(v) OVER (ORDER BY v + " + (i + salt) + ")", ", ")
            + " FROM hostile",
        "SELECT count(*) + "
            + salt
            + " FROM hostile GROUP BY CUBE("
            + list(12, i -> "v + " + i, ", ")
            + ")");
  }

  private void prepare() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS hostile (id INT PRIMARY KEY, v INT)");
      statement.execute("DELETE FROM hostile");
      statement.execute("INSERT INTO hostile VALUES (1, 2), (2, 3), (3, 1)");
    }
  }

  private static long ask(Statement statement, int number) throws SQLException {
    long beginNs = System.nanoTime();
    String text = "SELECT a.v AS x" + number + " FROM hostile a JOIN hostile b ON a.v = b.id";
    try (ResultSet rows = statement.executeQuery(text)) {
      int count = 0;
      while (rows.next()) {
        count++;
      }
      assertThat(count).isEqualTo(3);
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
  }

  @Test
  @InTurn(oneIn = 3)
  void newTextsOfOthersGoOnWhileHostileOnesAreCompiled() throws Exception {
    prepare();
    Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
    boolean[] stop = new boolean[1];
    List<Thread> attackers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int salt = 10_000 * i;
      Thread attacker = new Thread(() -> attack(salt, stop, wrong), "attacker " + i);
      attacker.setDaemon(true);
      attackers.add(attacker);
      attacker.start();
    }
    List<Long> times = new ArrayList<>();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      ask(statement, 0);
      long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(BYSTANDER_S);
      for (int i = 1; System.nanoTime() < endNs; i++) {
        times.add(ask(statement, i));
      }
    } finally {
      stop[0] = true;
    }
    for (Thread attacker : attackers) {
      attacker.join(TimeUnit.SECONDS.toMillis(30));
      assertThat(attacker.isAlive()).isFalse();
    }
    assertThat(wrong).isEmpty();
    assertThat(times).hasSizeGreaterThan(10).allMatch(ms -> ms < WORST_MS);
  }

  /** Whatever is hard is done, or refused by name. */
  private void attack(int salt, boolean[] stop, Queue<Throwable> wrong) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (int i = 0; !stop[0]; i++) {
        for (String text : hostile(salt + i)) {
          try {
            statement.executeQuery(text).close();
          } catch (SQLException e) {
            if (!"54001".equals(e.getSQLState())) {
              throw e;
            }
          }
          if (stop[0]) {
            return;
          }
        }
      }
    } catch (SQLException | RuntimeException e) {
      wrong.add(e);
    }
  }

  @Test
  void aTextCompiledTooLongIsCanceledAndTheConnectionStays() throws Exception {
    prepare();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      for (int i = 0; i < 3; i++) {
        String text = selfJoins(300, i);
        long beginNs = System.nanoTime();
        assertThatThrownBy(() -> statement.executeQuery(text))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isIn("57014", "54001"));
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs)).isLessThan(4_000);
      }
      statement.setQueryTimeout(0);
      ask(statement, 1_000_001);
    }
  }

  @Test
  void aTextThatIsBeingCompiledCanBeCanceled() throws Exception {
    prepare();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      Thread canceler =
          new Thread(
              () -> {
                try {
                  TimeUnit.MILLISECONDS.sleep(300);
                  statement.cancel();
                } catch (InterruptedException | SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      canceler.start();
      assertThatThrownBy(() -> statement.executeQuery(selfJoins(300, 77)))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isIn("57014", "54001"));
      canceler.join();
      ask(statement, 1_000_002);
    }
  }
}
